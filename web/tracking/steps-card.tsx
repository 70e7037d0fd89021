// The delivery's steps with their times.
import type { Tracking } from "../../clients/typescript/src/api.ts";
import { useWords } from "../parts/language.tsx";
import { Timeline, type TimelineStep } from "../parts/timeline.tsx";
import { trackingWords } from "../words/tracking.ts";
import { Card } from "./card.tsx";

const BAD = new Set<string>(["failed", "cancelled"]);

export function StepsCard({ state }: { readonly state: Tracking }) {
  const words = useWords(trackingWords);
  const last = state.steps.findLastIndex(({ at }) => at !== null);
  const steps = state.steps.map(
    ({ key, at }, index): TimelineStep => ({
      key,
      at,
      title: words.step[key],
      state: at === null ? (index < last ? "done" : "next") : stateOf(key, index === last && state.mode === "live"),
    }),
  );
  return (
    <Card title={words.steps}>
      <Timeline steps={steps} label={words.steps} now={state.server_time} />
    </Card>
  );
}

function stateOf(key: string, isCurrent: boolean): TimelineStep["state"] {
  if (BAD.has(key)) return "failed";
  return isCurrent ? "now" : "done";
}
