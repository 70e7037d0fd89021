// What somebody was told is so. Each must still be so when the soak has ended.

export type OrderFacts = {
  readonly id: string;
  readonly key: string;
  readonly sender: string;
  // The call as it was made: told again at the end, it must be answered the same.
  readonly body: unknown;
  cancelled: boolean;
  acceptedBy: string | undefined;
  pickedUp: boolean;
  readonly points: Map<number, "COMPLETED" | "FAILED">;
  returned: boolean;
  // The newest remarks of the pickup that the sender was told are kept.
  remarks: string | undefined;
};

export type Facts = {
  readonly orders: Map<string, OrderFacts>;
  // Keys of every create that was ever sent, answered or not.
  readonly keysSent: Set<string>;
  readonly topUps: Map<string, { readonly phone: string; readonly amount: number }>;
  readonly broken: string[];
};

export function newFacts(): Facts {
  return { orders: new Map(), keysSent: new Set(), topUps: new Map(), broken: [] };
}
