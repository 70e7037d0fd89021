import assert from "node:assert/strict";
import { test } from "node:test";
import type { Order } from "../../../clients/typescript/src/api.ts";
import { refreshMs } from "./order-queries.ts";

const order = (status: Order["status"]) => ({ status }) as Order;

test("an order is read again after a hiccup, and one that is not there is left alone", () => {
  const hiccup = new Error("away");
  assert.equal(refreshMs(order("ASSIGNING"), hiccup), refreshMs(order("ASSIGNING"), null));
  assert.ok(refreshMs(order("COMPLETED"), hiccup) !== false);
  assert.equal(refreshMs(undefined, hiccup), false);
});
