// Whether the windows that were told in a span of time could be trusted.
import type { City } from "../../domain/catalogue/service.ts";
import { type EtaFigures, etaFigures } from "../../domain/eta/eta-figures.ts";
import type { EtaOutcome } from "../../domain/eta/eta-windows.ts";
import { dateAt } from "../../domain/local-time.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import { listOutcomes } from "../../store/eta/promised-windows.ts";
import { etaOutcomeOf, type Learned, type LearnedDeps } from "../dispatch/learned.ts";

export type EtaSpan = { readonly from: Date; readonly to: Date; readonly cityId: string | undefined };

export type EtaReport = {
  readonly figures: EtaFigures;
  // By local date of the city, or of Vietnam where all are asked for.
  readonly byDay: readonly { readonly date: string; readonly figures: EtaFigures["all"] }[];
};

// The newest of more: sorting them is on the event loop.
const OUTCOMES_MAX = 50_000;
const ZONE: City["timeZone"] = "Asia/Ho_Chi_Minh";

export async function reportEtas(
  deps: LearnedDeps & { readonly learned: Learned },
  { from, to, cityId }: EtaSpan,
): Promised<EtaReport, "CITY_NOT_FOUND"> {
  const city = cityId === undefined ? undefined : deps.catalogue.current().cities.get(cityId);
  if (cityId !== undefined && !city) return refuse("CITY_NOT_FOUND", `There is no city ${cityId}.`);
  const rows = await listOutcomes(deps.db, { from, to, cityId }, OUTCOMES_MAX);
  const promised = rows.map((row) => ({
    outcome: etaOutcomeOf(row, deps.learned.hourIn),
    date: dateAt(city?.timeZone ?? ZONE, row.promisedAt),
  }));
  const days = [...Map.groupBy(promised, ({ date }) => date)].sort(([a], [b]) => a.localeCompare(b));
  return {
    figures: etaFigures(promised.map(({ outcome }) => outcome)),
    byDay: days.map(([date, of]) => ({ date, figures: allOf(of.map(({ outcome }) => outcome)) })),
  };
}

function allOf(outcomes: readonly EtaOutcome[]): EtaFigures["all"] {
  return etaFigures(outcomes).all;
}
