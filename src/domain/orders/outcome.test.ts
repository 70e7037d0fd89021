import assert from "node:assert/strict";
import { test } from "node:test";
import type { PointStatus } from "./order.ts";
import { STATUSES, SUB_STATUSES } from "./order-life.ts";
import { OUTCOMES, outcomeOf } from "./outcome.ts";

const points = (...statuses: PointStatus[]) => ["" as const, ...statuses].map((status) => ({ status }));

test("a completed order is told by what happened at its doors and to the goods that were left", () => {
  const rows = [
    ["", points("COMPLETED"), "DELIVERED"],
    ["COMPLETING", points("COMPLETED", "COMPLETED"), "DELIVERED"],
    ["", points("COMPLETED", "FAILED"), "PARTLY_DELIVERED"],
    ["", points("FAILED"), "FAILED"],
    ["", points("FAILED", "FAILED"), "FAILED"],
    ["IN_REDELIVERY", points("FAILED"), "FAILED"],
    ["IN_REDELIVERY", points("FAILED", "COMPLETED"), "PARTLY_DELIVERED"],
    ["IN_RETURN", points("FAILED"), "RETURNING"],
    ["IN_RETURN", points("COMPLETED", "FAILED"), "RETURNING"],
    ["RETURNED", points("FAILED"), "RETURNED"],
    ["RETURNED", points("COMPLETED", "FAILED"), "RETURNED"],
  ] as const;
  for (const [subStatus, at, outcome] of rows) {
    assert.equal(
      outcomeOf({ status: "COMPLETED", subStatus, points: at }),
      outcome,
      `${subStatus} ${JSON.stringify(at)}`,
    );
  }
});

test("an order that is not over is open, whatever failed on its way; a cancelled one is cancelled", () => {
  for (const status of STATUSES) {
    for (const subStatus of SUB_STATUSES) {
      const outcome = outcomeOf({ status, subStatus, points: points("FAILED", "") });
      if (status === "CANCELLED") assert.equal(outcome, "CANCELLED");
      else if (status !== "COMPLETED") assert.equal(outcome, "OPEN");
      else assert.ok(OUTCOMES.slice(1, -1).includes(outcome));
    }
  }
});
