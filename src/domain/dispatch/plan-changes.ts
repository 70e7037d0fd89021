// What is another way in a driver's sequence than it was, so that they see it at a glance: what is done by now is no change.
import type { PlannedVisit } from "./stop-plan.ts";

export const STOP_CHANGES = ["added", "gone", "moved"] as const;
export type StopChange = Pick<PlannedVisit, "orderId" | "kind"> & { readonly change: (typeof STOP_CHANGES)[number] };

// `completed`: orders of the sequence before that were done.
export function planChanges(
  before: readonly PlannedVisit[],
  after: readonly PlannedVisit[],
  completed: ReadonlySet<string>,
): readonly StopChange[] {
  const inHand = new Set(after.map(({ orderId }) => orderId));
  const turnOf = new Map(before.map((visit, turn) => [keyOf(visit), turn]));
  const common = after.filter((visit) => turnOf.has(keyOf(visit)));
  const stayed = longestRising(common.map((visit) => turnOf.get(keyOf(visit))!));
  const changed = (visit: PlannedVisit, change: StopChange["change"]): StopChange => ({
    orderId: visit.orderId,
    kind: visit.kind,
    change,
  });
  return [
    ...after.filter((visit) => !turnOf.has(keyOf(visit))).map((visit) => changed(visit, "added")),
    ...common.filter((_, at) => !stayed.has(at)).map((visit) => changed(visit, "moved")),
    ...before
      .filter(({ orderId }) => !inHand.has(orderId) && !completed.has(orderId))
      .map((visit) => changed(visit, "gone")),
  ];
}

function keyOf({ orderId, kind }: PlannedVisit): string {
  return `${orderId} ${kind}`;
}

// Places in the list whose turns go up, as many of them as there can be: the others are what was moved.
function longestRising(turns: readonly number[]): ReadonlySet<number> {
  const best: { readonly length: number; readonly from: number }[] = [];
  for (const [at, turn] of turns.entries()) {
    let from = -1;
    for (let before = 0; before < at; before++)
      if (turns[before]! < turn && (from < 0 || best[before]!.length > best[from]!.length)) from = before;
    best.push({ length: from < 0 ? 1 : best[from]!.length + 1, from });
  }
  const stayed = new Set<number>();
  const longest = Math.max(0, ...best.map(({ length }) => length));
  for (let at = best.findIndex(({ length }) => length === longest); at >= 0; at = best[at]!.from) stayed.add(at);
  return stayed;
}
