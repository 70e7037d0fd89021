// Who holds an api-key, remembered for a moment: a route takes a fifth of a millisecond to find, and asking the database
// for the key each time would take longer than the route. A key that was rotated away works for at most that moment.
import type { FastifyRequest, onRequestHookHandler } from "fastify";
import { refuse } from "../../domain/refusal.ts";
import type { Clock } from "../../ports/clock.ts";
import { NewestMap } from "../../ports/flow/newest-map.ts";
import { sendRefusal } from "../base/answer.ts";
import { notePartner } from "../base/callers.ts";
import type { RateLimits } from "../limits/rate-limits.ts";

type RouteKeyHolder = { readonly id: string; readonly rateLimitPerMinute: number | null };
export type FindRouteKey = (key: string) => Promise<RouteKeyHolder | undefined>;

type RouteKeys = {
  // At once, or undefined when it must be looked up.
  readonly recall: (key: string) => RouteKeyHolder | undefined;
  readonly lookUp: FindRouteKey;
};

const REMEMBERED_MS = 5000;
const REMEMBERED_MAX = 10_000;

// The check before every route call. Without a promise while the key is remembered, which is nearly always.
export function routeKeyOnly(find: FindRouteKey, clock: Clock, limits: RateLimits): onRequestHookHandler {
  const keys = rememberRouteKeys(find, clock);
  return (request, reply, done) => {
    const key = keyOf(request);
    const admit = (holder: RouteKeyHolder | undefined): void => {
      if (!holder) {
        sendRefusal(
          reply,
          refuse(
            "NOT_AUTHORIZED",
            "The header api-key is missing or unknown; api_key or access_token in the query would do as well.",
          ),
        );
        return;
      }
      notePartner(request, { partnerId: holder.id });
      const limited = limits.partner(reply, holder.id, holder.rateLimitPerMinute);
      if (limited instanceof Promise) limited.then((answered) => !answered && done(), done);
      else if (!limited) done();
    };
    const known = key === "" ? undefined : keys.recall(key);
    if (known || key === "") admit(known);
    else keys.lookUp(key).then(admit, done);
  };
}

// In the query for clients that cannot set a header. It is in no log: addresses are not logged with their query.
export const KEY_PARAMETERS: readonly string[] = ["api_key", "access_token"];

function keyOf({ headers, query }: FastifyRequest): string {
  const given = [headers["api-key"], ...KEY_PARAMETERS.map((name) => (query as Record<string, unknown>)[name])];
  return (given.find((key) => typeof key === "string" && key !== "") as string | undefined) ?? "";
}

function rememberRouteKeys(find: FindRouteKey, clock: Clock): RouteKeys {
  const known = new NewestMap<string, { readonly holder: RouteKeyHolder; readonly untilMs: number }>(REMEMBERED_MAX);
  return {
    recall: (key) => {
      const found = known.get(key);
      return found && clock.now().getTime() < found.untilMs ? found.holder : undefined;
    },
    lookUp: async (key) => {
      known.delete(key);
      const untilMs = clock.now().getTime() + REMEMBERED_MS;
      const holder = await find(key);
      // Unknown keys are not remembered: strangers could fill the memory with them.
      if (holder) known.set(key, { holder, untilMs });
      return holder;
    },
  };
}
