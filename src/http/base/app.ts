// The HTTP server before it has any calls: how requests are read, refused, counted and logged.

import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { AjvCompiler, type BuildCompilerFromPool } from "@fastify/ajv-compiler";
import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from "fastify";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import type { Random } from "../../ports/random.ts";
import { insideSpan } from "../../ports/tracing.ts";
import { headersForAnyPage } from "../access/cross-origin.ts";
import { type Gate, putGate } from "../limits/gate.ts";
import { errorBody, sendRefusal } from "./answer.ts";
import type { App } from "./app-type.ts";
import type { Connections } from "./connections.ts";
import { answerErrors } from "./errors.ts";
import { acceptJsonBodies, BODY_BYTES_MAX } from "./json-body.ts";
import type { Measures } from "./measures.ts";
import { openRequestLog, subjectOf } from "./request-log.ts";
import { beginTrace, endTrace, traceOf } from "./request-trace.ts";
import { type RefusalCode, statusOf } from "./statuses.ts";

export type AppParts = {
  readonly log: FastifyBaseLogger;
  readonly random: Random;
  readonly measures: Measures;
  // Where this server is reached; over https, browsers are told to keep to it.
  readonly publicUrl: string;
  // How long a request may take to arrive, headers and body.
  readonly arriveMsMax?: number;
  // Proxies that say whom they ask for (X-Forwarded-For); without them every caller of a proxy counts as one.
  readonly trustedProxies?: readonly string[];
  readonly connections?: Connections;
  readonly gate?: Gate;
  // Which build of the pages this server has; told to pages, which may be of an earlier one.
  readonly build?: string;
  // True when it has answered a person who followed a wrong link.
  readonly answerMissingPage?: (request: FastifyRequest, reply: FastifyReply) => boolean;
};

const REQUEST_ID = /^[\w.-]{1,64}$/;
// The route call puts five hundred coordinates into one path parameter. Node takes 16 KB of address and headers.
const PARAM_LENGTH_MAX = 15_000;
const ARRIVE_MS_MAX = 30_000;
// How often Node looks for requests that take longer; by itself every 30 s.
const LOOK_MS = 1_000;

export function openApp(parts: AppParts): App {
  const nextRequestId = countRequests(parts.random);
  const requestIdOf = (request: IncomingMessage): string => {
    const given = request.headers["x-request-id"];
    return typeof given === "string" && REQUEST_ID.test(given) ? given : nextRequestId();
  };
  const headers = answerHeaders(parts.publicUrl);
  const arriveMsMax = parts.arriveMsMax ?? ARRIVE_MS_MAX;
  const unread = answerUnreadRequests(arriveMsMax / 1000, (status) => {
    const reqId = nextRequestId();
    parts.log.info({ reqId, status }, "could not be read");
    return { ...headers, "x-request-id": reqId };
  });
  const app = fastify({
    loggerInstance: openRequestLog(parts.log),
    // Our own line (below) names the route, never the URL: a path may hold a phone or a tracking number.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: parts.trustedProxies?.length ? [...parts.trustedProxies] : false,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: arriveMsMax,
    // Left at its minute, Node's limit for headers holds for bodies too, whatever the limit for requests: measured, 88 s.
    http: { headersTimeout: arriveMsMax, connectionsCheckingInterval: LOOK_MS },
    clientErrorHandler: unread.answer,
    genReqId: requestIdOf,
    // D2: //v3/x is read as /v3/x.
    rewriteUrl: (request) => collapseSlashes(request.url ?? "/"),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: PARAM_LENGTH_MAX },
    // Hooks do not run for these, so the request id is set here as well.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...headers, "x-request-id": request.id });
      sendRefusal(reply as FastifyReply, refuse("BAD_REQUEST", `The request cannot be read: ${error.message}.`));
    },
    return503OnClosing: false,
    forceCloseConnections: "idle",
    schemaController: { compilersFactory: compileWhenUsed },
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: true,
        strict: false,
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  if (parts.gate)
    putGate(app.server, parts.gate, parts.connections, (request) => ({
      ...headers,
      ...headersForAnyPage(request),
      "x-request-id": requestIdOf(request),
    }));
  unread.follow(app.server);
  acceptJsonBodies(app);
  answerErrors(app);
  const { connections } = parts;
  if (connections) {
    app.server.on("connection", connections.meet);
    app.addHook("onRequest", (request, reply, done) => connections.note(request.raw, reply.raw, done));
  }

  // Both hooks are of the kind that calls back: a promise in every request would cost more than what they do.
  app.addHook("onRequest", (request, reply, done) => {
    const span = beginTrace(request);
    reply.headers(headers).header("x-request-id", request.id);
    if (parts.build !== undefined && request.headers["x-giao-page"] !== undefined)
      reply.header("x-giao-build", parts.build);
    // Before its body is read: what is wrong with it does not matter at a path that is not there.
    if (request.is404) {
      if (parts.answerMissingPage?.(request, reply)) return;
      sendRefusal(reply, refuse("NOT_FOUND", `There is no ${request.method} call at this path.`));
      return;
    }
    insideSpan(span, done);
  });
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    const { method } = request;
    const subject = subjectOf(request);
    const answered = { method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 };
    parts.measures.countRequest(answered, subject.partner);
    endTrace(request, reply, route, subject);
    // Not through the request's own log, which would have to be made for it.
    parts.log.info(
      {
        reqId: request.id,
        ...traceOf(request),
        method,
        route,
        ...subject,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      "answered",
    );
    done();
  });
  return app;
}

// Two processes, or one before and after a restart, count apart. An id has to be unlike others, not secret: a draw for each
// would cost ten times as much.
function countRequests(random: Random): () => string {
  const prefix = random.hex(4);
  const IDS = 2 ** 32;
  let count = 0;
  return () => {
    count = (count + 1) % IDS;
    return prefix + (IDS + count).toString(16).slice(1);
  };
}

function collapseSlashes(url: string): string {
  if (!url.includes("//")) return url;
  const at = url.indexOf("?");
  const path = at === -1 ? url : url.slice(0, at);
  return path.replace(/\/{2,}/g, "/") + (at === -1 ? "" : url.slice(at));
}

// Headers that every answer has unless its call says otherwise: what it holds is somebody's, so that nobody keeps a copy, and it is
// what its type says. Pages, map files and photos have a cache policy of their own.
function answerHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    // Of this host alone: whether its neighbours speak https is not ours to say.
    ...(publicUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
}

// What checks a call's parts and what writes its answers are compiled from their schemas when first used. For all calls at once
// that took half of the processor time of a start, and most processes never see most calls; test/docs makes each once,
// so a schema that cannot be compiled is still noticed before anybody else meets it.
type Compilers = NonNullable<NonNullable<FastifyServerOptions["schemaController"]>["compilersFactory"]>;
type Check = { (part: unknown): unknown; errors?: unknown };

const buildValidator: BuildCompilerFromPool = (...given) => {
  const compile = AjvCompiler()(...given);
  return (call) => {
    const checkOf = once(() => compile(call) as Check);
    const check: Check = (part) => {
      const passes = checkOf()(part);
      // Fastify looks for what was wrong on the function that it called.
      check.errors = checkOf().errors;
      return passes;
    };
    // The rest of what Ajv puts on its functions is for its own use.
    return check as ReturnType<typeof compile>;
  };
};

const buildSerializer: NonNullable<Compilers["buildSerializer"]> = (...given) => {
  const compile = SerializerSelector()(...given);
  return (call) => {
    const write = once(() => compile(call));
    return (answer) => write()(answer);
  };
};

const compileWhenUsed: Compilers = { buildValidator, buildSerializer };

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

// Requests that never became one: no HTTP, headers without end, a body that takes too long. No hook of Fastify's sees them; they are
// answered in the one error shape, and their connection ends.
type UnreadRequests = {
  readonly answer: (error: Error & { readonly code?: string }, socket: Socket) => void;
  // To be called before the server listens.
  readonly follow: (server: Server) => void;
};

function answerUnreadRequests(
  secondsMax: number,
  headersOf: (status: number) => Readonly<Record<string, string>>,
): UnreadRequests {
  const latest = new WeakMap<Socket, ServerResponse>();
  return {
    follow: (server) => {
      server.on("request", (request, response) => latest.set(request.socket, response));
    },
    answer: (error, socket) => {
      if (error.code === "ECONNRESET" || socket.destroyed) return;
      if (socket.writable && !isAnswered(latest.get(socket)))
        socket.write(written(refusalOf(error, secondsMax), headersOf));
      socket.destroy(error);
    },
  };
}

// Its answer has left or is leaving; another would be taken for the next request's.
function isAnswered(response: ServerResponse | undefined): boolean {
  if (!response) return false;
  // The next one on this connection is the one that cannot be read.
  if (response.req.complete && response.writableFinished) return false;
  return response.headersSent;
}

function refusalOf(error: { readonly code?: string }, secondsMax: number): Refusal<RefusalCode> {
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT")
    return refuse("REQUEST_TIMEOUT", `The request did not arrive whole within ${secondsMax} s.`);
  if (error.code === "HPE_HEADER_OVERFLOW") return refuse("HEADERS_TOO_LARGE", "The headers are too large.");
  return refuse("BAD_REQUEST", "The request cannot be read: it is not HTTP/1.1.");
}

function written(
  refusal: Refusal<RefusalCode>,
  headersOf: (status: number) => Readonly<Record<string, string>>,
): string {
  const status = statusOf(refusal.refused);
  const body = JSON.stringify(errorBody(refusal));
  const all = {
    ...headersOf(status),
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`;
}
