import assert from "node:assert/strict";
import { test } from "node:test";
import { planChanges } from "./plan-changes.ts";
import type { PlannedVisit } from "./stop-plan.ts";

// "+a" is the pickup of a, "-a" its doors.
const read = (text: string): readonly PlannedVisit[] =>
  text
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => ({ orderId: word.slice(1), kind: word[0] === "+" ? "pickup" : "doors" }));
const changes = (before: string, after: string, completed: readonly string[] = []) =>
  planChanges(read(before), read(after), new Set(completed))
    .map(({ orderId, kind, change }) => `${change} ${kind === "pickup" ? "+" : "-"}${orderId}`)
    .join();

for (const [name, before, after, completed, expected] of [
  ["nothing", "+a -a", "+a -a", [], ""],
  ["what is driven is no change", "+a +b -a -b", "-a -b", [], ""],
  ["what is done is no change", "+a -a +b -b", "+b -b", ["a"], ""],
  ["a first order is all new", "", "+a -a", [], "added +a,added -a"],
  ["what came in between", "+a -a", "+a +b -b -a", [], "added +b,added -b"],
  ["what was taken away", "+a -a +b -b", "+a -a", [], "gone +b,gone -b"],
  ["one stop later is one stop moved, not all that stood behind it", "-a -b -c -d", "-b -c -d -a", [], "moved -a"],
  ["one sooner", "-a -b -c -d", "-d -a -b -c", [], "moved -d"],
  ["all at once", "+a -a -b -c", "-c -b +d -d", [], "added +d,added -d,moved -b,gone +a,gone -a"],
] as const)
  test(`changes: ${name}`, () => assert.equal(changes(before, after, completed), expected));
