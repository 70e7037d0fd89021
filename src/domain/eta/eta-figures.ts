// Whether told windows could be trusted: how many held what happened, by hour, distance and stage, which way ETAs were off, and how wide
// windows were beside the best of one constant width.
import { finish, type Steps } from "../in-steps.ts";
import { BANDS, bandOf } from "./distance-bands.ts";
import { type EtaOutcome, STAGES, TARGETS } from "./eta-windows.ts";

export type EtaFigure = {
  readonly promised: number;
  // Shares of them: inside, before and after the window. An end of the window is inside.
  readonly held: number;
  // How far chance alone moves that share, to either side, nineteen times of twenty. Windows of one order come right or wrong together, so it is
  // orders that count.
  readonly heldMargin: number;
  readonly early: number;
  readonly late: number;
  // Mean of what happened less the ETA: above zero, people wait longer than they were told.
  readonly biasSeconds: number;
  readonly widthSeconds: number;
  // The narrowest window of one width around the ETA that would have held eight of ten, known only afterwards.
  readonly constantSeconds: number;
};

export type EtaFigures = {
  readonly all: EtaFigure;
  readonly byStage: readonly (EtaFigure & { readonly stage: string; readonly target: string })[];
  readonly byHour: readonly (EtaFigure & { readonly hour: number })[];
  readonly byBand: readonly (EtaFigure & { readonly band: string })[];
};

const HELD_SHARE = 0.8;
const NINETEEN_OF_TWENTY = 1.96;

export function etaFigures(outcomes: readonly EtaOutcome[]): EtaFigures {
  return finish(figuringEtas(outcomes));
}

export function* figuringEtas(outcomes: readonly EtaOutcome[]): Steps<EtaFigures> {
  const byStage: EtaFigures["byStage"][number][] = [];
  for (const stage of STAGES) {
    for (const target of TARGETS) {
      const cell = outcomes.filter((outcome) => outcome.stage === stage && outcome.target === target);
      if (cell.length > 0) byStage.push({ stage, target, ...(yield* figureOf(cell)) });
    }
  }
  const byHour: EtaFigures["byHour"][number][] = [];
  const hours = Map.groupBy(outcomes, ({ hour }) => hour);
  yield;
  for (const [hour, cell] of [...hours].sort(([a], [b]) => a - b)) byHour.push({ hour, ...(yield* figureOf(cell)) });
  const byBand: EtaFigures["byBand"][number][] = [];
  const bands = Map.groupBy(outcomes, ({ meters }) => bandOf(meters));
  yield;
  for (const band of BANDS) {
    const cell = bands.get(band);
    if (cell) byBand.push({ band, ...(yield* figureOf(cell)) });
  }
  // A quote for an hour ahead and a driver at the corner share no width: each stage has the best of its own.
  const constantSeconds = byStage.reduce((sum, stage) => sum + stage.constantSeconds * stage.promised, 0);
  return {
    all: { ...(yield* figureOf(outcomes)), constantSeconds: constantSeconds / Math.max(1, outcomes.length) },
    byStage,
    byHour,
    byBand,
  };
}

function* figureOf(outcomes: readonly EtaOutcome[]): Steps<EtaFigure> {
  yield;
  const mean = (of: (outcome: EtaOutcome) => number): number =>
    outcomes.reduce((sum, outcome) => sum + of(outcome), 0) / Math.max(1, outcomes.length);
  const early = mean(({ promised, actualSeconds }) => Number(actualSeconds < promised.low));
  const late = mean(({ promised, actualSeconds }) => Number(actualSeconds > promised.high));
  const held = outcomes.length === 0 ? 0 : 1 - early - late;
  yield;
  const heldMargin = marginOf(outcomes, held);
  yield;
  return {
    promised: outcomes.length,
    held,
    heldMargin,
    early,
    late,
    biasSeconds: mean(({ promised, actualSeconds }) => actualSeconds - promised.eta),
    widthSeconds: mean(({ promised }) => promised.high - promised.low),
    constantSeconds: narrowest(outcomes.map(({ promised, actualSeconds }) => actualSeconds - promised.eta)),
  };
}

function isHeld({ promised, actualSeconds }: EtaOutcome): boolean {
  return actualSeconds >= promised.low && actualSeconds <= promised.high;
}

function marginOf(outcomes: readonly EtaOutcome[], held: number): number {
  const off = new Map<string, number>();
  for (const outcome of outcomes)
    off.set(outcome.orderId, (off.get(outcome.orderId) ?? 0) + Number(isHeld(outcome)) - held);
  // Of one order nothing is known: its windows hold together or not at all.
  if (off.size < 2) return 1;
  const squares = [...off.values()].reduce((sum, each) => sum + each * each, 0);
  return (NINETEEN_OF_TWENTY * Math.sqrt(squares)) / outcomes.length;
}

function narrowest(misses: readonly number[]): number {
  const sorted = Float64Array.from(misses).sort();
  const held = Math.ceil(sorted.length * HELD_SHARE);
  let width = Infinity;
  for (let first = 0; first + held <= sorted.length; first++)
    width = Math.min(width, sorted[first + held - 1]! - sorted[first]!);
  return held === 0 ? 0 : width;
}
