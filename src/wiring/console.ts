// The doors that the operator's console needs beyond those any operator's program uses.

import { alertRuleCalls } from "../http/alerts/alert-rules.ts";
import { consolePushCalls } from "../http/alerts/console-push.ts";
import type { App } from "../http/base/app-type.ts";
import { openAudit } from "../http/base/audit.ts";
import { type CallerDeps, isOperatorStill } from "../http/base/callers.ts";
import type { Measures } from "../http/base/measures.ts";
import { registerCalls } from "../http/calls/register-calls.ts";
import type { Readiness } from "../http/health/health.ts";
import { auditCalls } from "../http/operator/audit.ts";
import { candidateCalls } from "../http/operator/candidates.ts";
import { catalogueReadCalls } from "../http/operator/catalogue-reads.ts";
import { exceptionCalls } from "../http/operator/exceptions.ts";
import { healthSummaryCalls } from "../http/operator/health-summary.ts";
import { operatorKeyCalls } from "../http/operator/keys.ts";
import { liveCalls } from "../http/operator/live-city.ts";
import { openLiveStreams } from "../http/operator/live-streams.ts";
import { moneyReadCalls } from "../http/operator/money-reads.ts";
import { orderActionCalls } from "../http/operator/order-actions.ts";
import { openDispatchMemory } from "../operations/dispatch/dispatch-memory.ts";
import { openTableSizes } from "../store/server-figures.ts";
import type { House } from "./house.ts";
import type { OrderContext } from "./order-context.ts";

type Parts = {
  readonly orders: OrderContext;
  readonly callers: CallerDeps;
  readonly measures: Measures;
  // The name by which this process tells how it does.
  readonly self: string;
  readonly readiness: () => Promise<readonly Readiness[]>;
};

export function registerConsole(app: App, house: House, parts: Parts): void {
  const { measures, self, readiness } = parts;
  openAudit(app, house);
  registerCalls(app, auditCalls, house);
  registerCalls(app, operatorKeyCalls, house);
  registerCalls(app, alertRuleCalls, { ...house, publicUrl: parts.callers.publicUrl });
  registerCalls(app, consolePushCalls, { ...house, ...parts.callers });
  registerCalls(app, catalogueReadCalls, house);
  registerCalls(app, moneyReadCalls, house);
  registerCalls(app, healthSummaryCalls, {
    ...house,
    recent: measures.recent,
    pool: house.db.pool,
    tableSizes: openTableSizes(house.db),
    self,
    map: () => house.world.map?.(),
    readiness,
  });
  registerCalls(app, orderActionCalls, parts.orders);
  registerCalls(app, candidateCalls, house);
  registerCalls(app, exceptionCalls, { ...house, exceptionMemory: openDispatchMemory() });
  const liveStreams = openLiveStreams({
    ...house,
    onTrouble: (error) => house.log.warn({ err: error }, "live maps are told again in a second"),
  });
  app.addHook("preClose", async () => liveStreams.close());
  registerCalls(app, liveCalls, { ...house, liveStreams, isOperatorStill: isOperatorStill(parts.callers) });
}
