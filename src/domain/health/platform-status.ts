// What partners are told of how the platform does: three parts, each up, delayed or down, and since when it is not up.

export const STATUS_PARTS = ["api", "work", "drivers"] as const;
type StatusPart = (typeof STATUS_PARTS)[number];
export const PART_STATES = ["up", "delayed", "down"] as const;
export type PartState = (typeof PART_STATES)[number];
export type PartStatus = { readonly part: StatusPart; readonly state: PartState; readonly since: Date | null };

// undefined: the database did not say.
export type Seen = {
  readonly isReady: boolean;
  // Processes at work that seek drivers and send callbacks.
  readonly workers: number | undefined;
  // Of the order that has waited longest for a driver; 0 when none waits.
  readonly oldestWaitSeconds: number | undefined;
};

// Longer than a search usually takes with drivers about: then there are too few, or something holds it up.
const WAIT_SECONDS_MAX = 900;

// `before`: what was told last, so that a trouble keeps the moment it was first seen.
export function judgeStatus(seen: Seen, before: readonly PartStatus[], now: Date): readonly PartStatus[] {
  const waited = seen.oldestWaitSeconds ?? 0;
  const states: Readonly<Record<StatusPart, PartState>> = {
    api: seen.isReady ? "up" : "down",
    work: seen.workers === undefined || seen.workers === 0 ? "delayed" : "up",
    drivers: seen.oldestWaitSeconds === undefined || waited > WAIT_SECONDS_MAX ? "delayed" : "up",
  };
  return STATUS_PARTS.map((part) => {
    const state = states[part];
    const last = before.find((one) => one.part === part);
    if (state === "up") return { part, state, since: null };
    // The order itself tells since when there was no driver for it.
    const seenAt = part === "drivers" ? new Date(now.getTime() - waited * 1000) : now;
    return { part, state, since: last?.state === state && last.since ? last.since : seenAt };
  });
}

// The worst of them.
export function stateOfAll(parts: readonly PartStatus[]): PartState {
  return PART_STATES.findLast((state) => parts.some((one) => one.state === state)) ?? "up";
}
