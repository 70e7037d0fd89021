import assert from "node:assert/strict";
import { test } from "node:test";
import { besides } from "./request-draft.ts";

const requests = [{ _id: "TIP" }, { _id: "BULKY" }, { _id: "SMS" }];

test("a special request that was opened is known again after the service has been read anew", () => {
  const opened = { ...requests[1]! };
  assert.deepEqual(besides(requests, opened), { others: [requests[0], requests[2]], position: 1 });
  assert.deepEqual(besides(requests, undefined), { others: requests, position: 3 });
});
