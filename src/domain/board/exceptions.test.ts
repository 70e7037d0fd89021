import assert from "node:assert/strict";
import { test } from "node:test";
import { STATUSES, SUB_STATUSES } from "../orders/order-life.ts";
import { byUrgency, type EXCEPTION_KINDS, exceptionOf, NO_DRIVER_SECONDS, type OrderFacts } from "./exceptions.ts";

const now = new Date("2026-11-16T10:00:00Z");
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);
const open = [{ status: "" }, { status: "" }] as const;
const failed = [{ status: "" }, { status: "FAILED" }] as const;

const facts: OrderFacts = {
  status: "ASSIGNING",
  subStatus: "",
  points: open,
  assigningAt: ago(600),
  searchEndsAt: ago(-600),
  isDriverSuspended: false,
  driverHeardAt: ago(5),
  expectedAt: ago(-600),
  lateAfter: ago(-900),
  failedAt: null,
  isReturnAsked: false,
};
const held = { ...facts, status: "ACCEPTED" } as const;
const left = { ...facts, status: "COMPLETED", points: failed, failedAt: ago(60) } as const;

// Each row takes away what made the one before pressing.
const rows: readonly (readonly [string, OrderFacts, string | undefined, (readonly string[])?])[] = [
  ["nobody for ten minutes", facts, "NO_DRIVER", ["assign", "cancel"]],
  ["sought for as long as is patient", { ...facts, assigningAt: ago(NO_DRIVER_SECONDS) }, "NO_DRIVER"],
  ["sought for a moment", { ...facts, assigningAt: ago(NO_DRIVER_SECONDS - 1) }, undefined],
  ["half of a short search", { ...facts, assigningAt: ago(50), searchEndsAt: ago(-50) }, "NO_DRIVER"],
  ["less than half of a short search", { ...facts, assigningAt: ago(49), searchEndsAt: ago(-51) }, undefined],
  ["for later", { ...facts, status: "IDLE", assigningAt: null }, undefined],
  [
    "held by somebody who is suspended",
    { ...held, isDriverSuspended: true, driverHeardAt: ago(9_999) },
    "DRIVER_SUSPENDED",
    ["reassign", "call_driver"],
  ],
  [
    "on board of somebody who is suspended",
    { ...held, status: "IN PROCESS", isDriverSuspended: true },
    "DRIVER_SUSPENDED",
    ["call_driver"],
  ],
  [
    "held by somebody who is silent",
    { ...held, driverHeardAt: ago(180), expectedAt: ago(-9_999) },
    "DRIVER_SILENT",
    ["reassign", "call_driver"],
  ],
  ["heard of three minutes ago, nearly", { ...held, driverHeardAt: ago(179) }, undefined],
  ["in the hands of somebody without the app", { ...held, driverHeardAt: null }, undefined],
  ["expected too late", { ...held, expectedAt: ago(-960) }, "WILL_BE_LATE", ["call_driver", "reassign"]],
  ["expected in the last second", { ...held, expectedAt: ago(-900) }, undefined],
  ["late, and nobody knows when it will come", { ...held, expectedAt: null, lateAfter: ago(30) }, "WILL_BE_LATE"],
  ["late, by an old guess in time", { ...held, expectedAt: ago(60), lateAfter: ago(30) }, "WILL_BE_LATE"],
  ["failed", left, "FAILED", ["call_sender", "call_driver", "begin_return", "refund"]],
  [
    "failed, the sender wants it back",
    { ...left, isReturnAsked: true },
    "GOODS_TO_RETURN",
    ["call_driver", "begin_return"],
  ],
  ["on its way back", { ...left, subStatus: "IN_RETURN" }, "GOODS_TO_RETURN", ["call_driver", "note_returned"]],
  ["left over with somebody who is suspended", { ...left, isDriverSuspended: true }, "DRIVER_SUSPENDED"],
  ["back", { ...left, subStatus: "RETURNED" }, undefined],
  ["delivered", { ...left, points: [{ status: "" }, { status: "COMPLETED" }] }, undefined],
  ["cancelled", { ...left, status: "CANCELLED" }, undefined],
];
for (const [name, known, kind, actions] of rows) {
  test(`what needs a person: ${name}`, () => {
    const exception = exceptionOf(known, now);
    assert.equal(exception?.kind, kind);
    if (actions) assert.deepEqual(exception?.actions, actions);
    if (exception) assert.ok(exception.since <= now);
  });
}

test("by how much it will be late is told", () => {
  assert.equal(exceptionOf({ ...held, expectedAt: ago(-960) }, now)?.lateSeconds, 60);
  assert.equal(exceptionOf({ ...held, expectedAt: null, lateAfter: ago(30) }, now)?.lateSeconds, 30);
});

test("whatever is known, every state has an answer, and at least one thing to do", () => {
  for (const status of STATUSES)
    for (const subStatus of SUB_STATUSES)
      for (const points of [open, failed]) {
        const exception = exceptionOf({ ...facts, status, subStatus, points, isDriverSuspended: true }, now);
        if (exception) assert.ok(exception.actions.length > 0);
      }
});

test("the most pressing comes first, of two alike the older", () => {
  const one = (kind: (typeof EXCEPTION_KINDS)[number], seconds: number) => ({ kind, since: ago(seconds) });
  const sorted = [one("ENDPOINT_DOWN", 900), one("NO_DRIVER", 10), one("NO_DRIVER", 90), one("DRIVER_SILENT", 1)].sort(
    byUrgency,
  );
  assert.deepEqual(sorted, [
    one("DRIVER_SILENT", 1),
    one("NO_DRIVER", 90),
    one("NO_DRIVER", 10),
    one("ENDPOINT_DOWN", 900),
  ]);
});
