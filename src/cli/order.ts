// `giao order <id>`: what happened to an order, on one screen: its life, why it waits, its money, its callbacks.
import { outcomeOf } from "../domain/orders/outcome.ts";
import { isRefusal } from "../domain/refusal.ts";
import { type DispatchStory, explainDispatch } from "../operations/dispatch/explain-dispatch.ts";
import { type InspectedOrder, inspectOrder } from "../operations/orders/inspect-orders.ts";
import { type LoggedTry, listTries } from "../store/callbacks/tries.ts";
import type { Database } from "../store/db.ts";
import { BadWords, type Out, readWords, refused } from "./words.ts";

export const ORDER_HELP = `giao order <id>

Tells what happened to an order: its points, its history, why it waits for a driver, its journals and the tries to call the
partner back.`;

const TRIES_MAX = 50;

export async function orderCommand(
  words: readonly string[],
  out: Out,
  deps: { readonly db: Database },
): Promise<number> {
  const { positionals } = readWords(words, {});
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0) throw new BadWords("expected: order <id>");
  const found = await inspectOrder(deps, id.toUpperCase());
  if (isRefusal(found)) return refused(out, found.why);
  const tries = await listTries(deps.db, found.order.partnerId, [found.order.id], TRIES_MAX);
  const story = await explainDispatch(deps, found.order.id);
  const search = isRefusal(story) ? [] : describeSearch(story);
  for (const line of [...describeOrder(found), ...search, ...describeMoney(found), ...describeTries(tries)])
    out.say(line);
  return 0;
}

// Points are told by number and status only: a terminal's scroll-back is no place for names and phones.
function describeOrder({ order, history }: InspectedOrder): readonly string[] {
  return [
    `order     ${order.id}  ${order.status}${order.subStatus ? ` ${order.subStatus}` : ""}   outcome ${outcomeOf(order)}`,
    `partner   ${order.partnerId}   service ${order.serviceId}   ${order.price.total.toLocaleString("en")} VND, ${order.paymentMethod}`,
    `points    ${order.points.map((point, at) => `${at === 0 ? "pickup" : at}${point.status ? ` ${point.status}` : ""}`).join(", ")}`,
    "",
    "history",
    ...history.map((row) =>
      `  ${row.happenedAt.toISOString()}  ${row.event.padEnd(14)} ${row.actor.padEnd(9)} ${row.status} ${row.subStatus}`.trimEnd(),
    ),
  ];
}

// Drivers are told by the last digits of their phones, and counted by what was said of them.
function describeSearch({ order, offers, decisions }: DispatchStory): readonly string[] {
  if (order.status !== "ASSIGNING") return [];
  const [newest] = decisions;
  if (!newest) return ["", "waits for a driver: no round of dispatch has looked at it yet"];
  const { verdict, considered, waitingOrders, drivers, travel } = newest.record;
  const counts = Map.groupBy(considered, (one) => one.verdict);
  const asked = offers.filter(({ answer }) => answer === null).map(({ driverPhone }) => `…${driverPhone.slice(-3)}`);
  return [
    "",
    `waits for a driver: ${verdict} at ${newest.decidedAt.toISOString()}, ${waitingOrders} orders and ${drivers} drivers in the city${travel === "crow" ? ", by the crow" : ""}`,
    ...(asked.length > 0 ? [`  being asked  ${asked.join(", ")}`] : []),
    ...[...counts].map(([said, those]) => `  ${String(those.length).padStart(3)} ${said}`),
  ];
}

function describeMoney({ journals }: InspectedOrder): readonly string[] {
  if (journals.length === 0) return ["", "no journals"];
  return [
    "",
    "journals",
    ...journals.flatMap((journal) => [
      `  ${journal.postedAt.toISOString()}  ${journal.kind}`,
      ...journal.postings.map((posting) => `    ${posting.amount.toLocaleString("en").padStart(14)}  ${posting.kind}`),
    ]),
  ];
}

function describeTries(tries: readonly LoggedTry[]): readonly string[] {
  if (tries.length === 0) return ["", "no callback was tried"];
  return [
    "",
    "callbacks, newest first",
    ...tries.map(
      (one) =>
        `  ${one.triedAt.toISOString()}  event ${one.seq}, try ${one.try}: ${one.outcome}${one.code ? ` ${one.code}` : ""}, ${one.elapsedMs} ms`,
    ),
  ];
}
