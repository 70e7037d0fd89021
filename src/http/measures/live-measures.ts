// How the live plane (LIVE_URL) does, as this process sees it.
import { Gauge, type Registry } from "prom-client";
import type { LivePlane } from "../../ports/live/live-plane.ts";
import { measureCounts } from "../base/measures.ts";

export function measureLive(registry: Registry, { state, figures }: Pick<LivePlane, "state" | "figures">): void {
  new Gauge({
    name: "giao_live_up",
    help: "1 while the live plane answers this process and is heard by it, 0 while the database stands in for it.",
    aggregator: "min",
    registers: [registry],
    collect() {
      this.set(state().isUp ? 1 : 0);
    },
  });
  const counts = (name: string, help: string, label: string, which: keyof ReturnType<typeof figures>) =>
    measureCounts(registry, name, help, label, () => figures()[which]);
  counts("giao_live_told_total", "Notices that this process told through the live plane.", "notice", "told");
  counts("giao_live_heard_total", "Notices that this process heard through the live plane.", "notice", "heard");
  counts("giao_live_failures_total", "What the live plane could not do for this process.", "what", "failed");
}
