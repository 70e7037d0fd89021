// Turns callers away who ask too much (D19): by address for everyone, tighter where keys can be guessed, and by partner, whose
// costly calls count for what they cost.
// Buckets live in the live plane where there is one (LIVE_URL), and all replicas take from the same. Else they live in this process, and with N
// replicas a limit is up to N times as wide; no call has to wait for the database to be counted.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Limit, Taken } from "../../domain/rate-limit.ts";
import { refuse } from "../../domain/refusal.ts";
import type { Clock } from "../../ports/clock.ts";
import { openCountsInMemory } from "../../ports/live/counts-in-memory.ts";
import { sendRefusal } from "../base/answer.ts";
import { callerNetwork } from "../base/caller-address.ts";
import { proveCaller } from "./admission.ts";

const BY_ADDRESS: Limit = { perMinute: 6_000, burst: 1_000 };
const SIGN_IN_BY_ADDRESS: Limit = { perMinute: 120, burst: 60 };
const BY_PARTNER: Limit = { perMinute: 12_000, burst: 2_000 };
// A phone reports every few seconds and acts a few times a minute.
const BY_DRIVER: Limit = { perMinute: 600, burst: 200 };
// A form with a few photos.
const BY_APPLICANT: Limit = { perMinute: 60, burst: 60 };

// By request: takes more from the bucket that it was counted in.
const chargers = new WeakMap<FastifyRequest, (reply: FastifyReply, cost: number) => Limited>();

// Answered, or let in; known at once where nobody else has to be asked.
export type Limited = FastifyReply | undefined | Promise<FastifyReply | undefined>;

// For a call that turns out to be worth several plain ones (domain/call-costs.ts); it was counted as one already. Answered: there
// was nothing left for it.
export function charge(reply: FastifyReply, cost: number): Limited {
  return cost > 1 ? chargers.get(reply.request)?.(reply, cost - 1) : undefined;
}

export type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

export type RateLimits = {
  readonly address: Hook;
  readonly signIn: Hook;
  // `own` is the partner's setting; it holds even when general limits are off.
  readonly partner: (reply: FastifyReply, partnerId: string, own: number | null) => Limited;
  readonly driver: (reply: FastifyReply, phone: string) => Limited;
  readonly applicant: (reply: FastifyReply, phone: string) => Limited;
};

type Take = (key: string, limit: Limit, nowMs: number, cost: number) => Taken | Promise<Taken>;

export function openRateLimits(clock: Clock, isOn: boolean, take: Take = openCountsInMemory().take): RateLimits {
  function limit(reply: FastifyReply, key: string, rule: Limit, cost = 1): Limited {
    const taken = take(key, rule, clock.now().getTime(), cost);
    return taken instanceof Promise
      ? taken.then((known) => answer(reply, rule, cost, known))
      : answer(reply, rule, cost, taken);
  }

  function answer(reply: FastifyReply, rule: Limit, cost: number, taken: Taken): FastifyReply | undefined {
    reply.header("ratelimit-limit", rule.perMinute);
    reply.header("ratelimit-remaining", taken.remaining);
    reply.header("ratelimit-reset", taken.resetSeconds);
    if (taken.allowed) return undefined;
    reply.header("retry-after", taken.retryAfterSeconds);
    const counted = cost > 1 ? ` (this one counts as ${cost + 1})` : "";
    return sendRefusal(
      reply,
      refuse(
        "TOO_MANY_REQUESTS",
        `More than ${rule.perMinute} requests a minute${counted}; try again in ${taken.retryAfterSeconds} s.`,
      ),
    );
  }

  function limitPartner(reply: FastifyReply, partnerId: string, rule: Limit): Limited {
    const key = `partner ${partnerId}`;
    chargers.set(reply.request, (later, cost) => limit(later, key, rule, cost));
    return limit(reply, key, rule);
  }

  return {
    address: async (request, reply) =>
      isOn ? limit(reply, `address ${callerNetwork(request)}`, BY_ADDRESS) : undefined,
    signIn: async (request, reply) =>
      isOn ? limit(reply, `sign-in ${callerNetwork(request)}`, SIGN_IN_BY_ADDRESS) : undefined,
    partner: (reply, partnerId, own) => {
      proveCaller(reply.request, `partner ${partnerId}`);
      if (own !== null) return limitPartner(reply, partnerId, { perMinute: own, burst: own });
      return isOn ? limitPartner(reply, partnerId, BY_PARTNER) : undefined;
    },
    driver: (reply, phone) => {
      proveCaller(reply.request, `driver ${phone}`);
      return isOn ? limit(reply, `driver ${phone}`, BY_DRIVER) : undefined;
    },
    applicant: (reply, phone) => (isOn ? limit(reply, `applicant ${phone}`, BY_APPLICANT) : undefined),
  };
}
