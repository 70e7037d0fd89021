// Sends a partner's own endpoint what every receiver must survive, and grades how it coped. Sandbox only: it is not polite.

import { Type } from "typebox";
import { ReportRecord } from "../../contract/callback.ts";
import { field, maybe } from "../../contract/fields.ts";
import { refuse } from "../../domain/refusal.ts";
import { type EndpointDeps, gradeEndpoint } from "../../operations/callbacks/manage-endpoint.ts";
import { isOperator, partnerOf } from "../base/callers.ts";
import { callsOf } from "../calls/call.ts";
import { encodeReport, sampleOrder } from "../wire/callback.ts";

const call = callsOf<EndpointDeps>("Sandbox");

export const receiverCheckCalls = [
  call({
    id: "checkReceiver",
    at: "POST /sandbox/v1/receiver-check",
    summary: "Check how the partner's receiver copes",
    description:
      "Sends duplicates, events out of order, a slow body, bad signatures, an old timestamp and a rotated secret to the partner's callback address.",
    body: Type.Object({
      partner: maybe(field.text("For the operator: whose endpoint.")),
    }),
    answer: ReportRecord,
    invalid: "left out",
    refusals: ["MISSING_REQUIRED_INFO", "NOT_FOUND"],
    run: (request, deps) => {
      const { partner } = request.body;
      const partnerId = isOperator(request) ? partner : partnerOf(request).partnerId;
      if (partnerId === undefined) return refuse("MISSING_REQUIRED_INFO", "partner is missing.");
      return gradeEndpoint(deps, partnerId, sampleOrder(partnerId, deps.clock.now()));
    },
    encode: encodeReport,
  }),
];
