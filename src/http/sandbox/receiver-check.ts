// Sends a partner's own endpoint what every receiver must survive, and grades how it coped. Sandbox only: it is not polite.

import { Type } from "typebox";
import { refuse } from "../../domain/refusal.ts";
import { type EndpointDeps, gradeEndpoint } from "../../operations/callbacks/manage-endpoint.ts";
import { answer, responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { isOperator, partnerOf } from "../base/callers.ts";
import { fittingFields } from "../base/validation.ts";
import { encodeReport, ReportRecord, sampleOrder } from "../wire/callback.ts";

export type ReceiverCheckDoor = EndpointDeps;

export function registerReceiverCheckCalls(app: App, deps: ReceiverCheckDoor): void {
  app.post(
    "/sandbox/v1/receiver-check",
    {
      attachValidation: true,
      schema: {
        tags: ["Sandbox"],
        operationId: "checkReceiver",
        summary: "Check how the partner's receiver copes",
        description:
          "Sends duplicates, events out of order, a slow body, bad signatures, an old timestamp and a rotated secret to the partner's callback address.",
        body: Type.Object({
          partner: Type.Optional(Type.String({ description: "For the operator: whose endpoint." })),
        }),
        response: responses(ReportRecord),
      },
    },
    async (request, reply) => {
      const { partner } = fittingFields<{ partner: string }>(request);
      const partnerId = isOperator(request) ? partner : partnerOf(request).partnerId;
      if (partnerId === undefined) return sendRefusal(reply, refuse("MISSING_REQUIRED_INFO", "partner is missing."));
      return answer(
        reply,
        await gradeEndpoint(deps, partnerId, sampleOrder(partnerId, deps.clock.now())),
        encodeReport,
      );
    },
  );
}
