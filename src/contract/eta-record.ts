// The figures of told windows as programs read them: the operator's call and `giao simulate --json`.
import type { EtaFigure, EtaFigures } from "../domain/eta/eta-figures.ts";

export function etaRecord({ all, byStage, byHour, byBand }: EtaFigures) {
  return {
    ...figureRecord(all),
    by_stage: byStage.map((cell) => ({ stage: cell.stage, target: cell.target, ...figureRecord(cell) })),
    by_hour: byHour.map((cell) => ({ hour: cell.hour, ...figureRecord(cell) })),
    by_distance: byBand.map((cell) => ({ meters: cell.band, ...figureRecord(cell) })),
  };
}

export function figureRecord(figure: EtaFigure) {
  const { promised, held, heldMargin, early, late, biasSeconds, widthSeconds, constantSeconds } = figure;
  const rounded = (number: number): number => Math.round(number * 1e4) / 1e4;
  return {
    told: promised,
    held: rounded(held),
    held_margin: rounded(heldMargin),
    early: rounded(early),
    late: rounded(late),
    bias_seconds: rounded(biasSeconds),
    width_seconds: rounded(widthSeconds),
    constant_seconds: rounded(constantSeconds),
  };
}
