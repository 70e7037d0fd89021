// What it would cost to give an order to a driver, in one line.
import { Text } from "@mantine/core";
import { decimal } from "../../parts/formats.ts";
import { useSpoken } from "../../parts/language.tsx";
import { consolePlanWords } from "../../words/console/plan.ts";
import { useObstacle } from "./obstacle.ts";
import type { Placing } from "./route-rows.tsx";

export function CostText({ placing }: { readonly placing: Placing }) {
  const { words, language } = useSpoken(consolePlanWords);
  const obstacle = useObstacle();
  if (placing.planned_here) return <Text size="xs">{words.hasIt}</Text>;
  const signed = (number: number, digits: number): string =>
    `${number < 0 ? "−" : "+"}${decimal(Math.abs(number), language, digits)}`;
  const why = obstacle({ code: placing.why_code, late: undefined, sentence: placing.why_not });
  const late = Math.round(placing.late / 60);
  return (
    <Text size="xs" fw={600}>
      {words.more(`${signed(placing.distance, 1)} km`, signed(Math.round(placing.duration / 60), 0))}
      {late > 0 && ` · ${words.lateness(signed(late, 0))}`}
      {!placing.possible && ` · ${words.notPossible}: ${why}`}
    </Text>
  );
}
