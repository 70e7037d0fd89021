// The operator's money: top-ups, promo codes, and whether the ledger agrees with itself.
import { type Static, Type } from "typebox";
import { field, maybe } from "../../contract/fields.ts";
import { promoTerms } from "../../contract/promo.ts";
import { canonicalPromoCode } from "../../domain/catalogue/promo.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { getAccount } from "../../operations/accounts/change-account.ts";
import { topUpAccount } from "../../operations/ledger/top-up.ts";
import { verifyLedger } from "../../operations/ledger/verify-ledger.ts";
import { savePromo } from "../../operations/orders/promo-codes.ts";
import type { Services } from "../../operations/services.ts";
import { findPromo, listPromos, type UsedPromo } from "../../store/orders/promos.ts";
import { callsOf } from "../calls/call.ts";
import { encodeTerms } from "../wire/promo.ts";
import { instant } from "../wire/time.ts";

const TopUpBody = Type.Object({
  amount: field.number("Whole VND.", { examples: [500000] }),
  wallet: Type.Union([Type.Literal("main"), Type.Literal("bonus")]),
  reference: field.text("The same reference twice pays once."),
});
const Wallets = Type.Object({ main: Type.Integer(), bonus: Type.Integer(), held: Type.Integer() });
const PromoBody = Type.Object({
  ...promoTerms,
  service_ids: maybe(Type.Array(Type.String(), { description: "Service or group ids; all when absent." })),
  uses_max: maybe(Type.Number()),
});
const PromoRecord = Type.Object({ code: Type.String(), ...PromoBody.properties, uses: Type.Integer() });
const Verdict = Type.Object({
  ok: Type.Boolean(),
  journals: Type.Integer(),
  accounts: Type.Integer(),
  problems: Type.Array(Type.String()),
});

const PAGE = 100;

const call = callsOf<Pick<Services, "db" | "clock" | "catalogue">>("Operator");

export const moneyCalls = [
  call({
    id: "topUpAccount",
    at: "POST /operator/v1/accounts/:phone/top-ups",
    summary: "Pay money into a wallet",
    body: TopUpBody,
    answer: Wallets,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "INVALID_PHONE_NUMBER", "USER_NOT_FOUND", "IDEMPOTENCY_KEY_REUSED"],
    seen: async ({ params }, deps) => {
      const found = await getAccount(deps, params.phone);
      return isRefusal(found) ? undefined : encodeWallets(found.wallets);
    },
    run: ({ params, body: { wallet, ...paid } }, deps) => topUpAccount(deps, params.phone, wallet, paid),
    encode: encodeWallets,
  }),
  call({
    id: "savePromo",
    at: "PUT /operator/v1/promos/:code",
    summary: "Save a promo code",
    description: "Replaces the whole code; the uses it has had stay.",
    body: PromoBody,
    answer: PromoRecord,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA"],
    seen: async ({ params }, { db }) => {
      const promo = await findPromo(db, canonicalPromoCode(params.code));
      return promo && { ...promo.promo };
    },
    run: ({ params, body }, deps) => {
      const draft = {
        type: body.type,
        value: body.value,
        discountMax: body.max_discount,
        serviceIds: body.service_ids,
        startsAt: instant(body.starts_at),
        endsAt: instant(body.ends_at),
        usesMax: body.uses_max,
      };
      return savePromo(deps, params.code, draft);
    },
    encode: encodePromo,
  }),
  call({
    id: "listPromos",
    at: "GET /operator/v1/promos",
    summary: "Promo codes in alphabetical order",
    query: Type.Object({ after: maybe(Type.String()) }),
    answer: Type.Array(PromoRecord),
    run: ({ query }, deps) => listPromos(deps.db, canonicalPromoCode(query.after ?? ""), PAGE),
    encode: (promos) => promos.map(encodePromo),
  }),
  call.plain({
    id: "verifyLedger",
    at: "GET /operator/v1/ledger/verify",
    summary: "Recompute the ledger from its journals",
    answer: Verdict,
    run: (_request, deps) => verifyLedger(deps),
  }),
];

function encodeWallets({ main, bonus, held }: Static<typeof Wallets>): Static<typeof Wallets> {
  return { main, bonus, held };
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
