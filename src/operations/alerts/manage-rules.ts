// Makes, changes and removes alert rules, and sends a test by one. Whoever changes one waits for a judging that is under way, so that nothing
// begins by a rule that is not any more.

import { secondsAfter } from "../../domain/accounts/token-life.ts";
import {
  type AlertRuleDraft,
  parseAlertRule,
  RULE_ID_LENGTH,
  RULES_MAX,
  watchesAnew,
} from "../../domain/alerts/alert-rule.ts";
import type { Operator } from "../../domain/operators/operator.ts";
import { OPERATOR_ID_ALPHABET } from "../../domain/operators/operator-key.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { claimAlerts, dropWaitingAlerts, listAlertsById, type ToldRow } from "../../store/alerts/alert-messages.ts";
import {
  awaitProgress,
  countAlertRules,
  findAlertRule,
  forgetIncidents,
  type KeptRule,
  lockAlertRule,
  removeAlertRule,
  saveAlertRule,
} from "../../store/alerts/alert-rules.ts";
import { inTransaction } from "../../store/db.ts";
import { openSealer } from "../../store/secrets/sealer.ts";
import { shownName } from "../operators/operator-keys.ts";
import type { Services } from "../services.ts";
import { type QueueDeps, queueAlerts } from "./queue-alerts.ts";
import { CLAIM_SECONDS, type SendDeps, sendClaimed } from "./send-alerts.ts";

export type RuleDeps = QueueDeps & SendDeps & Pick<Services, "allowPrivateCallbacks">;

const unknown = (id: string): Refusal<"NOT_FOUND"> => refuse("NOT_FOUND", `There is no rule ${id}.`);

export function makeRule(
  deps: RuleDeps,
  draft: AlertRuleDraft,
  by: Operator,
): Promised<KeptRule, "INVALID_DATA" | "TOO_MANY_RULES"> {
  return inTransaction(deps.db, async (tx) => {
    const parsed = parseAlertRule(draft, undefined, knownTo(deps));
    if (isRefusal(parsed)) return parsed;
    await awaitProgress(tx);
    if ((await countAlertRules(tx)) >= RULES_MAX)
      return refuse("TOO_MANY_RULES", `There are ${RULES_MAX} rules; remove one that is not needed any more.`);
    const now = deps.clock.now();
    const id = deps.random.text(RULE_ID_LENGTH, OPERATOR_ID_ALPHABET);
    const rule: KeptRule = { ...parsed, id, activeSince: now, createdAt: now, createdBy: shownName(by) };
    await saveAlertRule(tx, await openSealer(tx, deps.vault), rule);
    return rule;
  });
}

// What was going on by what it watched before is over without a word, and what waits is not sent when it is off.
export function changeRule(
  deps: RuleDeps,
  id: string,
  draft: AlertRuleDraft,
): Promised<KeptRule, "INVALID_DATA" | "NOT_FOUND"> {
  return inTransaction(deps.db, async (tx) => {
    await awaitProgress(tx);
    const before = await lockAlertRule(tx, deps.vault, id);
    if (!before) return unknown(id);
    const parsed = parseAlertRule(draft, before, knownTo(deps));
    if (isRefusal(parsed)) return parsed;
    const now = deps.clock.now();
    const isAnew = watchesAnew(before, parsed);
    const rule: KeptRule = { ...before, ...parsed, activeSince: isAnew ? now : before.activeSince };
    await saveAlertRule(tx, await openSealer(tx, deps.vault), rule);
    if (isAnew) await forgetIncidents(tx, id, now);
    if (!rule.isOn) await dropWaitingAlerts(tx, id, now, "The rule was turned off.");
    return rule;
  });
}

export function endRule(deps: RuleDeps, id: string): Promised<{ readonly removed: true }, "NOT_FOUND"> {
  return inTransaction(deps.db, async (tx) => {
    await awaitProgress(tx);
    if (!(await removeAlertRule(tx, id))) return unknown(id);
    await dropWaitingAlerts(tx, id, deps.clock.now(), "The rule was removed.");
    return { removed: true };
  });
}

// Queued as all messages are, and sent at once; what does not arrive is tried again as usual.
export async function testRule(deps: RuleDeps, id: string): Promised<readonly ToldRow[], "NOT_FOUND"> {
  const queued = await inTransaction(deps.db, async (tx) => {
    const rule = await findAlertRule(tx, deps.vault, id);
    return rule && queueAlerts(tx, deps, rule, { occasion: "test", subject: "", facts: {} }, CLAIM_SECONDS);
  });
  if (!queued) return unknown(id);
  await sendClaimed(deps, await claimAlerts(deps.db, queued, secondsAfter(deps.clock.now(), CLAIM_SECONDS)));
  return listAlertsById(deps.db, queued);
}

function knownTo({ catalogue, allowPrivateCallbacks }: RuleDeps) {
  return { cities: catalogue.current().cities, allowPrivate: allowPrivateCallbacks };
}
