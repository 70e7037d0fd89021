// How dispatch goes in each city that this process leads, for the operator's monitoring.
import type { CityFigure, OfferOutcome } from "../domain/dispatch/city-figure.ts";
import type { RoundReport } from "../operations/dispatch/run-round.ts";
import type { CityOutcome } from "../store/dispatch/outcomes.ts";

type Figure = {
  leads: boolean;
  // From the start of the process.
  readonly rounds: { done: number; failed: number; capped: number };
  readonly cells: { roads: number; crow: number };
  roundSeconds: number;
  offered: number;
  // As the last round found them.
  drivers: number;
  waiting: number;
  oldestSince: Date | undefined;
  waitingFor: Readonly<Record<string, number>>;
  outcomes: Partial<Record<OfferOutcome, number>>;
};

export type CityFigures = {
  readonly leads: (cityId: string, isLeader: boolean) => void;
  readonly done: (cityId: string, report: RoundReport, seconds: number) => void;
  readonly failed: (cityId: string) => void;
  readonly nobodyWaitsBut: (cities: ReadonlySet<string>) => void;
  // What drivers answered lately, in every city.
  readonly answered: (outcomes: readonly CityOutcome[]) => void;
  // As the city's row tells it.
  readonly report: (cityId: string, now: Date) => CityFigure;
  readonly all: () => ReadonlyMap<string, Readonly<Figure>>;
};

export function openCityFigures(): CityFigures {
  const figures = new Map<string, Figure>();
  const of = (cityId: string): Figure => {
    const known = figures.get(cityId) ?? newFigure();
    figures.set(cityId, known);
    return known;
  };
  return {
    leads: (cityId, isLeader) => {
      const figure = of(cityId);
      figure.leads = isLeader;
      if (!isLeader) forget(figure);
    },
    done: (cityId, report, seconds) => {
      const figure = of(cityId);
      figure.rounds.done++;
      if (report.isCapped) figure.rounds.capped++;
      figure.roundSeconds += seconds;
      figure.offered += report.offered;
      figure.cells.roads += report.cells.roads;
      figure.cells.crow += report.cells.crow;
      figure.drivers = report.drivers ?? figure.drivers;
      figure.waiting = report.waiting;
      figure.oldestSince = report.oldestSince;
      figure.waitingFor = report.waitingFor;
    },
    failed: (cityId) => {
      of(cityId).rounds.failed++;
    },
    nobodyWaitsBut: (cities) => {
      for (const [cityId, figure] of figures) if (!cities.has(cityId)) forget(figure);
    },
    answered: (outcomes) => {
      for (const figure of figures.values()) figure.outcomes = {};
      for (const { cityId, answer, count } of outcomes) of(cityId).outcomes[answer] = count;
    },
    report: (cityId, now) => {
      const { leads: _leads, oldestSince, ...figure } = of(cityId);
      return {
        ...figure,
        oldestSeconds: oldestSince ? Math.max(0, (now.getTime() - oldestSince.getTime()) / 1000) : 0,
      };
    },
    all: () => figures,
  };
}

function newFigure(): Figure {
  return {
    leads: false,
    rounds: { done: 0, failed: 0, capped: 0 },
    cells: { roads: 0, crow: 0 },
    roundSeconds: 0,
    offered: 0,
    drivers: 0,
    waiting: 0,
    oldestSince: undefined,
    waitingFor: {},
    outcomes: {},
  };
}

function forget(figure: Figure): void {
  figure.waiting = 0;
  figure.oldestSince = undefined;
  figure.waitingFor = {};
}
