// Promo codes to those who would use them: what a code gives for a service, or why an order would be refused with it.
import { Type } from "typebox";
import type { CatalogueKeeper } from "../../operations/catalogue/keep-catalogue.ts";
import { seePromo } from "../../operations/orders/see-promo.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Database } from "../../store/db.ts";
import { answer, responses } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { callerOf } from "../base/callers.ts";
import { encodeTerms, promoTerms } from "../wire/promo.ts";

export type PromoDoor = { readonly db: Database; readonly clock: Clock; readonly catalogue: CatalogueKeeper };

export function registerPromoCalls(app: App, deps: PromoDoor): void {
  app.get(
    "/v3/promos/:code",
    {
      schema: {
        tags: ["Orders"],
        operationId: "getPromo",
        summary: "Whether a promo code may be used for a service now, and what it gives",
        description: "A code that an order of the service would be refused with is refused with the same words.",
        params: Type.Object({ code: Type.String({ examples: ["GIAO10"] }) }),
        querystring: Type.Object({ service_id: Type.Optional(Type.String({ examples: ["SGN-BIKE"] })) }),
        response: responses(
          Type.Object(
            { code: Type.String(), service_id: Type.String(), valid: Type.Boolean(), ...promoTerms },
            { title: "PromoForService" },
          ),
        ),
      },
    },
    async (request, reply) => {
      const { service_id: serviceId } = request.query;
      const found = await seePromo(deps, callerOf(request), request.params.code, serviceId);
      return answer(reply, found, (promo) => ({
        code: promo.code,
        service_id: serviceId ?? "",
        valid: true,
        ...encodeTerms(promo),
      }));
    },
  );
}
