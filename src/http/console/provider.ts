// The operator's people sign in at a provider of the operator's own. The page goes there and comes back to /console/provider, which hands over what the
// provider told it: the cookies of both are Strict, so that no other site can begin or end a sign-in.
import { Type } from "typebox";
import { field, maybe, nullable } from "../../contract/fields.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { arriveFromProvider, beginAtProvider, type ProviderDeps } from "../../operations/operators/provider-sign-in.ts";
import { endWebSession, identifyWebSession, openPersonSession } from "../../operations/web-sessions/web-session.ts";
import { noteOperatorAct } from "../base/audit.ts";
import { browserOf, callerAddress } from "../base/caller-address.ts";
import { cookieOf, giveCookie, giveTrip, tripOf } from "../base/web-session.ts";
import { callsOf } from "../calls/call.ts";
import { type ConsoleDoor, encodeSession, operatorOfPerson, SessionRecord } from "./session.ts";

// The page to which the provider sends people back.
export const PROVIDER_PAGE = "/console/provider";

const QUERY_LENGTH_MAX = 8_000;

const call = callsOf<ConsoleDoor & ProviderDeps>("Operator");

export const providerCalls = [
  call.plain({
    id: "beginProviderSignIn",
    at: "POST /console/v1/provider",
    summary: "Where to go to sign in at the provider of OIDC_ISSUER",
    description: "With `again`, they must prove there anew who they are, as money, keys and people ask for.",
    body: Type.Object({ again: maybe(Type.Boolean()) }),
    answer: Type.Object({ url: field.text("Of the provider.") }),
    isRead: true,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "NOT_FOUND", "PROVIDER_AWAY"],
    run: async (request, deps, { reply }) => {
      const departure = await beginAtProvider(deps, request.body.again ?? false);
      if (isRefusal(departure)) return departure;
      giveTrip(deps, reply, departure.trip);
      return { url: departure.url.href };
    },
  }),
  call.plain({
    id: "finishProviderSignIn",
    at: "POST /console/v1/provider/session",
    summary: "Sign the browser in with what the provider answered",
    description:
      "The role comes from the claim that OIDC_ROLE_CLAIM names, at each sign-in. The browser's session before this one ends.",
    body: Type.Object({
      query: Type.String({
        maxLength: QUERY_LENGTH_MAX,
        description: "Of the address that the provider sent the browser to.",
      }),
    }),
    answer: Type.Object({ session: nullable(SessionRecord) }),
    invalid: "INVALID_DATA",
    refusals: [
      ...(["INVALID_DATA", "NOT_FOUND", "SIGN_IN_FAILED", "PROVIDER_AWAY", "NO_ROLE"] as const),
      ...(["PERSON_EXISTED", "NOT_AUTHORIZED", "TOO_MANY_KEYS"] as const),
    ],
    run: async (request, deps, { reply }) => {
      const arrived = await arriveFromProvider(deps, tripOf(request), request.body.query);
      const by = isRefusal(arrived) ? undefined : operatorOfPerson(arrived.person);
      await noteOperatorAct(deps, request, by, callerAddress(request));
      giveTrip(deps, reply, undefined);
      if (isRefusal(arrived)) return arrived;
      const before = cookieOf(request, "console");
      const opened = await openPersonSession(deps, arrived.person, browserOf(request), arrived.provedAt);
      if (before !== undefined) await endWebSession(deps, "console", before);
      giveCookie(deps, reply, "console", opened);
      const session = await identifyWebSession(deps, "console", opened.id);
      return { session: session ? encodeSession(session) : null };
    },
  }),
];
