// The work that nobody calls for: orders that wake or run out of time, drivers who are sought, callbacks that leave. Any number
// of processes may do it at once; the rows say who does what.

import { checkLedger } from "../operations/alerts/check-ledger.ts";
import { judgeAlerts, sweepAlerts } from "../operations/alerts/judge-alerts.ts";
import { sendDueAlerts } from "../operations/alerts/send-alerts.ts";
import { removeOldAnswers } from "../operations/answer-once.ts";
import { closeAuditChain, removeOldAudit } from "../operations/audit/close-chain.ts";
import { openBalanceWatch } from "../operations/callbacks/watch-balances.ts";
import { dropOldMonths, makeMonthsAhead } from "../operations/data/keep-months.ts";
import { letJournalsGo, letOrdersGo } from "../operations/data/let-go.ts";
import { runDueDispatch } from "../operations/dispatch/dispatch-timers.ts";
import { gatherDrivenRoads } from "../operations/dispatch/learn-roads.ts";
import { pushDueOffers } from "../operations/drivers/push-offers.ts";
import { openWindowFollower } from "../operations/eta/follow-windows.ts";
import { openFigureKeeper } from "../operations/figures/keep-figures.ts";
import { sweepApplications } from "../operations/joining/ended-documents.ts";
import { sumPlatform } from "../operations/ledger/sum-platform.ts";
import { keepWords } from "../operations/orders/find-orders.ts";
import { runDueOrders } from "../operations/orders/run-due-orders.ts";
import { sweepPhotos } from "../operations/photos/sweep-photos.ts";
import { sealSecrets } from "../operations/secrets/seal-secrets.ts";
import { type MessageDeps, sendDueMessages } from "../operations/send-messages.ts";
import { removeOldSessions, sweepSignIns } from "../operations/sign-ins/sweep-sign-ins.ts";
import type { Loop } from "../ports/flow/loop.ts";
import { raiseOpenFrom } from "../store/months.ts";
import { countGrownTables } from "../store/statistics.ts";
import { startCallbackWorker } from "../worker/callbacks.ts";
import { startDispatcher } from "../worker/dispatcher.ts";
import { repeat } from "../worker/repeat.ts";
import type { House } from "./house.ts";
import { openOrderContext } from "./order-context.ts";

const ORDERS_EVERY_MS = 1_000;
const SWEEP_EVERY_MS = 60_000;
const MONTHS_EVERY_MS = 600_000;
const LEAVING_EVERY_MS = 15_000;
const SUMS_EVERY_MS = 15_000;
const MESSAGES_EVERY_MS = 1_000;
const PUSHES_EVERY_MS = 1_000;
const BALANCES_EVERY_MS = 5_000;
const WINDOWS_EVERY_MS = 10_000;
const WORDS_EVERY_MS = 15_000;
const FIGURES_EVERY_MS = 15_000;
const FIGURES_DEADLINE_MS = 120_000;
const ALERTS_EVERY_MS = 15_000;
const ALERT_MESSAGES_EVERY_MS = 2_000;
const LEDGER_EVERY_MS = 60_000;
const LEDGER_DEADLINE_MS = 900_000;
const WAYS_EVERY_MS = 60_000;
const STATISTICS_EVERY_MS = 5_000;

export type Worker = {
  // Something was queued for a partner: look now rather than in a second.
  readonly wakeCallbacks: () => void;
  // Everything that is due at this moment has been done when it resolves (D22).
  readonly runDueWork: () => Promise<void>;
  // Of that work, what recipients are to be told.
  readonly sendMessages: () => Promise<void>;
  // Begins no more by itself; resolves when what is under way has ended. May be called again.
  readonly stop: () => Promise<void>;
};

// Without `dispatches` orders wake, end and find drivers only when due work is called for: tests that drive orders by hand want it so.
export function startWorker(house: House, publicUrl: string, { dispatches = true } = {}): Worker {
  const { db, clock, random, vault, log, settings, callbackClient, rounds } = house;
  const context = openOrderContext(house, publicUrl);
  const dispatch = { ...house, ...context, clock };
  const dispatcher = dispatches ? startDispatcher(dispatch) : undefined;
  const callbacks = startCallbackWorker({
    db,
    clock,
    random,
    vault,
    client: callbackClient,
    retention: settings.retention,
    gapTries: settings.callbackGapTries,
    rounds,
    onStopped: (partnerId) =>
      log.error({ partner: partnerId }, "the partner's endpoint answered 410: its callbacks are stopped"),
  });
  const messageDeps: MessageDeps = { ...house, sender: settings.smsSender, linkOf: context.links.ofStop };
  const timed = (name: string, everyMs: number, work: (goesOn: () => boolean) => Promise<unknown>): Loop =>
    repeat({ name, everyMs, clock }, work, rounds);
  const messages = timed("messages to recipients", MESSAGES_EVERY_MS, (goesOn) => sendDueMessages(messageDeps, goesOn));
  const onRefused = (service: string, why: string) => log.warn({ service }, `a push service took no offer: ${why}`);
  const pushOffers = (goesOn?: () => boolean) => pushDueOffers({ ...house, onRefused }, goesOn);
  const watchBalances = openBalanceWatch(house);
  const followWindows = openWindowFollower({ ...house, ...context });
  const alertDeps = { ...house, publicUrl };
  // Orders that should wake or be given up (docs/decisions/order-timers.md).
  const orders = dispatches
    ? [
        timed("due orders", ORDERS_EVERY_MS, (goesOn) => runDueOrders(context, { goesOn, isPatient: false })),
        timed("old answers", SWEEP_EVERY_MS, () => removeOldAnswers(context)),
      ]
    : [];
  const loops = [
    ...orders,
    messages,
    timed("offers by push", PUSHES_EVERY_MS, pushOffers),
    timed("low balances", BALANCES_EVERY_MS, async (goesOn) => {
      if (await watchBalances(goesOn)) callbacks.wake();
    }),
    timed("what came of ETAs", WINDOWS_EVERY_MS, followWindows),
    repeat({ name: "words of orders", everyMs: WORDS_EVERY_MS }, (goesOn) => keepWords(house, goesOn), rounds),
    repeat(
      { name: "figures", everyMs: FIGURES_EVERY_MS, deadlineMs: FIGURES_DEADLINE_MS, clock },
      openFigureKeeper(house),
      rounds,
    ),
    timed("alert rules", ALERTS_EVERY_MS, () => judgeAlerts(house)),
    timed("alert messages", ALERT_MESSAGES_EVERY_MS, (goesOn) => sendDueAlerts(alertDeps, goesOn)),
    repeat(
      { name: "ledger check", everyMs: LEDGER_EVERY_MS, deadlineMs: LEDGER_DEADLINE_MS, clock },
      () => checkLedger(house),
      rounds,
    ),
    timed("old sessions and tries", SWEEP_EVERY_MS, async (goesOn) => {
      await removeOldSessions(house);
      await sweepSignIns(house);
      // In the log as well, where who can write to the database cannot change it.
      const closed = await closeAuditChain(house);
      if (closed) log.info(closed, "the audit log is closed up to here");
      await removeOldAudit(house, house.settings.retention.auditDays);
      await sweepAlerts(house);
      await sealSecrets(house, {
        goesOn,
        onTrouble: (error) => log.error({ err: error }, "a secret cannot be opened"),
      });
    }),
    // By itself: a bucket that is away holds up nothing else.
    timed("old photos", SWEEP_EVERY_MS, (goesOn) => sweepPhotos(house, goesOn)),
    timed("old applications, ended documents", SWEEP_EVERY_MS, (goesOn) => sweepApplications(house, goesOn)),
    timed("months", MONTHS_EVERY_MS, async (goesOn) => {
      await makeMonthsAhead(house);
      await raiseOpenFrom(house.db);
      await dropOldMonths(house, goesOn);
    }),
    timed("sums of the platform", SUMS_EVERY_MS, (goesOn) => sumPlatform(house, goesOn)),
    timed("orders that leave", LEAVING_EVERY_MS, (goesOn) => letOrdersGo(house, goesOn)),
    timed("journals that leave", LEAVING_EVERY_MS, (goesOn) => letJournalsGo(house, goesOn)),
    timed("grown tables", STATISTICS_EVERY_MS, (goesOn) => countGrownTables(house.db, goesOn)),
    timed("ways driven", WAYS_EVERY_MS, (goesOn) => gatherDrivenRoads(house, goesOn)),
  ];
  const followed = [house.live.follow("giao_work", callbacks.wake), house.live.follow("giao_messages", messages.wake)];
  let stopped: Promise<void> | undefined;
  async function stop(): Promise<void> {
    for (const following of followed) following.stop();
    const parts = [dispatcher, callbacks, ...loops];
    await Promise.all(parts.map((part) => part?.stop()));
  }
  const sendMessages = () => sendDueMessages(messageDeps);
  return {
    wakeCallbacks: callbacks.wake,
    sendMessages,
    runDueWork: async () => {
      await runDueOrders(context);
      await runDueDispatch(dispatch);
      await pushOffers();
      await sendMessages();
      await watchBalances();
      await callbacks.runDue();
      await followWindows(() => true);
      await sweepSignIns(house);
      await closeAuditChain(house);
      await checkLedger(house);
      await judgeAlerts(house);
      await sendDueAlerts(alertDeps);
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

// For a process that leaves the work to others.
export const noWorker: Worker = {
  wakeCallbacks: () => undefined,
  runDueWork: async () => undefined,
  sendMessages: async () => undefined,
  stop: async () => undefined,
};
