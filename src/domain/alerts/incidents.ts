// Which troubles a rule sees in what is known of the platform, and which of them begin and end. A trouble is told when it begins and once
// more when it is over, which it is when nothing was seen of it for some minutes: what comes and goes at its border is one trouble.
import { addCounts, type Counts } from "../figures/counts.ts";
import { measuresOf } from "../figures/measures.ts";
import { dateAt, HOME_ZONE, startOfDate } from "../local-time.ts";
import type { Operator } from "../operators/operator.ts";
import { hasRight, type OperatorRight } from "../operators/roles.ts";
import type { AlertKind, AlertRule } from "./alert-rule.ts";

// What was seen, in numbers and words of ours: it goes into messages and programs read it.
export type Facts = Readonly<Record<string, string | number | null>>;

export type Readings = {
  // Of each city in which dispatch is at work: how long the oldest order has waited for a driver.
  readonly waits: readonly { readonly cityId: string; readonly oldestSeconds: number; readonly waiting: number }[];
  // Orders by the hour in which they were made.
  readonly hours: readonly { readonly cityId: string; readonly at: Date; readonly counts: Counts }[];
  // `held`: nothing leaves, because of the endpoint.
  readonly backlogs: readonly {
    readonly partnerId: string;
    readonly waiting: number;
    readonly oldestQueuedAt: Date;
    readonly held: string | null;
  }[];
  // undefined: nobody has looked yet.
  readonly ledger: { readonly problems: number } | undefined;
};

// `subject` is a city's or a partner's id; empty: the whole platform.
export type Trouble = { readonly subject: string; readonly facts: Facts };

export function troublesOf(
  { kind, terms, cityId }: Pick<AlertRule, "kind" | "terms" | "cityId">,
  readings: Readings,
  now: Date,
): readonly Trouble[] {
  const isMeant = (one: { readonly cityId: string }): boolean => cityId === null || one.cityId === cityId;
  const secondsSince = (at: Date): number => Math.floor((now.getTime() - at.getTime()) / 1000);
  switch (kind) {
    case "no_driver":
      return readings.waits
        .filter((one) => isMeant(one) && one.oldestSeconds >= (terms.minutes ?? 0) * 60)
        .map((one) => ({
          subject: one.cityId,
          facts: { wait_seconds: Math.floor(one.oldestSeconds), waiting: one.waiting },
        }));
    case "low_fulfilment": {
      const hours = terms.hours ?? 0;
      // An hour counts as long as a part of it lies within.
      const meant = readings.hours.filter((one) => isMeant(one) && secondsSince(one.at) < (hours + 1) * 3600);
      return [...Map.groupBy(meant, (one) => one.cityId)].flatMap(([subject, rows]) => {
        const counts = addCounts(...rows.map((row) => row.counts));
        const { fulfilment = null, orders = 0, open = 0 } = measuresOf(counts, ["fulfilment", "orders", "open"]);
        const ended = (orders ?? 0) - (open ?? 0);
        const isLow = fulfilment !== null && fulfilment * 100 < (terms.percent ?? 0);
        return isLow && ended >= (terms.orders_min ?? 1) ? [{ subject, facts: { fulfilment, ended, hours } }] : [];
      });
    }
    case "endpoint_down":
      return readings.backlogs
        .filter(
          ({ held, oldestQueuedAt }) => held !== null && secondsSince(oldestQueuedAt) >= (terms.minutes ?? 0) * 60,
        )
        .map(({ partnerId, held, waiting, oldestQueuedAt }) => ({
          subject: partnerId,
          facts: { held, waiting, wait_seconds: secondsSince(oldestQueuedAt) },
        }));
    case "ledger_unclean":
      return readings.ledger && readings.ledger.problems > 0
        ? [{ subject: "", facts: { problems: readings.ledger.problems } }]
        : [];
    case "daily_summary":
    case "documents_ending":
      return [];
  }
}

export type Incident = {
  readonly id: number;
  readonly subject: string;
  readonly beganAt: Date;
  // Since when nothing was seen of it.
  readonly calmSince: Date | null;
};

export type Judged = {
  readonly begins: readonly Trouble[];
  // Seen no more, and seen again before it was over.
  readonly calms: readonly Incident[];
  readonly stirs: readonly Incident[];
  readonly ends: readonly Incident[];
};

export const CALM_SECONDS = 300;

export function judgeIncidents(troubles: readonly Trouble[], open: readonly Incident[], now: Date): Judged {
  const isSeen = ({ subject }: Incident): boolean => troubles.some((one) => one.subject === subject);
  const isOver = ({ calmSince }: Incident): boolean =>
    calmSince !== null && now.getTime() - calmSince.getTime() >= CALM_SECONDS * 1000;
  const unseen = open.filter((one) => !isSeen(one));
  return {
    begins: troubles.filter(({ subject }) => !open.some((one) => one.subject === subject)),
    calms: unseen.filter(({ calmSince }) => calmSince === null),
    stirs: open.filter((one) => isSeen(one) && one.calmSince !== null),
    ends: unseen.filter(isOver),
  };
}

// The date on which a daily message is due now; undefined: not yet, or its hour had passed before the rule was.
export function dueDay(hour: number, activeSince: Date, now: Date): string | undefined {
  const today = dateAt(HOME_ZONE, now);
  const dueAt = startOfDate(HOME_ZONE, today)!.getTime() + hour * 3_600_000;
  return activeSince.getTime() <= dueAt && dueAt <= now.getTime() ? today : undefined;
}

const RIGHT_TO_HEAR: Readonly<Record<AlertKind, OperatorRight>> = {
  daily_summary: "look",
  low_fulfilment: "look",
  no_driver: "look",
  endpoint_down: "partners",
  ledger_unclean: "books",
  documents_ending: "drivers",
};

// Whether somebody who is signed in to the console may hear of it: nobody hears of what they may not look up. `cityId` null: of all cities.
export function mayHear(
  kind: AlertKind,
  cityId: string | null,
  { role, cities }: Pick<Operator, "role" | "cities">,
): boolean {
  return hasRight(role, RIGHT_TO_HEAR[kind]) && (cities === null || (cityId !== null && cities.includes(cityId)));
}

// How a message that did not arrive is tried again, and when it is given up.
const RETRY_SECONDS = [30, 120, 600, 1_800, 3_600, 7_200];
export const ALERT_TRIES_MAX = RETRY_SECONDS.length + 1;

// undefined: it was tried often enough.
export function retryAlertAt(tries: number, now: Date): Date | undefined {
  const seconds = RETRY_SECONDS[tries - 1];
  return seconds === undefined ? undefined : new Date(now.getTime() + seconds * 1000);
}
