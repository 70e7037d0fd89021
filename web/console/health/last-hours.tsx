// The last hours as lines: what was ordered, what nobody came for, how long people waited for a driver.
import { SimpleGrid } from "@mantine/core";
import { useMemo } from "react";
import type { Figures } from "../../../clients/typescript/src/api.ts";
import { type ChartPoint, FigureChart } from "../../parts/figures/figure-chart.tsx";
import { isCount, measureText, pointText } from "../../parts/figures/measure-text.ts";
import { keysOf } from "../../parts/figures/point-span.ts";
import { clockTime, isoDay } from "../../parts/formats.ts";
import { useSpoken } from "../../parts/language.tsx";
import { Heading } from "../../parts/looks/kinds.tsx";
import { figureWords, measureWords } from "../../words/figures.ts";
import { useAsked } from "../frame/ask.ts";
import { Panel, Shown } from "../frame/view.tsx";

const LINES = ["orders", "unmet", "assign_p90", "utilisation"] as const;
const HOURS = 24;

export function LastHours() {
  const { words } = useSpoken(figureWords);
  const figures = useAsked("seeFigures", { query: { days: "2", by: "hour" } });
  return (
    <Panel title={words.lastHours}>
      <Shown query={figures}>
        {(seen) => (
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            {LINES.map((name) => (
              <Line key={name} name={name} seen={seen} />
            ))}
          </SimpleGrid>
        )}
      </Shown>
    </Panel>
  );
}

function Line({ name, seen }: { readonly name: (typeof LINES)[number]; readonly seen: Figures }) {
  const { words: names, language } = useSpoken(measureWords);
  const points = useMemo(() => lastHours(seen, name), [seen, name]);
  const text = useMemo(
    () => (figure: number | null | undefined) => measureText(name, figure, language),
    [name, language],
  );
  return (
    <div>
      <Heading>{names[name]}</Heading>
      <FigureChart name={names[name]} points={points} text={text} isWhole={isCount(name)} height={150} />
    </div>
  );
}

// Hour by hour up to now: one in which nothing was ordered has its place too, or the night would not be seen.
function lastHours(seen: Figures, name: (typeof LINES)[number]): readonly ChartPoint[] {
  const own = new Map(seen.points.map(({ at, measures }) => [at, measures[name] ?? null]));
  const now = new Date();
  const thisHour = `${isoDay(now)}T${clockTime(now, "en").slice(0, 2)}`;
  // A sandbox's clock may be ahead of the browser's.
  const newest = seen.points.at(-1)?.at ?? thisHour;
  return keysOf(seen)
    .filter((at) => at <= thisHour || at <= newest)
    .slice(-HOURS)
    .map((at) => ({
      label: pointText(at),
      figure: own.get(at) ?? (isCount(name) ? 0 : null),
      before: undefined,
    }));
}
