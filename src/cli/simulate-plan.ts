// What `giao simulate` was asked to run: a made-up city, a day from files, or a recorded one.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CITY_SEEDS } from "../domain/catalogue/seed/city-outlines.ts";
import type { City } from "../domain/catalogue/service.ts";
import { POLICY } from "../domain/dispatch/policy.ts";
import { startOfDate } from "../domain/local-time.ts";
import { isRefusal, type Promised, refuse } from "../domain/refusal.ts";
import { cityDay } from "../domain/simulation/city-day.ts";
import type { Day } from "../domain/simulation/day.ts";
import { parseDay } from "../domain/simulation/day-csv.ts";
import { generateDay, withCod } from "../domain/simulation/generated-day.ts";
import { OURS, POLICIES } from "../domain/simulation/policies.ts";
import { parseRecord, type RecordedDay, type RecordedEvent, recordedDayOf } from "../domain/simulation/record.ts";
import type { Policy, SimulatedOrder } from "../domain/simulation/simulator.ts";
import { DAY_SETTINGS, type WorldSettings } from "../domain/simulation/world.ts";
import { BadWords, readWords } from "./words.ts";

const OPTIONS = {
  city: { type: "string" },
  day: { type: "string" },
  replay: { type: "string" },
  orders: { type: "string" },
  drivers: { type: "string" },
  seed: { type: "string" },
  "crow-speed": { type: "string" },
  "service-seconds": { type: "string" },
  policy: { type: "string" },
  "as-live": { type: "boolean" },
  audit: { type: "string" },
  "round-seconds": { type: "string" },
  "never-accept": { type: "string" },
  surprises: { type: "boolean" },
  "past-days": { type: "string" },
  "take-back": { type: "boolean" },
  cod: { type: "string" },
  json: { type: "boolean" },
} as const;

const ORDERS_MAX = 20_000;
const DRIVERS_MAX = 5_000;
const DAY_MS = 86_400_000;
const PAST_DAYS = 3;
const PAST_DAYS_MAX = 30;
// Between the seeds of a city's days, which are no other city's days for that.
const PAST_SEEDS = 7_919;
const CITY_SETTINGS: WorldSettings = { ...DAY_SETTINGS, bundleMax: 2, timeoutSeconds: 600 };
const CITY_POLICIES: ReadonlySet<string> = new Set(["nearest-first", "broadcast", OURS.name]);

export type SimulationPlan = {
  readonly title: string;
  readonly day: Day;
  readonly settings: WorldSettings;
  readonly policies: readonly Policy[];
  // A made-up city has traffic and moods of this seed; any other day is driven as it stands.
  readonly seed: number | undefined;
  // What really happened, where that is known.
  readonly recorded: readonly SimulatedOrder[] | undefined;
  readonly crowMetersPerMinute: number | undefined;
  readonly asJson: boolean;
  // The dispatcher's own rounds, beside the other policies or, in JSON, alone.
  readonly isAsLive: boolean;
  readonly liveRoundSeconds: number;
  // Where the log goes that `giao dispatch audit` checks.
  readonly auditFile: string | undefined;
  // So many in a hundred drivers refuse whatever they are asked.
  readonly neverAcceptPercent: number;
  // Cooks, counters and doors do as they like; these days before have taught what they usually do.
  readonly surprises: { readonly pastDays: readonly PastDay[] } | undefined;
  // The service of --as-live takes accepted orders back.
  readonly takesBack: boolean;
};

type PastDay = { readonly day: Day; readonly seed: number };

export type RecallDay = (span: {
  readonly cityId: string;
  readonly from: Date;
  readonly to: Date;
}) => Promised<readonly RecordedEvent[], string>;

type Asked = Pick<
  SimulationPlan,
  "crowMetersPerMinute" | "asJson" | "isAsLive" | "liveRoundSeconds" | "auditFile" | "neverAcceptPercent" | "takesBack"
>;

type Words = ReturnType<typeof readWords<typeof OPTIONS>>["values"];

export async function planSimulation(words: readonly string[], recall: RecallDay): Promised<SimulationPlan, string> {
  const { values, positionals } = readWords(words, OPTIONS);
  if (positionals.length > 0) throw new BadWords(`what is "${positionals[0]}"?`);
  const serviceSeconds = optionalNumber(values, "service-seconds", 0, 86_400) ?? DAY_SETTINGS.serviceSeconds;
  const asked: Asked = {
    crowMetersPerMinute: optionalNumber(values, "crow-speed", 1, 10_000),
    asJson: values.json ?? false,
    isAsLive: values["as-live"] ?? false,
    auditFile: values.audit,
    liveRoundSeconds: optionalNumber(values, "round-seconds", 1, 600) ?? POLICY.roundSeconds,
    neverAcceptPercent: optionalNumber(values, "never-accept", 0, 100) ?? 0,
    takesBack: values["take-back"] ?? false,
  };
  if (values.day !== undefined && values.replay === undefined && values.city === undefined) {
    const day = await readDay(values.day);
    if (isRefusal(day)) return day;
    const title = `${values.day}: ${countsOf(day)}`;
    return {
      ...asked,
      title,
      day,
      settings: { ...DAY_SETTINGS, serviceSeconds },
      policies: policiesOf(values, POLICIES),
      seed: undefined,
      recorded: undefined,
      surprises: undefined,
    };
  }
  if (values.replay !== undefined && values.day === undefined) {
    const read = await readRecord(values.replay, values.city, recall);
    if (isRefusal(read)) return read;
    const title = `${values.replay}: ${countsOf(read.day)}`;
    return {
      ...asked,
      title,
      day: read.day,
      settings: { ...DAY_SETTINGS, serviceSeconds },
      policies: policiesOf(values, POLICIES),
      seed: undefined,
      recorded: read.orders,
      surprises: undefined,
    };
  }
  if (values.city !== undefined && values.day === undefined)
    return { ...asked, ...cityPlan(values, { ...CITY_SETTINGS, serviceSeconds }) };
  throw new BadWords("one of --city, --day or --replay is needed");
}

function cityPlan(values: Words, settings: WorldSettings): Omit<SimulationPlan, keyof Asked> {
  const city = cityOf(values.city);
  const orders = Math.floor(optionalNumber(values, "orders", 1, ORDERS_MAX) ?? 2_000);
  const drivers = Math.floor(optionalNumber(values, "drivers", 1, DRIVERS_MAX) ?? 300);
  const seed = optionalNumber(values, "seed", 0, 2 ** 32 - 1) ?? 1;
  const usual = POLICIES.filter(({ name }) => CITY_POLICIES.has(name));
  const shape = cityDay(city, orders, drivers);
  const pastDays = Math.floor(optionalNumber(values, "past-days", 0, PAST_DAYS_MAX) ?? PAST_DAYS);
  const surprises = values.surprises && {
    pastDays: Array.from({ length: pastDays }, (_, nth) => {
      const own = seed + (nth + 1) * PAST_SEEDS;
      return { day: generateDay(shape, own, seed), seed: own };
    }),
  };
  if (surprises && values.audit !== undefined) throw new BadWords("--audit knows no --surprises");
  const codPercent = optionalNumber(values, "cod", 0, 100);
  const day = generateDay(shape, seed);
  return {
    title: `${city.name}: ${orders} orders, ${drivers} drivers, seed ${seed}${surprises ? `, surprises, ${pastDays} days before` : ""}`,
    day: codPercent === undefined ? day : withCod(day, codPercent, seed),
    settings,
    policies: policiesOf(values, values.policy === undefined ? (surprises ? [OURS] : usual) : POLICIES),
    seed,
    recorded: undefined,
    surprises: surprises || undefined,
  };
}

function cityOf(id: string | undefined): City {
  const city = CITY_SEEDS.find((seed) => seed.id === id?.toUpperCase());
  if (city) return city;
  throw new BadWords(`which city? there are ${CITY_SEEDS.map((seed) => seed.id).join(", ")}`);
}

function countsOf({ orders, drivers }: Day): string {
  return `${orders.length} orders, ${drivers.length} drivers`;
}

function policiesOf(values: Words, all: readonly Policy[]): readonly Policy[] {
  if (values["as-live"] && (values.policy !== undefined || values.json)) {
    if (values.policy !== undefined) throw new BadWords("--as-live is a policy of its own: leave --policy out");
    return [];
  }
  if (values.policy === undefined) return values.json ? [OURS] : all;
  const chosen = all.filter(({ name }) => name === values.policy);
  if (chosen.length > 0) return chosen;
  throw new BadWords(`there is no policy "${values.policy}"; there are ${all.map(({ name }) => name).join(", ")}`);
}

async function readDay(dir: string): Promised<Day, string> {
  const [orders, drivers] = await Promise.all(["orders.csv", "drivers.csv"].map((name) => readText(join(dir, name))));
  if (orders === undefined || drivers === undefined)
    return refuse("NO_DAY", `${dir} must hold orders.csv and drivers.csv.`);
  return parseDay(orders, drivers);
}

// A date of a city, as this installation kept it, or a file.
async function readRecord(
  replay: string,
  cityId: string | undefined,
  recall: RecallDay,
): Promised<RecordedDay, string> {
  if (/^\d{4}-\d{2}-\d{2}$/.test(replay)) {
    const city = cityOf(cityId);
    const from = startOfDate(city.timeZone, replay);
    if (!from) throw new BadWords(`there is no date ${replay}`);
    const events = await recall({ cityId: city.id, from, to: new Date(from.getTime() + DAY_MS) });
    return isRefusal(events) ? events : recordedDayOf(events);
  }
  const text = await readText(replay);
  return text === undefined ? refuse("NO_RECORD", `there is no file ${replay}.`) : parseRecord(text);
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined;
    throw error;
  }
}

type NumberWord =
  | "orders"
  | "drivers"
  | "seed"
  | "crow-speed"
  | "service-seconds"
  | "round-seconds"
  | "never-accept"
  | "past-days"
  | "cod";

function optionalNumber(values: Words, name: NumberWord, least: number, most: number): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() !== "" && Number.isFinite(number) && number >= least && number <= most) return number;
  throw new BadWords(`--${name} must be a number from ${least} to ${most}, not "${text}"`);
}
