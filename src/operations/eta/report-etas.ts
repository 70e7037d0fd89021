// Whether the windows that were told in a span of time could be trusted.
import type { City } from "../../domain/catalogue/service.ts";
import { type EtaFigures, figuringEtas } from "../../domain/eta/eta-figures.ts";
import type { EtaOutcome } from "../../domain/eta/eta-windows.ts";
import { pushTo } from "../../domain/eta/push-to.ts";
import { dateAt } from "../../domain/local-time.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import { finishInSlices, mapInSlices } from "../../ports/slices.ts";
import { listOutcomes } from "../../store/eta/promised-windows.ts";
import { etaOutcomeOf, type Learned, type LearnedDeps } from "../dispatch/learned.ts";
import { hoursBefore, readBack } from "../dispatch/read-back.ts";

export type EtaSpan = { readonly from: Date; readonly to: Date; readonly cityId: string | undefined };

export type EtaReport = {
  readonly figures: EtaFigures;
  // By local date of the city, or of Vietnam where all are asked for.
  readonly byDay: readonly { readonly date: string; readonly figures: EtaFigures["all"] }[];
};

// The newest of more, about: sorting them is on the event loop.
const OUTCOMES_MAX = 50_000;
// Windows are told of orders that were made up to so long before.
const MADE_BEFORE_HOURS = 24;
const ZONE: City["timeZone"] = "Asia/Ho_Chi_Minh";

export async function reportEtas(
  deps: LearnedDeps & { readonly learned: Learned },
  { from, to, cityId }: EtaSpan,
): Promised<EtaReport, "CITY_NOT_FOUND"> {
  const city = cityId === undefined ? undefined : deps.catalogue.current().cities.get(cityId);
  if (cityId !== undefined && !city) return refuse("CITY_NOT_FOUND", `There is no city ${cityId}.`);
  const outcomes: EtaOutcome[] = [];
  const days = new Map<string, EtaOutcome[]>();
  const read = (back: number, hours: number) =>
    listOutcomes(deps.db, { from: hoursBefore(to, back + hours), to: hoursBefore(to, back) }, { from, to }, cityId);
  const hours = Math.ceil((to.getTime() - from.getTime()) / 3_600_000) + MADE_BEFORE_HOURS;
  for await (const rows of readBack(OUTCOMES_MAX, read, hours)) {
    await mapInSlices(rows, (row) => {
      const outcome = etaOutcomeOf(row, deps.learned.hourIn);
      outcomes.push(outcome);
      pushTo(days, dateAt(city?.timeZone ?? ZONE, new Date(row.toldAtSeconds * 1_000)), outcome);
    });
  }
  const byDay: EtaReport["byDay"][number][] = [];
  for (const [date, ofIt] of [...days].sort(([a], [b]) => a.localeCompare(b)))
    byDay.push({ date, figures: (await finishInSlices(figuringEtas(ofIt))).all });
  return { figures: await finishInSlices(figuringEtas(outcomes)), byDay };
}
