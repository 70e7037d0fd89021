// Turns requests away before their bodies are read when there is more to do than can be done in time. The rule is the domain's
// (domain/admission/); here it meets requests: who asks, how urgent it is, when it is done with.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type {
  FastifyError,
  FastifyReply,
  FastifyRequest,
  preParsingHookHandler,
  preValidationHookHandler,
} from "fastify";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { Admission, type Ticket, URGENCIES, type Urgency } from "../../domain/admission/admission.ts";
import type { Caller } from "../../domain/admission/fair-queue.ts";
import { type Deadline, GivenUp, type GivenUpFor, nowMs, withDeadline } from "../../ports/deadline.ts";
import { watchLoop } from "../../ports/event-loop.ts";
import { NewestMap } from "../../ports/flow/newest-map.ts";
import { type CallUrgency, urgencyOf } from "../access/urgencies.ts";
import { sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app-type.ts";
import { callerAddress } from "../base/caller-address.ts";
import { measure, type PoolCounts, samplesBy } from "../base/measures.ts";
import { BUSY, type Gate, retryAfterSeconds } from "./gate.ts";

export type AdmissionParts = {
  // Worked on at once; undefined: as many as the process has time for.
  readonly inFlight: number | undefined;
  readonly queued: number;
  readonly deadlineSeconds: number;
  readonly registry: Registry;
  readonly pool: PoolCounts;
  readonly gate: Gate;
};

declare module "fastify" {
  interface FastifyRequest {
    ticket: RequestTicket | null;
  }
  interface FastifyContextConfig {
    urgency?: CallUrgency;
  }
}

// Those that are begun together are looked up and saved together, which costs less for each: at four times the peak 128 answered a
// quarter more than 64, 192 no more, and took longer.
const IN_FLIGHT = { min: 96, usual: 128, max: 512 };
// Those who are begun together ask the database together, which costs it less than one by one.
const SWEEP_MS = 10;
const SWEEPS_PER_ADJUSTMENT = 10;
// A request that never ends would hold its place for good.
const LOST_MS = 30_000;
const KNOWN_MAX = 20_000;
const WAIT_BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

class RequestTicket implements Ticket, Deadline {
  readonly caller: Caller;
  readonly urgency: Urgency;
  readonly arrivedMs: number;
  readonly deadlineMs: number;
  readonly #request: FastifyRequest;
  readonly #finish: (ticket: RequestTicket) => void;
  startedMs = 0;
  isKept = false;
  givenUpFor: GivenUpFor | undefined;
  // Goes on with a request that waited, or refuses it.
  settle: ((isBegun: boolean) => void) | undefined;
  // Waits for its body.
  isPaused = false;
  isDone = false;
  // The partner or driver whose credential this is, once it was proved.
  proved: string | undefined;

  constructor(
    request: FastifyRequest,
    caller: Caller,
    urgency: Urgency,
    arrivedMs: number,
    deadlineMs: number,
    finish: (ticket: RequestTicket) => void,
  ) {
    this.#request = request;
    this.caller = caller;
    this.urgency = urgency;
    this.arrivedMs = arrivedMs;
    this.deadlineMs = deadlineMs;
    this.#finish = finish;
  }

  isGone(): boolean {
    return this.#request.raw.socket.destroyed;
  }

  // Answered, or become a stream: what goes on from here is in nobody's way and has no deadline.
  end(): void {
    this.isKept = true;
    if (this.isDone) return;
    this.isDone = true;
    this.#finish(this);
  }
}

// Says who a request's credential belongs to. From then on it is a caller of its own; one that was never proved counts as its
// address, or strangers would be as many callers as they can think of tokens.
export function proveCaller(request: FastifyRequest, group: string): void {
  if (request.ticket) request.ticket.proved = group;
}

// To be called before the server has calls, and after what refuses more cheaply.
export function admitRequests(app: App, parts: AdmissionParts): void {
  const { inFlight: fixed, queued: queuedMax } = parts;
  const admission = new Admission<RequestTicket>({
    inFlight: fixed === undefined ? IN_FLIGHT : { min: fixed, usual: fixed, max: fixed },
    queuedMax,
  });
  const measures = openAdmissionMeasures(parts.registry, admission);
  const known = new NewestMap<string, Caller>(KNOWN_MAX);
  const inFlight = new Set<RequestTicket>();
  const loop = watchLoop();
  const deadlineMs = parts.deadlineSeconds * 1_000;
  let sweeping: NodeJS.Timeout | undefined;
  let sweeps = 0;
  let wasCrowded = false;

  function knownCaller(headers: IncomingHttpHeaders): Caller | undefined {
    const credential = credentialOf(headers);
    return credential === undefined ? undefined : known.get(credential);
  }

  function callerOf(request: FastifyRequest): Caller {
    const caller = knownCaller(request.headers);
    if (caller) return caller;
    const address = callerAddress(request);
    return { group: address, member: address };
  }

  function know(request: FastifyRequest, group: string): void {
    const credential = credentialOf(request.headers);
    if (credential === undefined || known.has(credential)) return;
    known.set(credential, { group, member: `${group} ${credential}` });
  }

  function finish(ticket: RequestTicket): void {
    inFlight.delete(ticket);
    if (ticket.givenUpFor) measures.dropped.inc({ reason: ticket.givenUpFor });
    if (!ticket.isPaused) admission.finish(ticket, nowMs());
    // In a crowd the sweep begins those who wait, together.
    if (!admission.isCrowded) beginNext();
  }

  function beginNext(): void {
    for (let ticket = admission.next(nowMs()); ticket; ticket = admission.next(nowMs())) {
      measures.waited.observe((ticket.startedMs - ticket.arrivedMs) / 1_000);
      if (ticket.isGone()) dropGone(ticket);
      else ticket.settle?.(true);
    }
  }

  // Its turn has come, and nobody is there.
  function dropGone(ticket: RequestTicket): void {
    measures.dropped.inc({ reason: "gone" });
    admission.pause(ticket);
    ticket.settle?.(false);
  }

  function sweep(): void {
    for (const ticket of admission.sweep(nowMs(), (one) => one.isGone())) {
      if (ticket.isGone()) measures.dropped.inc({ reason: "gone" });
      else measures.refused.inc({ urgency: ticket.urgency, reason: "late" });
      ticket.settle?.(false);
    }
    if (++sweeps % SWEEPS_PER_ADJUSTMENT === 0) {
      admission.adjust({ loopBusy: loop.busyShare(), databaseWaiting: parts.pool.waitingCount });
      for (const ticket of inFlight) if (nowMs() - ticket.startedMs > LOST_MS) ticket.end();
    }
    beginNext();
    const { isCrowded } = admission;
    const { queued } = admission.figures;
    if (isCrowded !== wasCrowded) {
      if (isCrowded) app.log.warn("more comes than can be answered in time: requests are refused");
      else app.log.warn("what comes can be answered again");
      wasCrowded = isCrowded;
    }
    if (queued > 0 || isCrowded) return;
    clearInterval(sweeping);
    sweeping = undefined;
  }

  function sendBusy(reply: FastifyReply, ticket: RequestTicket): void {
    ticket.isDone = true;
    reply.header("retry-after", retryAfterSeconds());
    sendRefusal(reply, BUSY);
  }

  // Strangers, and what is not crowded, are judged when more is known of them.
  function turnsAway({ method = "GET", url = "/", headers }: IncomingMessage): boolean {
    const caller = admission.isCrowded ? knownCaller(headers) : undefined;
    if (!caller) return false;
    const urgency = urgencyOf(method, url.split("?", 1)[0]!);
    if (urgency === "always" || !admission.turnsAway(urgency, caller, nowMs())) return false;
    measures.refused.inc({ urgency, reason: "crowded" });
    return true;
  }

  // A body that is not there yet is its client's time, not ours.
  const pauseForBody: preParsingHookHandler = (request, _reply, _payload, done) => {
    const { ticket } = request;
    if (ticket?.isGone()) {
      // Nothing more would ever be heard of its body, and it would hold its place.
      ticket.givenUpFor = "gone";
      return done(new GivenUp("gone") as unknown as FastifyError);
    }
    if (ticket && hasBody(request)) {
      setImmediate(() => {
        if (request.raw.complete || ticket.isDone) return;
        ticket.isPaused = true;
        admission.pause(ticket);
        beginNext();
      });
    }
    done();
  };

  // What was read from a stream has lost its deadline on the way.
  const goOnWithBody: preValidationHookHandler = (request, _reply, done) => {
    const { ticket } = request;
    if (!ticket || !hasBody(request)) return done();
    if (ticket.isPaused) {
      ticket.isPaused = false;
      admission.resume(ticket, nowMs());
    }
    withDeadline(ticket, done);
  };

  parts.gate.turnsAway = turnsAway;
  app.decorateRequest("ticket", null);
  app.addHook("onRoute", (route) => {
    const methods = [route.method].flat();
    route.config = { ...route.config, urgency: urgencyOf(methods[0] ?? "GET", route.url) };
    if (methods.every((method) => method === "GET" || method === "HEAD")) return;
    route.preParsing = [pauseForBody, route.preParsing ?? []].flat();
    route.preValidation = [goOnWithBody, route.preValidation ?? []].flat();
  });

  app.addHook("onRequest", (request, reply, done) => {
    const { urgency = "order" } = request.routeOptions.config;
    if (urgency === "always") return done();
    const now = nowMs();
    const ticket = new RequestTicket(request, callerOf(request), urgency, now, now + deadlineMs, finish);
    request.ticket = ticket;
    const arrival = admission.arrive(ticket, now);
    if (arrival.is === "begun") {
      inFlight.add(ticket);
      return withDeadline(ticket, done);
    }
    if (arrival.is === "refused") {
      measures.refused.inc({ urgency, reason: arrival.reason });
      return sendBusy(reply, ticket);
    }
    ticket.settle = (isBegun) => {
      ticket.settle = undefined;
      if (!isBegun) return sendBusy(reply, ticket);
      inFlight.add(ticket);
      withDeadline(ticket, done);
    };
    if (arrival.pushedOut) {
      measures.refused.inc({ urgency: arrival.pushedOut.urgency, reason: "full" });
      arrival.pushedOut.settle?.(false);
    }
    if (sweeping) return;
    loop.busyShare();
    sweeping = setInterval(sweep, SWEEP_MS).unref();
  });

  // Also when nobody is there to hear it.
  app.addHook("onSend", (request, _reply, payload, done) => {
    const { ticket } = request;
    if (ticket?.proved && ticket.proved !== ticket.caller.group) know(request, ticket.proved);
    ticket?.end();
    done(null, payload);
  });

  app.addHook("onClose", async () => clearInterval(sweeping));
}

function hasBody({ headers }: FastifyRequest): boolean {
  const length = headers["content-length"];
  return (length !== undefined && length !== "0") || headers["transfer-encoding"] !== undefined;
}

function credentialOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers["api-key"] ?? headers["x-operator-key"];
  return headers.authorization ?? (typeof key === "string" ? key : headers.cookie);
}

function openAdmissionMeasures(registry: Registry, admission: Admission<RequestTicket>) {
  const registers = [registry];
  measure(registry, Gauge, "giao_requests_in_flight", {
    help: "Requests that are worked on, and how many may be at this moment.",
    labels: ["state"],
    read: () => samplesBy("state", { now: admission.figures.inFlight, limit: admission.figures.limit }),
  });
  measure(registry, Gauge, "giao_requests_queued", {
    help: "Requests that wait for their turn, by urgency.",
    labels: ["urgency"],
    read: () => URGENCIES.map((urgency) => [{ urgency }, admission.queuedOf(urgency)]),
  });
  return {
    refused: new Counter({
      name: "giao_requests_refused_total",
      help: "Requests refused before they were read, by urgency and reason: full (the queue is), late (it would be), crowded (at the door).",
      labelNames: ["urgency", "reason"],
      registers,
    }),
    dropped: new Counter({
      name: "giao_requests_dropped_total",
      help: "Requests given up before they wrote anything: gone (their client is), late (their deadline passed).",
      labelNames: ["reason"],
      registers,
    }),
    waited: new Histogram({
      name: "giao_request_queue_seconds",
      help: "How long requests waited that were begun after a wait.",
      buckets: WAIT_BUCKETS_SECONDS,
      registers,
    }),
  };
}
