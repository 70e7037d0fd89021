// The one file that registers with Fastify: calls, and what is none.
import type { FastifyReply, FastifyRequest, FastifySchema, HTTPMethods, RouteOptions } from "fastify";
import { type TObject, type TString, Type } from "typebox";
import type { Seen } from "../../domain/audit-change.ts";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import { insideSpan, traced } from "../../ports/tracing.ts";
import { SCOPES } from "../access/scopes.ts";
import { needsCredential, type Who } from "../access/who.ts";
import { responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app-type.ts";
import { isNoted, noteChange } from "../base/audit.ts";
import { callerOf, driverOf } from "../base/callers.ts";
import { answerKeyed, KEY_HEADER, type KeyedDeps } from "../base/keyed.ts";
import { spanOf } from "../base/request-trace.ts";
import type { RefusalCode } from "../base/statuses.ts";
import { fittingFields, refuseInvalid } from "../base/validation.ts";
import { charge } from "../limits/rate-limits.ts";
import type { Call, ListedRefusal, Way } from "./call.ts";

type AnyRun = (asked: FastifyRequest, deps: unknown, way: Way) => unknown;
type Check = (asked: FastifyRequest) => Refusal<RefusalCode> | undefined;
type AnyEncode = (result: unknown, asked: FastifyRequest, deps: unknown) => Record<string, unknown>;

// Keys of drivers are kept apart from those of accounts, which may have the same phone.
const KEY_HOLDERS = {
  account: (request: FastifyRequest) => callerOf(request).phone,
  driver: (request: FastifyRequest) => `driver ${driverOf(request).phone}`,
};

export function registerCalls<Deps>(app: App, calls: readonly Call<Deps>[], deps: Deps): void {
  for (const call of calls) {
    const route = routeOf(call, deps);
    if (call.bytesMax === undefined) app.route(route);
    else acceptBytes(app, call.bytesMax, route);
  }
}

// What is no call of the API: pages, files, browsers' preflights, and OSRM's protocol, which reads and answers in its own way.
export function answerAt(
  app: App,
  at: string,
  answer: (request: FastifyRequest, reply: FastifyReply) => unknown,
  more: Partial<RouteOptions> = {},
): void {
  const [method = "", url = ""] = at.split(" ");
  app.route({ method: method as HTTPMethods, url, handler: answer, schema: HIDDEN, ...more });
}

const HIDDEN = { hide: true };

// In a plugin of its own, because elsewhere a body is JSON and smaller.
function acceptBytes(app: App, bodyLimit: number, route: RouteOptions): void {
  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, body, done) => done(null, body));
    uploads.route({ ...route, bodyLimit });
  });
}

function routeOf<Deps>(call: Call<Deps>, deps: Deps): RouteOptions {
  const [method = "", url = ""] = call.at.split(" ");
  const { invalid = "BAD_REQUEST" } = call;
  const cost = call.cost as ((asked: FastifyRequest) => number) | undefined;
  const checkFirst = call.checkFirst as Check | undefined;
  const check = call.check as Check | undefined;
  const runCall = call.run as AnyRun;
  const seen = call.seen as ((asked: FastifyRequest, deps: unknown) => Promise<Seen | undefined>) | undefined;
  const span = { name: call.id, kind: "internal" } as const;
  // Again inside the request's span: what was read from a stream has lost it on the way.
  const run: AnyRun = (request, given, way) =>
    spanOf(request)
      ? insideSpan(spanOf(request), () =>
          traced(
            () => span,
            async () => runCall(request, given, way),
          ),
        )
      : runCall(request, given, way);
  const encode = (call.encode as AnyEncode | undefined) ?? ((result) => result as Record<string, unknown>);

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (call.headers) reply.headers(call.headers);
    const early = checkFirst?.(request);
    if (early) return sendRefusal(reply, early);
    if (invalid === "left out") request.body = fittingFields(request);
    else if (invalid !== "judged") {
      const refusal = refuseInvalid(request, invalid);
      if (refusal) return sendRefusal(reply, refusal);
    }
    const unfit = check?.(request);
    if (unfit) return sendRefusal(reply, unfit);
    if (await charge(reply, cost?.(request) ?? 1)) return reply;
    if (call.keyed) {
      return answerKeyed(
        deps as unknown as KeyedDeps,
        request,
        reply,
        (result) => encode(result, request, deps),
        async (keep) => run(request, deps, { reply, keep }),
        KEY_HOLDERS[call.keyed],
      );
    }
    const isCompared = seen !== undefined && isNoted(request);
    const before = isCompared ? await seen(request, deps) : undefined;
    const result = await run(request, deps, { reply, keep: undefined });
    if (isCompared && !isRefusal(result)) noteChange(request, before, await seen(request, deps));
    // Whoever waits for a reply waits until it is sent, and gets nothing.
    // One that is sent as a stream may also have been cut off in the middle.
    if (result === reply || reply.sent || reply.raw.headersSent) return reply;
    return isRefusal<unknown, RefusalCode>(result)
      ? sendRefusal(reply, result)
      : reply.send(encode(result, request, deps));
  }

  return {
    method: method as HTTPMethods,
    url,
    handler,
    attachValidation: true,
    ...(invalid === "judged" ? { validatorCompiler: () => () => true } : {}),
    ...(call.isRead ? { config: { isRead: call.isRead } } : {}),
    ...(call.bodyBytesMax === undefined ? {} : { bodyLimit: call.bodyBytesMax }),
    ...(call.bodyMayBeMissing ? { preValidation: giveEmptyBody } : {}),
    ...(call.hidden ? { exposeHeadRoute: false } : {}),
    schema: call.hidden ? HIDDEN : schemaOf(call, url),
  };
}

async function giveEmptyBody(request: FastifyRequest): Promise<void> {
  request.body ??= {};
}

function schemaOf<Deps>(call: Call<Deps>, url: string): FastifySchema {
  const { id, tag, summary, description, query, body, answer, alsoAs, consumes, produces } = call;
  const params = call.params ?? paramsOf(url);
  const documented = {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(consumes ? { consumes: [...consumes] } : {}),
    ...(produces ? { produces: [...produces] } : {}),
    "x-refusals": refusalsOf(call),
  };
  return {
    ...documented,
    ...(call.keyed ? { headers: KEY_HEADER } : {}),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    ...(answer ? { response: { ...responses(answer), ...(alsoAs ? { [alsoAs]: answer } : {}) } } : {}),
  } as FastifySchema;
}

// All that a call may refuse for what it is, in their order. What any call may (a limit, a crowd, a fault) is not among it.
function refusalsOf<Deps>({ at, keyed, refusals, ...call }: Call<Deps>): readonly ListedRefusal[] {
  const invalid = call.invalid ?? (call.query || call.body ? "BAD_REQUEST" : "judged");
  const known = new Set(refusals.map((one) => (typeof one === "string" ? one : one[0])));
  const who: Who = SCOPES[at];
  const need = who.may === "operator" ? who.need : undefined;
  const more: readonly ListedRefusal[] = [
    ...(needsCredential(who) ? (["NOT_AUTHORIZED"] as const) : []),
    ...(need ? [["ROLE_NOT_ALLOWED", `without the right \`${need.right}\``] as const] : []),
    ...(need?.reach === "all cities" ? (["CITIES_NOT_ALLOWED"] as const) : []),
    ...(invalid === "left out" || invalid === "judged" ? [] : [invalid]),
    ...(keyed ? (["IDEMPOTENCY_KEY_REUSED", "IDEMPOTENCY_IN_PROGRESS"] as const) : []),
  ];
  return [...more.filter((one) => !known.has(typeof one === "string" ? one : one[0])), ...refusals];
}

function paramsOf(url: string): TObject | undefined {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const properties: Record<string, TString> = Object.fromEntries(names.map((name) => [name, Type.String()]));
  return names.length === 0 ? undefined : Type.Object(properties);
}
