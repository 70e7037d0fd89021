// What people read: made of counts that were added up, so that a week's percentage is that of all its orders and not the mean of seven.
// null where nothing was counted that would tell.
import { type Counts, listOf, quantileOf } from "./counts.ts";

type Kind = "count" | "share" | "seconds" | "meters" | "money" | "number";

type Rule = { readonly kind: Kind; readonly of: (counts: Counts) => number | null };

const get = (counts: Counts, name: string): number => counts[name] ?? 0;
const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);
const count = (name: string): Rule => ({ kind: "count", of: (counts) => get(counts, name) });
const money = (name: string): Rule => ({ kind: "money", of: (counts) => get(counts, name) });
const outcome = (name: string): Rule => count(`outcome.${name}`);
const share = (part: string, whole: string): Rule => ({
  kind: "share",
  of: (counts) => ratio(get(counts, part), get(counts, whole)),
});
const time = (name: string, within: number): Rule => ({
  kind: "seconds",
  of: (counts) => {
    const seconds = quantileOf(counts, name, within);
    return seconds === undefined ? null : Math.round(seconds);
  },
});
const ended = (counts: Counts): number => get(counts, "orders") - get(counts, "outcome.OPEN");
const completed = (counts: Counts): number => ended(counts) - get(counts, "outcome.CANCELLED");

// Everybody who may look sees these.
const OF_WORK = {
  orders: count("orders"),
  fulfilment: { kind: "share", of: (counts) => ratio(get(counts, "outcome.DELIVERED"), ended(counts)) },
  open: outcome("OPEN"),
  delivered: outcome("DELIVERED"),
  partly_delivered: outcome("PARTLY_DELIVERED"),
  failed: outcome("FAILED"),
  returning: outcome("RETURNING"),
  returned: outcome("RETURNED"),
  cancelled: outcome("CANCELLED"),
  unmet: count("unmet"),
  assign_p50: time("assign", 0.5),
  assign_p90: time("assign", 0.9),
  pick_up_p50: time("pickUp", 0.5),
  pick_up_p90: time("pickUp", 0.9),
  deliver_p50: time("deliver", 0.5),
  deliver_p90: time("deliver", 0.9),
  promise_kept: share("kept", "promised"),
  eta_error: { kind: "seconds", of: (counts) => ratio(get(counts, "etaError"), get(counts, "told")) },
  eta_coverage: share("held", "told"),
  acceptance: share("accepted", "offers"),
  offers_per_order: {
    kind: "number",
    // Of those that were offered to anybody while a driver was sought.
    of: (counts) => ratio(get(counts, "offers"), get(counts, "offered")),
  },
  utilisation: share("busySeconds", "onlineSeconds"),
  meters_per_order: { kind: "meters", of: (counts) => ratio(get(counts, "meters"), completed(counts)) },
} as const satisfies Record<string, Rule>;

// And these whoever may see the books.
const OF_MONEY = {
  earnings_per_hour: {
    kind: "money",
    of: (counts) => ratio(get(counts, "earnings") * 3_600, get(counts, "onlineSeconds")),
  },
  revenue: money("revenue"),
  commission: money("commission"),
  vat: money("vat"),
  discounts: money("discounts"),
  refunds: money("refunds"),
  cod_collected: money("codCollected"),
  cod_owed: money("codOwed"),
} as const satisfies Record<string, Rule>;

const RULES: Readonly<Record<string, Rule>> = { ...OF_WORK, ...OF_MONEY };

export type WorkMeasure = keyof typeof OF_WORK;
export type MoneyMeasure = keyof typeof OF_MONEY;
export type Measure = WorkMeasure | MoneyMeasure;

export const WORK_MEASURES = Object.keys(OF_WORK) as readonly WorkMeasure[];
export const MONEY_MEASURES = Object.keys(OF_MONEY) as readonly MoneyMeasure[];
// What drivers as a whole, and the platform, do and earn is not a partner's to see.
export const PARTNER_MEASURES = [
  ...WORK_MEASURES.filter(
    (name) => !["acceptance", "offers_per_order", "utilisation", "eta_error", "eta_coverage"].includes(name),
  ),
  "revenue",
  "discounts",
  "refunds",
  "cod_collected",
  "cod_owed",
] as readonly Measure[];

export type Measures = Partial<Readonly<Record<Measure, number | null>>>;

export function measuresOf(counts: Counts, names: readonly Measure[]): Measures {
  return Object.fromEntries(names.map((name) => [name, rounded(RULES[name]!.of(counts))]));
}

// Four digits behind the point: a hundredth of a percent.
function rounded(figure: number | null): number | null {
  return figure === null ? null : Math.round(figure * 10_000) / 10_000;
}

export type Cancellations = {
  readonly by: Readonly<Record<string, number>>;
  readonly reasons: Readonly<Record<string, number>>;
};

export function cancellationsOf(counts: Counts): Cancellations {
  return {
    by: Object.fromEntries(listOf(counts, "cancelled")),
    reasons: Object.fromEntries(listOf(counts, "reason").toSorted((a, b) => b[1] - a[1])),
  };
}

export function kindOf(name: Measure): Kind {
  return RULES[name]!.kind;
}
