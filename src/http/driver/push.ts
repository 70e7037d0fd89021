// Whether a driver's browser is told of offers while the page is closed.
import { Type } from "typebox";
import { field, oneOf } from "../../contract/fields.ts";
import { ENDPOINT_LENGTH_MAX, P256DH, PUSH_AUTH } from "../../domain/drivers/offer-push.ts";
import { LANGUAGES } from "../../domain/recipient-message.ts";
import { type SubscribeDeps, subscribeToOffers, unsubscribeFromOffers } from "../../operations/drivers/push-offers.ts";
import type { PushClient } from "../../outbound/push-client.ts";
import { hashSecret } from "../../ports/secrets.ts";
import { isSubscribed } from "../../store/drivers/push-subscriptions.ts";
import { bearerToken } from "../base/callers.ts";
import { callsOf, DONE } from "../calls/call.ts";

// What a browser's `PushSubscription` says of itself.
export const SubscriptionBody = Type.Object({
  endpoint: Type.String({ maxLength: ENDPOINT_LENGTH_MAX }),
  keys: Type.Object({
    p256dh: Type.String({ pattern: P256DH.source }),
    auth: Type.String({ pattern: PUSH_AUTH.source }),
  }),
  language: oneOf(LANGUAGES, { description: "What it is told in." }),
});

const call = callsOf<SubscribeDeps & { readonly pushClient: Pick<PushClient, "publicKey"> }>("Driver");

export const pushCalls = [
  call.plain({
    id: "getPush",
    at: "GET /driver/v1/push",
    summary: "What a browser subscribes to offers with",
    answer: Type.Object({
      public_key: field.text("`applicationServerKey` of the browser's `pushManager.subscribe`."),
      subscribed: field.flag("Whether this session's browser is told of offers."),
    }),
    run: async (request, { db, pushClient }) => ({
      public_key: pushClient.publicKey,
      subscribed: await isSubscribed(db, hashSecret(bearerToken(request) ?? "")),
    }),
  }),
  call({
    id: "subscribeToPush",
    at: "PUT /driver/v1/push",
    summary: "Be told of offers by web push",
    description:
      "What the browser's `PushSubscription` says of itself. A session has one, the newest; it ends with the session. Offers are pushed " +
      "while no stream of the driver is open; a page that is hidden closes its stream.",
    body: SubscriptionBody,
    ...DONE,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "NOT_AUTHORIZED"],
    run: (request, deps) => {
      const { endpoint, keys, language } = request.body;
      return subscribeToOffers(deps, bearerToken(request) ?? "", { endpoint, ...keys, language });
    },
  }),
  call.plain({
    id: "unsubscribeFromPush",
    at: "DELETE /driver/v1/push",
    summary: "Be told no more",
    answer: Type.Object({}),
    run: async (request, deps) => {
      await unsubscribeFromOffers(deps, bearerToken(request) ?? "");
      return {};
    },
  }),
];
