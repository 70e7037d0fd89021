// What it would cost to give an order to a driver, in one line.
import { Text } from "@mantine/core";
import { decimal } from "../../parts/formats.ts";
import { useSpoken } from "../../parts/language.tsx";
import { consolePlanWords } from "../../words/console/plan.ts";
import type { Placing } from "./route-rows.tsx";

export function CostText({ placing }: { readonly placing: Placing }) {
  const { words, language } = useSpoken(consolePlanWords);
  if (placing.planned_here) return <Text size="xs">{words.hasIt}</Text>;
  const signed = (number: number, digits: number): string =>
    `${number < 0 ? "−" : "+"}${decimal(Math.abs(number), language, digits)}`;
  const late = Math.round(placing.late / 60);
  return (
    <Text size="xs" fw={600}>
      {words.more(`${signed(placing.distance, 1)} km`, signed(Math.round(placing.duration / 60), 0))}
      {late > 0 && ` · ${words.lateness(signed(late, 0))}`}
      {!placing.possible && ` · ${words.notPossible}: ${placing.why_not}`}
    </Text>
  );
}
