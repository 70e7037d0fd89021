// Orders by what became of them: domain/orders/outcome.ts in the words of SQL. test/v3/orders/outcome.test.ts holds the two together.
import type { Outcome } from "../../domain/orders/outcome.ts";
import { joined, sql } from "../db.ts";
import { IS_CANCELLED, IS_COMPLETED, IS_OPEN } from "./standing.ts";

// As the partial indexes orders_failed have it; a trigger of the schema notes it.
const HAS_FAILED = sql`undelivered is not null`;
const HAS_DELIVERED = sql`state::jsonb @> '{"points": [{"status": "COMPLETED"}]}'`;
const LEFT_THERE = sql`coalesce(state ->> 'subStatus', '') not in ('IN_RETURN', 'RETURNED')`;

const CONDITIONS = {
  OPEN: IS_OPEN,
  DELIVERED: sql`${IS_COMPLETED} and undelivered is null`,
  PARTLY_DELIVERED: sql`${HAS_FAILED} and ${LEFT_THERE} and ${HAS_DELIVERED}`,
  FAILED: sql`${HAS_FAILED} and ${LEFT_THERE} and not ${HAS_DELIVERED}`,
  RETURNING: sql`${HAS_FAILED} and state ->> 'subStatus' = 'IN_RETURN'`,
  RETURNED: sql`${HAS_FAILED} and undelivered is false`,
  CANCELLED: IS_CANCELLED,
} as const satisfies Record<Outcome, unknown>;

export function hasOutcome(outcomes: readonly Outcome[]) {
  const [first, ...more] = outcomes.map((outcome) => sql`(${CONDITIONS[outcome]})`);
  return first === undefined ? sql`false` : sql`(${joined([first, ...more], " or ")})`;
}
