// Delivers what is due: takes endpoints nobody serves, loads a little of their backlog, sends, records, and goes on until nothing is
// due. Any number of workers share the endpoints; one endpoint is served by one worker at a time, which is what keeps an order's
// events in sequence and the endpoint's cap and circuit true. docs/decisions/callback-outbox.md has the reasons.
import { setTimeout as sleep } from "node:timers/promises";
import { afterTry } from "../../domain/callbacks/circuit.ts";
import { eventIdOf } from "../../domain/callbacks/event-id.ts";
import type { Exchange } from "../../domain/callbacks/exchange.ts";
import { afterFailure, parseRetryAfter } from "../../domain/callbacks/retry-schedule.ts";
import { judge, refusesEvent } from "../../domain/callbacks/verdict.ts";
import type { CallbackClient } from "../../outbound/callback-client.ts";
import { type ProgramClock, startStopwatch } from "../../ports/clock.ts";
import { openLoop } from "../../ports/flow/loop.ts";
import type { Random } from "../../ports/random.ts";
import { Unopenable, type Vault } from "../../ports/vault.ts";
import type { Endpoint } from "../../store/callbacks/endpoints.ts";
import { type OpenSecrets, openSecrets, secretsAt } from "../../store/callbacks/kept-secrets.ts";
import type { Outbox } from "../../store/callbacks/outbox.ts";
import type { DueEvent } from "../../store/callbacks/queue.ts";
import { DeliveryLane } from "./delivery-lane.ts";
import { openTryRecorder } from "./try-recorder.ts";

export type DeliveryDeps = {
  readonly outbox: Outbox;
  readonly client: Pick<CallbackClient, "send">;
  // Leases and deadlines run in real time whatever it says.
  readonly clock: ProgramClock;
  readonly random: Pick<Random, "fraction" | "uuid">;
  readonly vault: Vault;
  readonly onTrouble: (error: unknown) => void;
  // The endpoint answered 410 and gets nothing more until its settings are saved again.
  readonly onStopped: (partnerId: string) => void;
  readonly leaseSeconds?: number;
  readonly tryTimeoutMs?: number;
  readonly stopWaitMs?: number;
};

export type Deliverer = {
  // Looks for due events and sets them going; resolves when nothing more is due here, not when it is delivered.
  readonly look: () => Promise<void>;
  // Keeps the leases of endpoints in use and gives back the others. To be called every `renewEveryMs`.
  readonly renew: () => Promise<void>;
  readonly renewEveryMs: number;
  // Resolves when nothing is under way.
  readonly settled: () => Promise<void>;
  // Sends nothing more, waits a while for what is under way, gives the endpoints back.
  readonly stop: () => Promise<void>;
};

const LEASE_SECONDS = 30;
const TRY_TIMEOUT_MS = 10_000;
const LANES_MAX = 500;
// The program has ten seconds to end. A try that takes longer than this is not waited for; it counts as not made.
const STOP_WAIT_MS = 7_000;

// Nothing is sent without its signature.
const TRACE_MS_MAX = 60_000;
const UNSIGNABLE: Exchange = {
  outcome: "unreachable",
  code: 0,
  text: "",
  retryAfter: undefined,
  elapsedMs: 0,
  error: "the secrets of this endpoint cannot be opened; nothing was sent",
};

export function openDeliverer(deps: DeliveryDeps): Deliverer {
  const { outbox, client, clock, random } = deps;
  const lease = { owner: random.uuid(), seconds: deps.leaseSeconds ?? LEASE_SECONDS };
  // A try is begun only if it will be over before the lease is: a worker that lost touch with the database stops by itself, and
  // whoever takes over does not meet it on the way. A tenth is left for clocks that run apart.
  const beginWithinMs = (lease.seconds * 1000 - (deps.tryTimeoutMs ?? TRY_TIMEOUT_MS)) * 0.9;
  if (beginWithinMs <= 0) throw new Error("a lease must be longer than a try");

  const recorder = openTryRecorder(outbox.recordTries, deps.onTrouble);
  const lanes = new Map<string, { readonly lane: DeliveryLane; leasedFor: ReturnType<typeof startStopwatch> }>();
  const opened = new WeakMap<Endpoint, OpenSecrets>();
  const underWay = new Set<Promise<void>>();
  const looking = openLoop({ work: lookOnce, failed: deps.onTrouble });
  let isTakeWanted = false;
  let isStopping = false;
  let looks = 0;

  function look(): Promise<void> {
    isTakeWanted = true;
    return lookInLanes();
  }

  // Enough after a try has ended: its endpoint is already ours.
  function lookInLanes(): Promise<void> {
    looks++;
    looking.wake();
    return looking.settled();
  }

  async function lookOnce(): Promise<void> {
    if (isStopping) return;
    // What was taken is loaded with a second look.
    if (await loadLanes()) await loadLanes();
    for (const { lane } of lanes.values()) sendFrom(lane);
    await giveBack(({ lane }) => lane.isEmpty && lane.isClosed(clock.now()));
  }

  // True when endpoints were taken, too.
  async function loadLanes(): Promise<boolean> {
    const now = clock.now();
    const takes = isTakeWanted && lanes.size < LANES_MAX;
    isTakeWanted &&= !takes;
    const rooms = [...lanes.values()]
      .map(({ lane }) => ({ partnerId: lane.partnerId, events: lane.room(now) }))
      .filter(({ events }) => events > 0);
    if (rooms.length === 0 && !takes) return false;
    const busy = [...lanes.values()].flatMap(({ lane }) => [...lane.busyOrderIds]);
    const leasedFor = startStopwatch();
    const { events, leased } = takes
      ? await outbox.takeDueWork(rooms, busy, now, lease, LANES_MAX - lanes.size)
      : { events: await outbox.loadDueEvents(rooms, busy, now), leased: [] };
    const isStale = ({ partnerId, savedAt }: DueEvent) =>
      lanes.get(partnerId)?.lane.endpoint.savedAt.getTime() !== savedAt.getTime();
    // Settings were saved since: the next event already goes by the new ones.
    if (events.some(isStale)) await renewAll();
    for (const event of events) lanes.get(event.partnerId)?.lane.load(event);
    const loaded = Object.groupBy(events, ({ partnerId }) => partnerId);
    for (const room of rooms) {
      const held = lanes.get(room.partnerId);
      if (held) held.lane.wantsMore = (loaded[room.partnerId]?.length ?? 0) >= room.events;
    }
    for (const endpoint of await outbox.listEndpoints(leased)) {
      lanes.set(endpoint.partnerId, { lane: new DeliveryLane(endpoint), leasedFor });
    }
    return leased.length > 0;
  }

  function sendFrom(lane: DeliveryLane): void {
    const held = lanes.get(lane.partnerId);
    while (!isStopping && held?.lane === lane && held.leasedFor.elapsedMs() < beginWithinMs) {
      const event = lane.next(clock.now());
      if (!event) return;
      const trying: Promise<void> = tryEvent(lane, event)
        .catch(deps.onTrouble)
        .finally(() => underWay.delete(trying));
      underWay.add(trying);
    }
  }

  async function tryEvent(lane: DeliveryLane, event: DueEvent): Promise<void> {
    const { endpoint, partnerId } = lane;
    const triedAt = clock.now();
    const secrets = secretsOf(endpoint);
    const exchange = secrets
      ? await client.send(
          { id: partnerId, url: endpoint.url, auth: secrets.auth, secrets: secretsAt(secrets, triedAt) },
          { eventId: eventIdOf(event), body: Buffer.from(event.body), cause: causeOf(event, triedAt) },
        )
      : UNSIGNABLE;
    lane.exchanged();
    const verdict = judge(exchange);
    const now = clock.now();
    const before = lane.circuit;
    const { circuit, recovered } = afterTry(before, verdict === "delivered", now);
    lane.circuit = circuit;
    if (verdict === "gone") lane.stoppedAt = now;
    // Until the backlog has been brought forward nothing leaves, or newer events would overtake it.
    if (recovered) lane.isRecovering = true;
    // The connection is free again; only this order has to wait until the try is written down.
    sendFrom(lane);

    const retryAfterSeconds = parseRetryAfter(exchange.retryAfter, clock.trueTime.now());
    const next =
      verdict === "delivered"
        ? ({ step: "delivered" } as const)
        : afterFailure({ ...event, triedAt, failedAt: now, retryAfterSeconds, fraction: random.fraction() });
    const tries = event.tries + 1;
    const isRefused = refusesEvent(exchange, { endpointFailures: circuit.failures, eventTries: tries });
    const looksBefore = looks;
    const hasLater = await recorder.record({ ...event, try: tries, triedAt, exchange, isRefused, next });
    try {
      if (before.failures > 0 || circuit.failures > 0) {
        await outbox.saveCircuit(lease.owner, {
          partnerId,
          savedAt: endpoint.savedAt,
          circuit,
          stoppedAt: lane.stoppedAt,
        });
      }
      if (recovered) await outbox.bringForward(partnerId);
    } finally {
      if (recovered) lane.isRecovering = false;
      lane.recorded(event);
    }
    if (verdict === "gone") deps.onStopped(partnerId);
    // Later events of the order were kept back by this one: those that waited then, and those that a look has passed over since. What was
    // not delivered may be due at once.
    if (hasLater || looks !== looksBefore || verdict !== "delivered" || recovered || lane.wantsMore) void lookInLanes();
  }

  // Opened once for each time an endpoint is read. One that cannot be opened fails like one that cannot be reached: it is tried
  // again later, its circuit opens, and nobody else's callbacks wait for it.
  function secretsOf(endpoint: Endpoint): OpenSecrets | undefined {
    const known = opened.get(endpoint);
    if (known) return known;
    try {
      const secrets = openSecrets(deps.vault, endpoint);
      opened.set(endpoint, secrets);
      return secrets;
    } catch (error) {
      if (!(error instanceof Unopenable)) throw error;
      deps.onTrouble(error);
      return undefined;
    }
  }

  async function renew(): Promise<void> {
    await giveBack(({ lane }) => lane.isEmpty && !lane.wasUsed);
    for (const { lane } of lanes.values()) lane.wasUsed = false;
    await renewAll();
    for (const { lane } of lanes.values()) sendFrom(lane);
  }

  async function renewAll(): Promise<void> {
    if (lanes.size === 0) return;
    const leasedFor = startStopwatch();
    const kept = new Map(
      (await outbox.renewLeases(lease, [...lanes.keys()])).map((endpoint) => [endpoint.partnerId, endpoint] as const),
    );
    for (const [partnerId, held] of lanes) {
      const endpoint = kept.get(partnerId);
      if (!endpoint) {
        // Somebody else serves it now; what is under way here is still recorded.
        lanes.delete(partnerId);
        continue;
      }
      held.leasedFor = leasedFor;
      held.lane.refresh(endpoint);
    }
  }

  async function giveBack(isUnneeded: (held: { readonly lane: DeliveryLane }) => boolean): Promise<void> {
    const unneeded = [...lanes].filter(([, held]) => isUnneeded(held)).map(([partnerId]) => partnerId);
    if (unneeded.length === 0) return;
    for (const partnerId of unneeded) lanes.delete(partnerId);
    await outbox.releaseLeases(lease.owner, unneeded);
  }

  async function settled(): Promise<void> {
    while (underWay.size > 0 || looking.isBusy()) await Promise.all([...underWay, looking.settled()]);
  }

  return {
    look,
    renew,
    renewEveryMs: (lease.seconds * 1000) / 6,
    settled,
    stop: async () => {
      isStopping = true;
      recorder.giveUp();
      for (const { lane } of lanes.values()) lane.putBack();
      const ended = new AbortController();
      const waited = sleep(deps.stopWaitMs ?? STOP_WAIT_MS, undefined, { signal: ended.signal }).catch(() => undefined);
      await Promise.race([settled(), waited]);
      ended.abort();
      // Where a try is still under way the lease runs out by itself: whoever took over at once might overtake it.
      await giveBack(({ lane }) => lane.isEmpty).catch(deps.onTrouble);
    },
  };
}

// A trace ends soon: what is tried again, or much later, begins one of its own.
function causeOf({ traceparent, tries, queuedAt }: DueEvent, triedAt: Date) {
  if (!traceparent) return undefined;
  return { traceparent, isRecent: tries === 0 && triedAt.getTime() - queuedAt.getTime() < TRACE_MS_MAX };
}
