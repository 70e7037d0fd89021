// Which figures are looked at: kept in the page's address, so that a view can be sent to somebody and the way back works.
import { Group, NativeSelect, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { COMPARES, FIGURE_STEPS, type Step } from "../../../src/domain/figures/spans.ts";
import { figureWords } from "../../words/figures.ts";
import { useSpoken } from "../language.tsx";
import { goTo, usePlace } from "../router.tsx";

const PERIODS = [7, 30, 90, 365] as const;

export type FigureDates = { readonly days: string; readonly to?: string };

export type Choice = {
  // What the server is asked: it knows which day it is, also where the sandbox's clock was moved.
  readonly query: FigureDates & { readonly by: Step; readonly compare?: "day" | "week" };
  readonly dates: FigureDates;
  readonly get: (name: string) => string;
  readonly set: (name: string, text: string) => void;
  // The same page with other words in its address.
  readonly hrefWith: (changes: Readonly<Record<string, string>>) => string;
};

// `isToday`: one day by the hour, whatever the address says.
export function useFigureChoice(isToday = false): Choice {
  const { path, query } = usePlace();
  const get = (name: string): string => query.get(name) ?? "";
  const to = !isToday && /^\d{4}-\d{2}-\d{2}$/.test(get("to")) ? { to: get("to") } : {};
  const period = isToday ? 1 : (PERIODS.find((days) => String(days) === get("days")) ?? 7);
  const step = isToday ? "hour" : (FIGURE_STEPS.find((known) => known === get("by")) ?? "day");
  const compare = COMPARES.find((known) => known === (query.get("compare") ?? "week"));
  const dates = { days: String(period), ...to };
  const hrefWith = (changes: Readonly<Record<string, string>>): string =>
    `${path}?${new URLSearchParams({ ...Object.fromEntries(query), ...changes })}`;
  return {
    dates,
    query: {
      ...dates,
      // A year by the hour is more than anybody reads.
      by: step === "hour" && period > 30 ? "day" : step,
      ...(compare && { compare }),
    },
    get,
    set: (name, text) => goTo(hrefWith({ [name]: text }), "replace"),
    hrefWith,
  };
}

type Props = { readonly choice: Choice; readonly isToday?: boolean; readonly children?: ReactNode };

export function FigureChoice({ choice, isToday = false, children }: Props) {
  const { words } = useSpoken(figureWords);
  const { query, get, set } = choice;
  const compares = isToday ? words.comparesToday : words.compares;
  return (
    <Group align="flex-end" gap="sm">
      {children}
      {!isToday && (
        <>
          <NativeSelect
            label={words.period}
            value={get("days") || "7"}
            onChange={(event) => set("days", event.currentTarget.value)}
            data={PERIODS.map((days) => ({ value: String(days), label: words.days(days) }))}
          />
          <TextInput
            type="date"
            label={words.until}
            value={query.to ?? ""}
            onChange={(event) => set("to", event.currentTarget.value)}
          />
          <NativeSelect
            label={words.by}
            value={query.by}
            onChange={(event) => set("by", event.currentTarget.value)}
            data={FIGURE_STEPS.map((step) => ({ value: step, label: words.steps[step] ?? step }))}
          />
        </>
      )}
      <NativeSelect
        label={words.compare}
        value={query.compare ?? ""}
        onChange={(event) => set("compare", event.currentTarget.value)}
        data={["", ...COMPARES].map((one) => ({ value: one, label: compares[one] ?? one }))}
      />
    </Group>
  );
}
