// What happened to an order and who made it happen, then what is still to come.
import type { Order } from "../../../clients/typescript/src/api.ts";
import { ONGOING_STATUSES } from "../../../src/domain/orders/order-life.ts";
import type { Answer } from "../../parts/ask.ts";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote, Loading } from "../../parts/notice.tsx";
import { Timeline, type TimelineStep } from "../../parts/timeline.tsx";
import { portalOrderWords } from "../../words/portal-order.ts";
import { statusWords } from "../../words/status.ts";
import { useTimeline } from "./order-queries.ts";

type TimelineEvent = Answer<"seeTimeline">["events"][number];

const FAILURES = new Set(["fail", "refail", "cancel", "expire", "driver_cancel"]);

export function OrderTimeline({ order }: { readonly order: Order }) {
  const words = useWords(portalOrderWords);
  const { status } = useWords(statusWords);
  const { data, error, refetch } = useTimeline(order);
  if (error && !data) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const happened = data.events.map((event): TimelineStep => stepOf(event, words));
  const goesOn = ONGOING_STATUSES.includes(order.status);
  const now: TimelineStep = { key: "now", title: status[order.status], state: "now" };
  return <Timeline label={words.timeline} steps={goesOn ? [...happened, now] : happened} />;
}

function stepOf(event: TimelineEvent, words: (typeof portalOrderWords)["en"]): TimelineStep {
  const names: Readonly<Record<string, string>> = words.events;
  return {
    key: String(event.seq),
    title: names[event.event] ?? event.event,
    state: FAILURES.has(event.event) ? "failed" : "done",
    at: event.time,
    note: words.by[event.actor],
  };
}
