// The fee against the distance: the tariff being written, and the one in force.
import { Box, Group, Text } from "@mantine/core";
import { decimal, money } from "../../parts/formats.ts";
import { consoleCatalogueWords } from "../../words/console/catalogue.ts";
import { useConsole } from "../frame/words.ts";
import styles from "./fee-plot.module.css";

export type PlotPoint = { readonly x: number; readonly fee: number };
type Props = { readonly draft: readonly PlotPoint[]; readonly inForce: readonly PlotPoint[] };

const WIDTH = 640;
const HEIGHT = 280;
const LEFT = 76;
const BOTTOM = 30;
const TOP = 12;
const RIGHT = 12;
const TICKS = 4;

export function FeePlot({ draft, inForce }: Props) {
  const { words, language } = useConsole(consoleCatalogueWords);
  const all = [...draft, ...inForce];
  const xMax = Math.max(1, ...all.map(({ x }) => x));
  const feeMax = niceAbove(Math.max(1, ...all.map(({ fee }) => fee)));
  const left = (x: number) => LEFT + (x / xMax) * (WIDTH - LEFT - RIGHT);
  const top = (fee: number) => TOP + (1 - fee / feeMax) * (HEIGHT - TOP - BOTTOM);
  const path = (points: readonly PlotPoint[]) =>
    points.map(({ x, fee }, at) => `${at === 0 ? "M" : "L"}${left(x).toFixed(1)} ${top(fee).toFixed(1)}`).join("");
  const ticks = Array.from({ length: TICKS + 1 }, (_, at) => at / TICKS);
  const last = draft.at(-1);
  const label = last
    ? `${words.plot}: 0 ${words.km} ${money(draft[0]?.fee ?? 0, language)}, ${last.x} ${words.km} ${money(last.fee, language)}`
    : words.plot;
  return (
    <Box>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" role="img" aria-label={label} className={styles.plot}>
        {ticks.map((part) => (
          <g key={part}>
            <line
              className={styles.grid}
              x1={LEFT}
              x2={WIDTH - RIGHT}
              y1={top(feeMax * part)}
              y2={top(feeMax * part)}
            />
            <text x={LEFT - 8} y={top(feeMax * part) + 4} textAnchor="end">
              {money(feeMax * part, language)}
            </text>
            <text x={left(xMax * part)} y={HEIGHT - 8} textAnchor={part === 1 ? "end" : "middle"}>
              {`${decimal(xMax * part, language, Number.isInteger(xMax * part) ? 0 : 1)} ${words.km}`}
            </text>
          </g>
        ))}
        <path className={styles.inForce} d={path(inForce)} />
        <path className={styles.draft} d={path(draft)} />
      </svg>
      <Group gap="lg">
        <Text size="sm">
          <span className={styles.draftKey} /> {words.plotDraft}
        </Text>
        {inForce.length > 0 && (
          <Text size="sm">
            <span className={styles.inForceKey} /> {words.plotInForce}
          </Text>
        )}
      </Group>
    </Box>
  );
}

// 1, 2, 5, 10 …: the next that holds the largest fee.
function niceAbove(fee: number): number {
  const power = 10 ** Math.floor(Math.log10(fee));
  return ([1, 2, 5, 10].find((step) => step * power >= fee) ?? 10) * power;
}
