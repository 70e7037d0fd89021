// The look of all pages: one accent, room to breathe, the device's own letters.
import { type CSSVariablesResolver, createTheme } from "@mantine/core";

export const theme = createTheme({
  // Shade 9 is #0b7285: white on it, and it on white, keep the contrast that small text needs (5.6:1), in the dark as well.
  primaryColor: "cyan",
  primaryShade: { light: 9, dark: 9 },
  defaultRadius: "md",
  cursorType: "pointer",
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
  headings: { fontWeight: "650" },
  respectReducedMotion: true,
  // Locking the page behind a dialog would need a style element that the page's policy refuses.
  components: {
    Modal: { defaultProps: { lockScroll: false } },
    Drawer: { defaultProps: { lockScroll: false } },
    // A note's colour is its ground; its words stay as dark as all others.
    Alert: { styles: { title: { color: "var(--mantine-color-text)" } } },
  },
});

// Under the pointer Mantine makes a filled button paler, and white on that is too faint (4.3:1); ours grows darker (7.3:1).
const FILLED_HOVER = "#095f6f";
const filledHover = { "--mantine-color-cyan-filled-hover": FILLED_HOVER };

// Mantine's dimmed text is too pale to read on white (3.3:1); ours keeps 7:1. So is what it says of a field that is wrong (3.2:1);
// ours keeps 5:1 in either light. Its text in the dark is as pale as its dimmed one; ours is brighter.
export const colorVariables: CSSVariablesResolver = (from) => ({
  variables: {},
  light: {
    ...filledHover,
    "--mantine-color-dimmed": from.colors.gray[7],
    "--mantine-color-error": from.colors.red[9],
  },
  dark: {
    ...filledHover,
    "--mantine-color-text": from.colors.gray[3],
    "--mantine-color-dimmed": from.colors.dark[1],
    "--mantine-color-error": from.colors.red[4],
  },
});
