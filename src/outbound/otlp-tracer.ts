// Spans to an OpenTelemetry collector: OTLP as JSON over HTTP, in batches. Nobody ever waits for it: what does not fit, or is not taken, is
// dropped and counted.
import { Agent } from "undici";
import type { Clock } from "../ports/clock.ts";
import { startStopwatch } from "../ports/clock.ts";
import type { Random } from "../ports/random.ts";
import type { Span, SpanAttributes, SpanKind, SpanParent, SpanStart, Tracer } from "../ports/tracing.ts";
import { boundedPost, type PostLimits } from "./bounded-post.ts";

export type TracingAddress = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  // Of traces that begin here, from 0 to 1; a caller's own choice holds.
  readonly share: number;
};

export type OtlpTracer = Tracer & {
  readonly figures: () => { readonly sent: number; readonly dropped: number };
  // Sends what is left.
  readonly close: () => Promise<void>;
};

type Deps = {
  readonly address: TracingAddress;
  readonly random: Pick<Random, "hex" | "fraction">;
  readonly trueTime: Clock;
  // Of this process.
  readonly name: string;
  // Told when sending begins to fail, and when it works again.
  readonly onChange: (fault: string | undefined) => void;
};

const WAITING_MAX = 4_096;
const BATCH_MAX = 512;
const EVERY_MS = 1_000;
const LIMITS: PostLimits = { timeoutMs: 5_000, readBytesMax: 64 * 1024, keptBytesMax: 0 };
const KINDS: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 };
const FAILED = 2;

export function openOtlpTracer({ address, random, trueTime, name, onChange }: Deps): OtlpTracer {
  const agent = new Agent({ connections: 1, allowH2: false });
  const resource = {
    attributes: encodeAttributes({ "service.name": address.serviceName, "service.instance.id": name }),
  };
  let waiting: object[] = [];
  let sent = 0;
  let dropped = 0;
  let isFailing = false;
  let sending: Promise<void> | undefined;
  const timer = setInterval(wake, EVERY_MS);
  timer.unref();

  function wake(): void {
    if (waiting.length === 0) return;
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, BATCH_MAX);
      waiting = waiting.slice(BATCH_MAX);
      const body = Buffer.from(
        JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "giao" }, spans }] }] }),
      );
      const headers = { ...address.headers, "content-type": "application/json" };
      const { outcome, code, error } = await boundedPost(agent, { url: address.url, headers, body }, LIMITS);
      const isTaken = outcome === "answered" && code >= 200 && code < 300;
      if (isTaken) sent += spans.length;
      else dropped += spans.length;
      if (isTaken === isFailing) onChange(isTaken ? undefined : outcome === "answered" ? `it answered ${code}` : error);
      isFailing = !isTaken;
    }
  }

  function start({ name, kind, attributes = {}, links = [] }: SpanStart, parent: SpanParent | undefined): Span {
    const traceId = parent?.traceId ?? random.hex(16);
    const spanId = random.hex(8);
    const isSampled = parent?.isSampled ?? (address.share >= 1 || random.fraction() < address.share);
    const startMs = trueTime.now().getTime();
    const watch = startStopwatch();
    let isEnded = false;
    return {
      traceId,
      spanId,
      isSampled,
      isEnded: () => isEnded,
      end: (outcome = {}) => {
        if (isEnded) return;
        isEnded = true;
        if (!isSampled) return;
        if (waiting.length >= WAITING_MAX) {
          dropped += 1;
          return;
        }
        waiting.push({
          traceId,
          spanId,
          ...(parent ? { parentSpanId: parent.spanId } : {}),
          name: outcome.name ?? name,
          kind: KINDS[kind],
          startTimeUnixNano: nanos(startMs),
          endTimeUnixNano: nanos(startMs + watch.elapsedMs()),
          attributes: encodeAttributes({ ...attributes, ...outcome.attributes }),
          ...(links.length > 0 ? { links: links.map(({ traceId, spanId }) => ({ traceId, spanId })) } : {}),
          ...(outcome.failed ? { status: { code: FAILED } } : {}),
        });
        if (waiting.length >= BATCH_MAX) wake();
      },
    };
  }

  return {
    start,
    figures: () => ({ sent, dropped }),
    close: async () => {
      clearInterval(timer);
      await sending;
      await sendAll();
      await agent.destroy();
    },
  };
}

// Whole numbers of that size are beyond what a JavaScript number holds.
function nanos(ms: number): string {
  return (BigInt(Math.round(ms * 1_000)) * 1_000n).toString();
}

function encodeAttributes(attributes: SpanAttributes): readonly object[] {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return [
      { key, value: typeof value === "number" ? { intValue: String(Math.round(value)) } : { stringValue: value } },
    ];
  });
}
