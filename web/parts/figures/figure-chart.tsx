// A measure as a line over time, beside the same of before. Loaded with the chart library on pages that show figures and nowhere else. What the
// line says is also said in words: the point under the pointer or the arrow keys, and all of them in the table below it.
import "uplot/dist/uPlot.min.css";
import { Box, useComputedColorScheme } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import UPlot from "uplot";
import { figureWords } from "../../words/figures.ts";
import { useSpoken } from "../language.tsx";
import { Quiet } from "../looks/kinds.tsx";
import { Link } from "../router.tsx";
import styles from "./figure-chart.module.css";

export type ChartPoint = {
  readonly label: string;
  readonly figure: number | null;
  readonly before: number | null | undefined;
  // The orders behind it.
  readonly href?: string | undefined;
};

type Props = {
  readonly name: string;
  readonly points: readonly ChartPoint[];
  readonly text: (figure: number | null | undefined) => string;
  readonly isWhole?: boolean;
  readonly height?: number;
};

const COLOURS = {
  light: { line: "#0b7285", before: "#868e96", grid: "#e9ecef", text: "#495057" },
  dark: { line: "#3bc9db", before: "#909296", grid: "#373a40", text: "#c1c2c5" },
} as const;
const LABEL_PX = 90;
// Half an order is no order: 1, 2, 5, 10 and so on.
const WHOLE_STEPS = Array.from({ length: 12 }, (_, tens) => [1, 2, 5].map((step) => step * 10 ** tens)).flat();

export function FigureChart({ name, points, text, isWhole = false, height = 240 }: Props) {
  const { words } = useSpoken(figureWords);
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const { ref: sized, width } = useElementSize();
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<UPlot>(undefined);
  const [chosen, choose] = useState<number>();
  const hasBefore = points.some(({ before }) => before !== undefined);
  const columns = useMemo(
    (): UPlot.AlignedData => [
      points.map((_, at) => at),
      points.map(({ figure }) => figure),
      ...(hasBefore ? [points.map(({ before }) => before ?? null)] : []),
    ],
    [points, hasBefore],
  );

  useEffect(() => {
    if (!place.current || width === 0) return undefined;
    const colours = COLOURS[scheme];
    const axis = { stroke: colours.text, grid: { stroke: colours.grid }, ticks: { stroke: colours.grid } };
    const made = new UPlot(
      {
        width,
        height,
        padding: [null, 36, null, null],
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false } },
        scales: {
          x: { time: false },
          y: { range: (_, low, high) => [Math.min(0, low ?? 0), Math.max(high ?? 1, 0.0001) * 1.05] },
        },
        axes: [
          {
            ...axis,
            space: LABEL_PX,
            incrs: [1, 2, 3, 4, 6, 7, 12, 14, 24, 28, 56, 91, 168, 364],
            values: (_, splits) => splits.map((at) => points[at]?.label ?? ""),
          },
          {
            ...axis,
            size: 84,
            ...(isWhole && { incrs: WHOLE_STEPS }),
            values: (_, splits) => splits.map((figure) => text(figure)),
          },
        ],
        series: [
          {},
          { stroke: colours.line, width: 2, points: { show: points.length < 40 } },
          ...(hasBefore ? [{ stroke: colours.before, width: 2, dash: [6, 5], points: { show: false } }] : []),
        ],
        hooks: { setCursor: [({ cursor }) => cursor.idx !== null && cursor.idx !== undefined && choose(cursor.idx)] },
      },
      columns,
      place.current,
    );
    chart.current = made;
    return () => made.destroy();
  }, [width, height, scheme, columns, points, text, hasBefore, isWhole]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || points.length === 0) return;
    event.preventDefault();
    const from = chosen ?? (step > 0 ? -1 : points.length);
    const at = Math.min(points.length - 1, Math.max(0, from + step));
    choose(at);
    const left = chart.current?.valToPos(at, "x");
    if (left !== undefined) chart.current?.setCursor({ left, top: height / 2 }, false);
  };
  const point = chosen === undefined ? points.at(-1) : points[chosen];
  return (
    <Box ref={sized}>
      <div
        ref={place}
        role="slider"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, points.length - 1)}
        aria-valuenow={chosen ?? points.length - 1}
        aria-valuetext={point ? `${point.label}: ${text(point.figure)}` : ""}
        aria-label={words.chart(name)}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className={styles.chart}
        style={{ height }}
      />
      <Quiet mt={4}>
        {point && (
          <>
            {point.label}: <b>{text(point.figure)}</b>
            {point.before !== undefined && ` · ${words.before}: ${text(point.before)}`}
            {point.href && (
              <>
                {" · "}
                <Link href={point.href} underline="always">
                  {words.ordersBehind}
                </Link>
              </>
            )}
          </>
        )}
      </Quiet>
    </Box>
  );
}
