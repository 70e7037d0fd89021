import assert from "node:assert/strict";
import { test } from "node:test";
import { urgencyOf } from "./urgencies.ts";

for (const [urgency, calls] of Object.entries({
  always: ["GET /healthz", "GET /readyz", "GET /metrics"],
  step: [
    "POST /driver/v1/offers/:offer_id/accept",
    "POST /driver/v1/orders/:order_id/pickup",
    "PUT /driver/v1/availability",
    "PUT /v3/callbacks",
    "POST /v3/callbacks/resend",
    "POST /operator/v1/callbacks/:event_id/resend",
    "POST /operator/v1/partners/:id/callbacks/resend",
  ],
  order: [
    "POST /v3/orders",
    "GET /v3/orders/:order_id",
    "DELETE /v3/orders/:order_id",
    "POST /v3/accounts/token",
    "GET /v3/callbacks",
    "GET /driver/v1/offers",
    "POST /driver/v1/positions",
    "POST /driver/v1/sessions",
    "GET /t/:token/state",
    "GET /portal/v1/orders",
    "POST /console/v1/session",
    "GET /operator/v1/callbacks",
  ],
  page: ["GET /", "GET /t/:token", "GET /portal", "GET /portal/*", "GET /drive", "HEAD /tiles/:version/base.pmtiles"],
  estimate: [
    "POST /v3/orders/estimates",
    "GET /routing/:profile/route/v1/driving/:coordinates",
    "GET /routing/*",
    "GET /v3/places/suggest",
    "POST /operator/v1/tariffs/preview",
  ],
})) {
  for (const call of calls) {
    test(`${call} is of urgency ${urgency}`, () => {
      const [method = "", path = ""] = call.split(" ");
      assert.equal(urgencyOf(method, path), urgency);
    });
  }
}
