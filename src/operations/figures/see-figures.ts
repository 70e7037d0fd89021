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
  shiftDate,
  shiftDates,
} from "../../domain/figures/spans.ts";
import { dateAt, HOME_ZONE, localTimeAt } from "../../domain/local-time.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import {
  type FigureFilter,
  type FigureKind,
  type FigureRow,
  listAccountsOfPartner,
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

const ACCOUNTS_MAX = 10_000;
const TOP_MAX = 100;
const PARTS_DAYS_MAX = 92;
const DAY_MS = 86_400_000;

export async function seeFigures(deps: FiguresDeps, question: FiguresQuestion): Promised<SeenFigures, "INVALID_DATA"> {
  const dates = datesOf(question, question.by, dateAt(HOME_ZONE, deps.clock.now()));
  if (isRefusal(dates)) return dates;
  const whose = await whoseOf(deps, question);
  if (isRefusal(whose)) return whose;
  const series = await seriesOf(deps, question, whose, dates);
  if (isRefusal(series)) return series;
  if (question.compare === undefined) return { ...series, by: question.by, before: undefined };
  const before = await seriesOf(deps, question, whose, shiftDates(dates, -comparedDays(dates, question.compare)));
  return isRefusal(before) ? before : { ...series, by: question.by, before };
}

type Whose = Pick<FigureFilter, "kinds" | "serviceId" | "subjects">;

// Drivers' time belongs to a city as a whole, ETAs to its services.
async function whoseOf(deps: FiguresDeps, question: FiguresQuestion): Promised<Whose, "INVALID_DATA"> {
  const { serviceId, partnerId, driver } = question;
  if (driver !== undefined) {
    return serviceId !== undefined || partnerId !== undefined || question.accounts
      ? refuse("INVALID_DATA", "driver: figures of a driver are of all services and accounts.", "driver")
      : { kinds: ["driver", "driver_time"], subjects: [driver] };
  }
  const accounts =
    question.accounts ??
    (partnerId === undefined ? undefined : await listAccountsOfPartner(deps.reads, partnerId, ACCOUNTS_MAX));
  if (accounts) return { kinds: ["account"], serviceId, subjects: accounts };
  return { kinds: serviceId === undefined ? ["orders", "eta", "time"] : ["orders", "eta"], serviceId };
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
  const points = [...groups]
    .map(([key, group]) => ({ key, counts: addCounts(...group.map(({ counts }) => counts)) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return { dates, points, all: addCounts(...points.map(({ counts }) => counts)) };
}

type DatedRow = FigureRow & { readonly date: string; readonly key: string; readonly hour: number };

// Cities' clocks differ by less than a day, so a day more is read on either side.
async function rowsOf(
  deps: FiguresDeps,
  filter: Omit<FigureFilter, "from" | "to">,
  dates: Dates,
): Promised<readonly DatedRow[], "INVALID_DATA"> {
  const rows = await listFigures(deps.reads, { ...filter, ...instantsOf(dates) });
  if (rows.length > ROWS_MAX) return tooMany();
  const { cities } = deps.catalogue.current();
  return rows.flatMap((row) => {
    const zone = cities.get(row.cityId)?.timeZone ?? HOME_ZONE;
    const date = dateAt(zone, row.at);
    const hour = Math.floor(localTimeAt(zone, row.at).minuteOfDay / 60);
    return date < dates.from || date > dates.to
      ? []
      : [{ ...row, date, hour, key: `${date}T${String(hour).padStart(2, "0")}` }];
  });
}

const tooMany = (): Refusal<"INVALID_DATA"> =>
  refuse("INVALID_DATA", "from: that is more than can be added up at once; ask for fewer days.", "from");

const instantsOf = ({ from, to }: Dates): Pick<FigureFilter, "from" | "to"> => ({
  from: new Date(Date.parse(`${from}T00:00:00Z`) - DAY_MS),
  to: new Date(Date.parse(`${to}T00:00:00Z`) + 2 * DAY_MS),
});

export type SeenPart = { readonly id: string; readonly counts: Counts };

const KINDS_OF: Readonly<Record<Part, readonly FigureKind[]>> = {
  city: ["orders", "eta", "time"],
  service: ["orders", "eta"],
  account: ["account"],
  driver: ["driver", "driver_time"],
};

// The same figures taken apart: the cities, services, accounts or drivers with the most orders.
export async function seeParts(
  deps: FiguresDeps,
  question: AskedDates & Pick<FiguresQuestion, "cityIds" | "serviceId"> & { readonly of: Part },
): Promised<readonly SeenPart[], "INVALID_DATA"> {
  const dates = datesOf(question, "day", dateAt(HOME_ZONE, deps.clock.now()));
  if (isRefusal(dates)) return dates;
  const isMany = question.of === "account" || question.of === "driver";
  if (isMany && shiftDate(dates.from, PARTS_DAYS_MAX) <= dates.to) {
    return refuse("INVALID_DATA", `from: at most ${PARTS_DAYS_MAX} days by ${question.of}.`, "from");
  }
  const kinds = KINDS_OF[question.of];
  const filter = {
    span: "day",
    kinds,
    cityIds: question.cityIds,
    ...(question.of !== "driver" && { serviceId: question.serviceId }),
  } as const;
  const subjects = isMany ? await listTopSubjects(deps.reads, { ...filter, ...instantsOf(dates) }, TOP_MAX) : undefined;
  const rows = await rowsOf(deps, { ...filter, subjects }, dates);
  if (isRefusal(rows)) return rows;
  const nameOf = { city: "cityId", service: "serviceId", account: "subject", driver: "subject" } as const;
  return [...Map.groupBy(rows, (row) => row[nameOf[question.of]])]
    .map(([id, group]) => ({ id, counts: addCounts(...group.map(({ counts }) => counts)) }))
    .sort((a, b) => (b.counts.orders ?? 0) - (a.counts.orders ?? 0) || (a.id < b.id ? -1 : 1))
    .slice(0, TOP_MAX);
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
  const rows = await rowsOf(deps, { span: "hour", kinds: ["cell"], cityIds: [question.cityId] }, dates);
  if (isRefusal(rows)) return rows;
  const meant = question.hour === undefined ? rows : rows.filter(({ hour }) => hour === question.hour);
  return [...Map.groupBy(meant, ({ subject }) => subject)].map(([cell, group]) => {
    const [lat = 0, lng = 0] = cell.split(",").map((at) => (Number(at) + 0.5) / CELLS_A_DEGREE);
    const { orders = 0, unmet = 0 } = addCounts(...group.map(({ counts }) => counts));
    return { lat, lng, orders, unmet };
  });
}
