// Figures as they are asked for: by hour, day or week, of cities, a service, a partner, an account or a driver, beside those of before.
import { addCounts, type Counts } from "../../domain/figures/counts.ts";
import {
  type AskedDates,
  CELLS_A_DEGREE,
  type Compare,
  comparedDays,
  type Dates,
  datesOf,
  mondayOf,
  type Part,
  type Step,
  sectionsOf,
  shiftDates,
} from "../../domain/figures/spans.ts";
import { dateAt, HOME_ZONE, localTimeAt } from "../../domain/local-time.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { mapInSlices } from "../../ports/slices.ts";
import {
  type FigureFilter,
  type FigureKind,
  type FigureRow,
  listDemand,
  listFigures,
  listTopSubjects,
  ROWS_MAX,
} from "../../store/figures/figure-rows.ts";
import type { Services } from "../services.ts";

export type FiguresDeps = Pick<Services, "reads" | "clock" | "catalogue">;

export type FiguresQuestion = AskedDates & {
  readonly by: Step;
  readonly compare?: Compare | undefined;
  readonly cityIds?: readonly string[] | undefined;
  readonly serviceId?: string | undefined;
  readonly partnerId?: string | undefined;
  readonly accounts?: readonly string[] | undefined;
  // An account with all its children, which are added up by the day.
  readonly parent?: string | undefined;
  readonly driver?: string | undefined;
};

// `key` is the hour's or the day's beginning as its city's clock shows it: 2026-11-17T09 or 2026-11-17; of a week its Monday's.
type FigurePoint = { readonly key: string; readonly counts: Counts };
export type Series = {
  readonly dates: Dates;
  readonly points: readonly FigurePoint[];
  readonly all: Counts;
};
export type SeenFigures = Series & { readonly by: Step; readonly before: Series | undefined };

// Of what there is much of; more would take the database longer than a page may.
const TOP_MAX = 50;
const PARTS_MAX = 200;
const DAY_MS = 86_400_000;

export async function seeFigures(deps: FiguresDeps, question: FiguresQuestion): Promised<SeenFigures, "INVALID_DATA"> {
  const dates = datesOf(question, question.by, dateAt(HOME_ZONE, deps.clock.now()));
  if (isRefusal(dates)) return dates;
  const whose = whoseOf(question);
  if (isRefusal(whose)) return whose;
  const series = await seriesOf(deps, question, whose, dates);
  if (isRefusal(series)) return series;
  if (question.compare === undefined) return { ...series, by: question.by, before: undefined };
  const before = await seriesOf(deps, question, whose, shiftDates(dates, -comparedDays(dates, question.compare)));
  return isRefusal(before) ? before : { ...series, by: question.by, before };
}

type Whose = Pick<FigureFilter, "kinds" | "serviceId" | "subjects">;

const KINDS_OF: Readonly<Record<Part, readonly FigureKind[]>> = {
  city: ["orders", "eta", "time"],
  service: ["orders", "eta"],
  partner: ["partner", "eta_partner"],
  account: ["account", "eta_account"],
  driver: ["driver", "eta_driver", "driver_time"],
};

const KINDS_OF_PARENT: readonly FigureKind[] = [...KINDS_OF.account, "children", "eta_children"];

// The time that drivers have belongs to a city as a whole, and to each of them.
function whoseOf({ serviceId, partnerId, accounts, parent, driver }: FiguresQuestion): Whose | Refusal<"INVALID_DATA"> {
  if (driver !== undefined) {
    return serviceId !== undefined || partnerId !== undefined || accounts
      ? refuse("INVALID_DATA", "driver: figures of a driver are of all services and accounts.", "driver")
      : { kinds: KINDS_OF.driver, subjects: [driver] };
  }
  if (accounts && partnerId !== undefined) {
    return refuse("INVALID_DATA", "account: it has one partner, who need not be named.", "account");
  }
  if (parent !== undefined) return { kinds: KINDS_OF_PARENT, serviceId, subjects: [parent] };
  if (accounts) return { kinds: KINDS_OF.account, serviceId, subjects: accounts };
  if (partnerId !== undefined) return { kinds: KINDS_OF.partner, serviceId, subjects: [partnerId] };
  return { kinds: KINDS_OF[serviceId === undefined ? "city" : "service"], serviceId };
}

async function seriesOf(
  deps: FiguresDeps,
  { by, cityIds }: FiguresQuestion,
  whose: Whose,
  dates: Dates,
): Promised<Series, "INVALID_DATA"> {
  const rows = await rowsOf(deps, { ...whose, span: by === "hour" ? "hour" : "day", cityIds }, dates);
  if (isRefusal(rows)) return rows;
  const groups = Map.groupBy(rows, ({ key, date }) => (by === "hour" ? key : by === "day" ? date : mondayOf(date)));
  const added = await mapInSlices([...groups], ([key, group]) => ({ key, counts: sumOf(group) }));
  const points = added.sort((a, b) => (a.key < b.key ? -1 : 1));
  return { dates, points, all: addCounts(...points.map(({ counts }) => counts)) };
}

const sumOf = (rows: readonly FigureRow[]): Counts => addCounts(...rows.map(({ counts }) => counts));

type DatedRow = FigureRow & { readonly date: string; readonly key: string };

// Cities' clocks differ by less than a day, so a day more is read on either side.
async function rowsOf(
  deps: FiguresDeps,
  filter: Omit<FigureFilter, "from" | "to">,
  dates: Dates,
): Promised<readonly DatedRow[], "INVALID_DATA"> {
  const rows = await listFigures(deps.reads, { ...filter, ...instantsOf(dates) });
  if (rows.length > ROWS_MAX) return tooMany();
  const { cities } = deps.catalogue.current();
  // Thousands of rows share a year's moments, and asking a calendar for each takes longer than all else.
  const known = new Map<string, Pick<DatedRow, "date" | "key">>();
  const momentOf = (zone: string, at: Date): Pick<DatedRow, "date" | "key"> => {
    const name = `${zone} ${at.getTime()}`;
    let moment = known.get(name);
    if (!moment) {
      const date = dateAt(zone, at);
      const hour = Math.floor(localTimeAt(zone, at).minuteOfDay / 60);
      moment = { date, key: `${date}T${String(hour).padStart(2, "0")}` };
      known.set(name, moment);
    }
    return moment;
  };
  return rows.flatMap((row) => {
    const moment = momentOf(cities.get(row.cityId)?.timeZone ?? HOME_ZONE, row.at);
    return moment.date < dates.from || moment.date > dates.to ? [] : [{ ...row, ...moment }];
  });
}

const tooMany = (): Refusal<"INVALID_DATA"> =>
  refuse("INVALID_DATA", "from: that is more than can be added up at once; ask for fewer days.", "from");

const instantsOf = ({ from, to }: Dates): Pick<FigureFilter, "from" | "to"> => ({
  from: new Date(Date.parse(`${from}T00:00:00Z`) - DAY_MS),
  to: new Date(Date.parse(`${to}T00:00:00Z`) + 2 * DAY_MS),
});

export type SeenPart = { readonly id: string; readonly counts: Counts };

// The same figures taken apart: the cities, services, partners, accounts or drivers with the most orders.
export async function seeParts(
  deps: FiguresDeps,
  question: AskedDates & Pick<FiguresQuestion, "cityIds" | "serviceId"> & { readonly of: Part },
): Promised<readonly SeenPart[], "INVALID_DATA"> {
  const today = dateAt(HOME_ZONE, deps.clock.now());
  const dates = datesOf(question, "day", today);
  if (isRefusal(dates)) return dates;
  const isMany = question.of !== "city" && question.of !== "service";
  const filter = {
    kinds: KINDS_OF[question.of],
    cityIds: question.cityIds,
    ...(question.of !== "driver" && { serviceId: question.serviceId }),
  };
  // Of what there is much of, months are kept.
  const sections = isMany ? sectionsOf(dates, today) : [{ span: "day", dates } as const];
  const subjects = isMany
    ? await listTopSubjects(
        deps.reads,
        sections.map((one) => ({ ...filter, span: one.span, ...instantsOf(one.dates) })),
        TOP_MAX,
      )
    : undefined;
  const rows: DatedRow[] = [];
  for (const one of sections) {
    const found = await rowsOf(deps, { ...filter, span: one.span, subjects }, one.dates);
    if (isRefusal(found)) return found;
    rows.push(...found);
  }
  const name = question.of === "city" ? "cityId" : question.of === "service" ? "serviceId" : "subject";
  const parts = await mapInSlices([...Map.groupBy(rows, (row) => row[name])], ([id, group]) => ({
    id,
    counts: sumOf(group),
  }));
  return parts
    .sort((a, b) => (b.counts.orders ?? 0) - (a.counts.orders ?? 0) || (a.id < b.id ? -1 : 1))
    .slice(0, isMany ? TOP_MAX : PARTS_MAX);
}

export type SeenCell = {
  // Its middle.
  readonly lat: number;
  readonly lng: number;
  readonly orders: number;
  readonly unmet: number;
};

// Where goods were to be fetched, by squares of the map; within one hour of the day where it is given.
export async function seeDemand(
  deps: FiguresDeps,
  question: AskedDates & { readonly cityId: string; readonly hour?: number | undefined },
): Promised<readonly SeenCell[], "INVALID_DATA"> {
  const dates = datesOf(question, "hour", dateAt(HOME_ZONE, deps.clock.now()));
  if (isRefusal(dates)) return dates;
  const zone = deps.catalogue.current().cities.get(question.cityId)?.timeZone ?? HOME_ZONE;
  const cells = await listDemand(deps.reads, { ...question, ...dates, zone });
  return cells.map(({ cell, orders, unmet }) => {
    const [lat = 0, lng = 0] = cell.split(",").map((at) => (Number(at) + 0.5) / CELLS_A_DEGREE);
    return { lat, lng, orders, unmet };
  });
}
