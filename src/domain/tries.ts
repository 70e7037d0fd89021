// How tries at a secret slow the next ones down: some are free, then each doubles the wait up to a longest one, and every try is
// forgotten after a while. A wait is never for ever, and whoever tries on as soon as it ends settles at the pace of forgetting.
// Tries that come during a wait are not looked at and do not count: they make it no longer.

export type TryRule = {
  // So many may be made before the first wait.
  readonly free: number;
  readonly firstSeconds: number;
  readonly longestSeconds: number;
  // One try is forgotten in so long.
  readonly forgetSeconds: number;
};

// What tries are counted by, and how.
export type Counter = { readonly key: string; readonly rule: TryRule };

// How far `forgottenAt` lies ahead says how many tries are remembered.
export type Tries = { readonly triedAt: Date; readonly forgottenAt: Date };

// 0: may try now.
export function waitSeconds(tries: Tries | undefined, rule: TryRule, now: Date): number {
  if (!tries) return 0;
  const remembered = (tries.forgottenAt.getTime() - tries.triedAt.getTime()) / 1000 / rule.forgetSeconds;
  const beyond = Math.ceil(remembered) - rule.free;
  if (beyond < 0) return 0;
  const wait = Math.min(rule.longestSeconds, rule.firstSeconds * 2 ** beyond);
  const passed = (now.getTime() - tries.triedAt.getTime()) / 1000;
  // A clock that went back makes nobody wait longer than the rule says.
  return Math.min(wait, Math.max(0, Math.ceil(wait - passed)));
}

export function countTry(tries: Tries | undefined, rule: TryRule, now: Date): Tries {
  const from = Math.max(now.getTime(), tries?.forgottenAt.getTime() ?? 0);
  return { triedAt: now, forgottenAt: new Date(from + rule.forgetSeconds * 1000) };
}
