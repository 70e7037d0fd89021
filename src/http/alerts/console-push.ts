// Whether a browser that is signed in to the console shows notifications.
import { Type } from "typebox";
import { field } from "../../contract/fields.ts";
import { isRefusal, type Promised, refuse } from "../../domain/refusal.ts";
import { tellBrowser, tellBrowserNoMore } from "../../operations/alerts/console-push.ts";
import type { SubscribeDeps } from "../../operations/drivers/push-offers.ts";
import type { PushClient } from "../../outbound/push-client.ts";
import { isBrowserTold } from "../../store/alerts/console-browsers.ts";
import { readWebSession, type WebSessionDoor } from "../base/web-session.ts";
import { type AnyAsked, callsOf, DONE } from "../calls/call.ts";
import { SubscriptionBody } from "../driver/push.ts";

type Door = SubscribeDeps & WebSessionDoor & { readonly pushClient: Pick<PushClient, "publicKey"> };
const call = callsOf<Door>("Operator");

export const consolePushCalls = [
  call.plain({
    id: "getConsolePush",
    at: "GET /operator/v1/push",
    summary: "What a browser of the console subscribes with",
    answer: Type.Object({
      public_key: field.text("`applicationServerKey` of the browser's `pushManager.subscribe`."),
      subscribed: field.flag("Whether this browser shows what rules with `push` tell."),
    }),
    refusals: ["NOT_AUTHORIZED", "PERSON_NEEDED"],
    run: async (request, deps) => {
      const here = await browserOf(deps, request);
      if (isRefusal(here)) return here;
      return { public_key: deps.pushClient.publicKey, subscribed: await isBrowserTold(deps.db, here) };
    },
  }),
  call({
    id: "subscribeConsole",
    at: "PUT /operator/v1/push",
    summary: "Show notifications in this browser",
    description:
      "What the browser's `PushSubscription` says of itself. It ends with the session, and nobody hears of what their role and cities " +
      "do not let them look up.",
    body: SubscriptionBody,
    ...DONE,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "NOT_AUTHORIZED", "PERSON_NEEDED"],
    run: async (request, deps) => {
      const here = await browserOf(deps, request);
      if (isRefusal(here)) return here;
      const { endpoint, keys, language } = request.body;
      return tellBrowser(deps, here, { endpoint, ...keys, language });
    },
  }),
  call({
    id: "unsubscribeConsole",
    at: "DELETE /operator/v1/push",
    summary: "Show no more notifications in this browser",
    ...DONE,
    refusals: ["NOT_AUTHORIZED", "PERSON_NEEDED"],
    run: async (request, deps) => {
      const here = await browserOf(deps, request);
      if (isRefusal(here)) return here;
      await tellBrowserNoMore(deps, here);
      return { done: true };
    },
  }),
];

async function browserOf(
  deps: WebSessionDoor,
  request: AnyAsked,
): Promised<Buffer, "NOT_AUTHORIZED" | "PERSON_NEEDED"> {
  const session = await readWebSession(deps, request, "console");
  if (!session) return refuse("PERSON_NEEDED", "This is about a browser that is signed in; a key has none.");
  return isRefusal(session) ? session : Buffer.from(session.idHash, "hex");
}
