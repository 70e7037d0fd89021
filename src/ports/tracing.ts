// Spans: what was done for one request, how long each part took, and under whose trace (W3C). Off unless somebody opens a tracer; then every
// part costs a look at what is current. Nothing of a person is put on a span: routes, names of calls, statements without values, ids.
import { AsyncLocalStorage } from "node:async_hooks";

export type SpanKind = "server" | "client" | "internal";
type SpanValue = string | number;
export type SpanAttributes = Readonly<Record<string, SpanValue | undefined>>;

export type SpanParent = { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean };

export type SpanStart = {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
  // What it came of, where that is another trace's.
  readonly links?: readonly SpanParent[];
};

export type Span = SpanParent & {
  readonly isEnded: () => boolean;
  // Once; what comes later is not heard.
  readonly end: (outcome?: {
    readonly name?: string;
    readonly failed?: boolean;
    readonly attributes?: SpanAttributes;
  }) => void;
};

export type Tracer = { readonly start: (span: SpanStart, parent: SpanParent | undefined) => Span };

const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

const current = new AsyncLocalStorage<Span>();
let tracer: Tracer | undefined;

// For the whole process; undefined ends it.
export function useTracer(opened: Tracer | undefined): void {
  tracer = opened;
}

export function beginSpan(start: SpanStart, parent?: SpanParent): Span | undefined {
  return tracer?.start(start, parent);
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

// Of what is current, to be kept with what comes of it later; undefined where nothing is sent of it.
export function currentTraceparent(): string | undefined {
  const span = currentSpan();
  return span?.isSampled ? traceparentOf(span) : undefined;
}

export function insideSpan<T>(span: Span | undefined, work: () => T): T {
  return span ? current.run(span, work) : work();
}

// What is current, unless that is over: work for everybody that a request woke is not its own.
function currentSpan(): Span | undefined {
  if (!tracer) return undefined;
  const span = current.getStore();
  return span && !span.isEnded() ? span : undefined;
}

// A part of what is current; where nothing is, nothing is noted.
export async function traced<T>(start: () => SpanStart, work: () => Promise<T>): Promise<T> {
  const parent = currentSpan();
  const span = parent?.isSampled ? tracer?.start(start(), parent) : undefined;
  if (!span) return work();
  try {
    const done = await current.run(span, work);
    span.end();
    return done;
  } catch (error) {
    span.end({ failed: true, attributes: { "error.type": error instanceof Error ? error.name : "unknown" } });
    throw error;
  }
}

export function readTraceparent(header: unknown): SpanParent | undefined {
  const [, traceId, spanId, flags] = typeof header === "string" ? (TRACEPARENT.exec(header) ?? []) : [];
  if (!traceId || !spanId || !flags) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function traceparentOf({ traceId, spanId, isSampled }: SpanParent): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}
