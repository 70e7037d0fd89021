// How the figures of told windows are told in a terminal.
import type { EtaFigure, EtaFigures } from "../domain/eta/eta-figures.ts";

const HEAD = ["", "told", "held", "chance", "early", "late", "bias s", "width s", "constant s", "ratio"] as const;

export function etaTable(figures: EtaFigures): readonly string[] {
  const rows = [
    HEAD,
    rowOf("all", figures.all),
    ...figures.byStage.map((cell) => rowOf(`${cell.stage}, ${cell.target}`, cell)),
    ...figures.byBand.map((cell) => rowOf(`${cell.band} m`, cell)),
    ...figures.byHour.map((cell) => rowOf(`${String(cell.hour).padStart(2, "0")}:00`, cell)),
  ];
  const widths = HEAD.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join("  "),
  );
}

function rowOf(name: string, figure: EtaFigure): readonly string[] {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const { promised, held, heldMargin, early, late, biasSeconds, widthSeconds, constantSeconds } = figure;
  const ratio = constantSeconds > 0 ? (widthSeconds / constantSeconds).toFixed(2) : "–";
  return [
    name,
    String(promised),
    percent(held),
    `± ${(100 * heldMargin).toFixed(1)}`,
    percent(early),
    percent(late),
    biasSeconds.toFixed(0),
    widthSeconds.toFixed(0),
    constantSeconds.toFixed(0),
    ratio,
  ];
}
