import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_THEME, mergeMantineTheme } from "@mantine/core";
import { colorVariables, theme } from "./theme.ts";

// WCAG 2: how much lighter one colour is than the other.
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const channel = (at: number): number => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

test("small text keeps 4.5:1: on a button, under the pointer too, dimmed, and what is wrong with a field", () => {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const { light, dark } = colorVariables(merged);
  const grounds = { light: "#ffffff", dark: merged.colors.dark[7] };
  const pairs = Object.entries({ light, dark }).flatMap(([scheme, variables]) => {
    const ground = grounds[scheme as keyof typeof grounds];
    return [
      ["button", "#ffffff", merged.colors.cyan[9]],
      ["button under the pointer", "#ffffff", variables["--mantine-color-cyan-filled-hover"]],
      ["dimmed", variables["--mantine-color-dimmed"], ground],
      ["error", variables["--mantine-color-error"], ground],
    ].map(([what, text = "", on = ""]) => ({ what: `${scheme}: ${what}`, ratio: contrast(text, on) }));
  });
  for (const { what, ratio } of pairs) assert.ok(ratio >= 4.5, `${what} has ${ratio.toFixed(2)}:1`);
});
