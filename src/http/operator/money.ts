// The operator's money: top-ups, promo codes, and whether the ledger agrees with itself.
import { type Static, Type } from "typebox";
import type { CatalogueKeeper } from "../../operations/catalogue/keep-catalogue.ts";
import { topUpAccount } from "../../operations/ledger/top-up.ts";
import { verifyLedger } from "../../operations/ledger/verify-ledger.ts";
import { listPromos, savePromo } from "../../operations/orders/save-promo.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Database } from "../../store/db.ts";
import type { UsedPromo } from "../../store/orders/promos.ts";
import { answer, responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { refuseInvalid } from "../base/validation.ts";
import { encodeTerms, promoTerms } from "../wire/promo.ts";

export type MoneyDoor = {
  readonly db: Database;
  readonly clock: Clock;
  readonly catalogue: CatalogueKeeper;
};

const TopUpBody = Type.Object({
  amount: Type.Number({ description: "Whole VND.", examples: [500000] }),
  wallet: Type.Union([Type.Literal("main"), Type.Literal("bonus")]),
  reference: Type.String({ description: "The same reference twice pays once." }),
});
const Wallets = Type.Object({ main: Type.Integer(), bonus: Type.Integer(), held: Type.Integer() });
const PromoBody = Type.Object({
  ...promoTerms,
  service_ids: Type.Optional(Type.Array(Type.String(), { description: "Service or group ids; all when absent." })),
  uses_max: Type.Optional(Type.Number()),
});
const PromoRecord = Type.Object({ code: Type.String(), ...PromoBody.properties, uses: Type.Integer() });
const Verdict = Type.Object({
  ok: Type.Boolean(),
  journals: Type.Integer(),
  accounts: Type.Integer(),
  problems: Type.Array(Type.String()),
});

const PAGE = 100;

export function registerMoneyCalls(app: App, deps: MoneyDoor): void {
  const documented = { tags: ["Operator"] };
  const call = { attachValidation: true };

  app.post(
    "/operator/v1/accounts/:phone/top-ups",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "topUpAccount",
        summary: "Pay money into a wallet",
        params: Type.Object({ phone: Type.String() }),
        body: TopUpBody,
        response: responses(Wallets),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "INVALID_DATA");
      if (invalid) return sendRefusal(reply, invalid);
      const { amount, wallet, reference } = request.body;
      const balances = await topUpAccount(deps, request.params.phone, wallet, { amount, reference });
      return answer(reply, balances, ({ main, bonus, held }) => ({ main, bonus, held }));
    },
  );

  app.put(
    "/operator/v1/promos/:code",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "savePromo",
        summary: "Save a promo code",
        description: "Replaces the whole code; the uses it has had stay.",
        params: Type.Object({ code: Type.String({ examples: ["GIAO10"] }) }),
        body: PromoBody,
        response: responses(PromoRecord),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "INVALID_DATA");
      if (invalid) return sendRefusal(reply, invalid);
      const { body } = request;
      const draft = {
        type: body.type,
        value: body.value,
        discountMax: body.max_discount,
        serviceIds: body.service_ids,
        startsAt: instant(body.starts_at),
        endsAt: instant(body.ends_at),
        usesMax: body.uses_max,
      };
      return answer(reply, await savePromo(deps, request.params.code, draft), encodePromo);
    },
  );

  app.get(
    "/operator/v1/promos",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "listPromos",
        summary: "Promo codes in alphabetical order",
        querystring: Type.Object({ after: Type.Optional(Type.String()) }),
        response: responses(Type.Array(PromoRecord)),
      },
    },
    async (request, reply) =>
      reply.send((await listPromos(deps, String(request.query.after ?? ""), PAGE)).map(encodePromo)),
  );

  app.get(
    "/operator/v1/ledger/verify",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "verifyLedger",
        summary: "Recompute the ledger from its journals",
        response: responses(Verdict),
      },
    },
    async (_request, reply) => {
      const verdict = await verifyLedger(deps);
      return reply.send({ ...verdict, problems: [...verdict.problems] });
    },
  );
}

function instant(seconds: number | undefined): Date | undefined {
  return seconds === undefined ? undefined : new Date(seconds * 1_000);
}

function encodePromo({ promo, uses }: UsedPromo): Static<typeof PromoRecord> {
  return {
    code: promo.code,
    ...encodeTerms(promo),
    ...(promo.serviceIds ? { service_ids: [...promo.serviceIds] } : {}),
    ...(promo.usesMax === undefined ? {} : { uses_max: promo.usesMax }),
    uses,
  };
}
