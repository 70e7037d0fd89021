// Promo codes to those who would use them: what a code gives for a service, or why an order would be refused with it.
import { Type } from "typebox";
import { maybe } from "../../contract/fields.ts";
import { promoTerms } from "../../contract/promo.ts";
import { seePromo } from "../../operations/orders/promo-codes.ts";
import type { Services } from "../../operations/services.ts";
import { callerOf } from "../base/callers.ts";
import { callsOf } from "../calls/call.ts";
import { encodeTerms } from "../wire/promo.ts";

const call = callsOf<Pick<Services, "db" | "clock" | "catalogue">>("Orders");

export const promoCalls = [
  call({
    id: "getPromo",
    at: "GET /v3/promos/:code",
    summary: "Whether a promo code may be used for a service now, and what it gives",
    description: "A code that an order of the service would be refused with is refused with the same words.",
    query: Type.Object({ service_id: maybe(Type.String({ examples: ["SGN-BIKE"] })) }),
    answer: Type.Object(
      { code: Type.String(), service_id: Type.String(), valid: Type.Boolean(), ...promoTerms },
      { title: "PromoForService" },
    ),
    refusals: ["MISSING_REQUIRED_INFO", "SERVICE_NOT_FOUND", "BAD_REQUEST"],
    run: (request, deps) => seePromo(deps, callerOf(request), request.params.code, request.query.service_id),
    encode: (promo, { query }) => ({
      code: promo.code,
      service_id: query.service_id ?? "",
      valid: true,
      ...encodeTerms(promo),
    }),
  }),
];
