import assert from "node:assert/strict";
import { test } from "node:test";
import type { AlertKind, AlertTerms } from "./alert-rule.ts";
import {
  ALERT_TRIES_MAX,
  CALM_SECONDS,
  dueDay,
  type Incident,
  judgeIncidents,
  mayHear,
  type Readings,
  retryAlertAt,
  type Trouble,
  troublesOf,
} from "./incidents.ts";

const NOW = new Date("2026-03-01T08:00:00Z");
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000);
const NOTHING: Readings = { waits: [], hours: [], backlogs: [], ledger: undefined };
const orders = (delivered: number, cancelled: number, open = 0) => ({
  orders: delivered + cancelled + open,
  "outcome.DELIVERED": delivered,
  "outcome.CANCELLED": cancelled,
  "outcome.OPEN": open,
});
const hour = (cityId: string, secondsAgo: number, counts: Record<string, number>) => ({
  cityId,
  at: ago(secondsAgo),
  counts,
});
const LOW = { percent: 80, hours: 2, orders_min: 10 };
const backlog = { partnerId: "shop", waiting: 3, oldestQueuedAt: ago(600) };

type Case = readonly [string, AlertKind, AlertTerms, string | null, Partial<Readings>, readonly string[]];
const CASES: readonly Case[] = [
  ["an order waits too long", "no_driver", { minutes: 15 }, null, wait("SGN", 900), ["SGN"]],
  ["not long enough", "no_driver", { minutes: 15 }, null, wait("SGN", 899), []],
  ["in another city", "no_driver", { minutes: 15 }, "HAN", wait("SGN", 900), []],
  ["in the rule's city", "no_driver", { minutes: 15 }, "SGN", wait("SGN", 900), ["SGN"]],
  ["too few were delivered", "low_fulfilment", LOW, null, { hours: [hour("SGN", 60, orders(7, 3))] }, ["SGN"]],
  ["just enough were", "low_fulfilment", LOW, null, { hours: [hour("SGN", 60, orders(8, 2))] }, []],
  ["too few orders to tell", "low_fulfilment", LOW, null, { hours: [hour("SGN", 60, orders(5, 4, 9))] }, []],
  ["open ones count neither way", "low_fulfilment", LOW, null, { hours: [hour("SGN", 60, orders(9, 1, 40))] }, []],
  ["all were cancelled", "low_fulfilment", LOW, null, { hours: [hour("SGN", 60, orders(0, 10))] }, ["SGN"]],
  [
    "hours before do not count",
    "low_fulfilment",
    LOW,
    null,
    { hours: [hour("SGN", 3 * 3600, orders(0, 90)), hour("SGN", 60, orders(10, 0))] },
    [],
  ],
  [
    "the hour that reaches into them does",
    "low_fulfilment",
    LOW,
    null,
    { hours: [hour("SGN", 3 * 3600 - 1, orders(0, 90)), hour("SGN", 60, orders(10, 0))] },
    ["SGN"],
  ],
  [
    "each city by itself",
    "low_fulfilment",
    LOW,
    null,
    { hours: [hour("SGN", 60, orders(90, 0)), hour("HAN", 60, orders(0, 10))] },
    ["HAN"],
  ],
  ["an endpoint is held", "endpoint_down", { minutes: 10 }, null, held("circuit open"), ["shop"]],
  ["one that stopped", "endpoint_down", { minutes: 10 }, null, held("stopped"), ["shop"]],
  ["not for long yet", "endpoint_down", { minutes: 11 }, null, held("stopped"), []],
  ["a backlog that moves", "endpoint_down", { minutes: 0 }, null, held(null), []],
  ["a ledger with problems", "ledger_unclean", {}, null, { ledger: { problems: 2 } }, [""]],
  ["a clean one", "ledger_unclean", {}, null, { ledger: { problems: 0 } }, []],
  ["one that nobody looked at", "ledger_unclean", {}, null, {}, []],
  ["a day is no trouble", "daily_summary", { hour: 7 }, null, wait("SGN", 9_000), []],
];

function wait(cityId: string, oldestSeconds: number): Partial<Readings> {
  return { waits: [{ cityId, oldestSeconds, waiting: 2 }] };
}

function held(why: string | null): Partial<Readings> {
  return { backlogs: [{ ...backlog, held: why }] };
}

for (const [name, kind, terms, cityId, readings, subjects] of CASES) {
  test(`troubles: ${kind}, ${name}`, () => {
    const found = troublesOf({ kind, terms, cityId }, { ...NOTHING, ...readings }, NOW);
    assert.deepEqual(
      found.map(({ subject }) => subject),
      subjects,
    );
  });
}

test("a trouble says what was seen", () => {
  const seen = (kind: AlertKind, terms: AlertTerms, readings: Partial<Readings>) =>
    troublesOf({ kind, terms, cityId: null }, { ...NOTHING, ...readings }, NOW)[0]?.facts;
  assert.deepEqual(seen("no_driver", { minutes: 1 }, wait("SGN", 900.7)), { wait_seconds: 900, waiting: 2 });
  assert.deepEqual(seen("low_fulfilment", LOW, { hours: [hour("SGN", 60, orders(7, 4))] }), {
    fulfilment: 0.6364,
    ended: 11,
    hours: 2,
  });
  assert.deepEqual(seen("endpoint_down", { minutes: 0 }, held("stopped")), {
    held: "stopped",
    waiting: 3,
    wait_seconds: 600,
  });
});

const trouble: Trouble = { subject: "SGN", facts: {} };
const incident = (calmSeconds?: number): Incident => ({
  id: 1,
  subject: "SGN",
  beganAt: ago(3_600),
  calmSince: calmSeconds === undefined ? null : ago(calmSeconds),
});

const TURNS: readonly (readonly [string, readonly Trouble[], readonly Incident[], string])[] = [
  ["nothing", [], [], ""],
  ["it begins", [trouble], [], "begins"],
  ["it goes on", [trouble], [incident()], ""],
  ["it is seen no more", [], [incident()], "calms"],
  ["it was calm for a while", [], [incident(CALM_SECONDS - 1)], ""],
  ["it comes back before it was over", [trouble], [incident(CALM_SECONDS - 1)], "stirs"],
  ["it is over", [], [incident(CALM_SECONDS)], "ends"],
  ["seen again at the last moment", [trouble], [incident(CALM_SECONDS)], "stirs"],
  ["one of another city", [{ subject: "HAN", facts: {} }], [incident(CALM_SECONDS)], "begins ends"],
];
for (const [name, troubles, open, turns] of TURNS) {
  test(`an incident: ${name}`, () => {
    const judged = judgeIncidents(troubles, open, NOW);
    const changed = (["begins", "calms", "stirs", "ends"] as const).filter((turn) => judged[turn].length > 0);
    assert.equal(changed.join(" "), turns);
  });
}

// 07:00 in Vietnam is midnight of Unix time.
const DAYS: readonly (readonly [string, string, string, string | undefined])[] = [
  ["before its hour", "2026-02-01T00:00:00Z", "2026-02-28T23:59:59Z", undefined],
  ["at its hour", "2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z", "2026-03-01"],
  ["late on the same day", "2026-02-01T00:00:00Z", "2026-03-01T16:59:59Z", "2026-03-01"],
  ["after midnight there", "2026-02-01T00:00:00Z", "2026-03-01T17:00:00Z", undefined],
  ["a rule that came after the hour", "2026-03-01T00:00:01Z", "2026-03-01T08:00:00Z", undefined],
];
for (const [name, activeSince, now, day] of DAYS) {
  test(`a day's message: ${name}`, () => assert.equal(dueDay(7, new Date(activeSince), new Date(now)), day));
}

const HEARS: readonly (readonly [AlertKind, string | null, string, readonly string[] | null, boolean])[] = [
  ["no_driver", "SGN", "viewer", null, true],
  ["no_driver", "SGN", "viewer", ["SGN"], true],
  ["no_driver", "SGN", "dispatcher", ["HAN"], false],
  ["daily_summary", null, "dispatcher", ["HAN"], false],
  ["daily_summary", null, "dispatcher", null, true],
  ["endpoint_down", null, "dispatcher", null, false],
  ["endpoint_down", null, "support", null, true],
  ["ledger_unclean", null, "viewer", null, false],
  ["ledger_unclean", null, "finance", null, true],
  ["documents_ending", "SGN", "finance", null, false],
];
for (const [kind, cityId, role, cities, may] of HEARS) {
  test(`${role} ${cities ?? "everywhere"} ${may ? "hears" : "does not hear"} of ${kind} ${cityId ?? ""}`, () => {
    assert.equal(mayHear(kind, cityId, { role: role as "owner", cities }), may);
  });
}

test("a message is tried some times, later and later, and then no more", () => {
  const waits = Array.from({ length: ALERT_TRIES_MAX }, (_, n) => retryAlertAt(n + 1, NOW));
  const seconds = waits.map((at) => at && (at.getTime() - NOW.getTime()) / 1000);
  assert.deepEqual(seconds, [30, 120, 600, 1_800, 3_600, 7_200, undefined]);
});
