// What was true when a dump was made, as people outside saw it: what must still be true after an upgrade.

// As in the harness, which would bring a database along.
type Json = ReturnType<typeof JSON.parse>;

export type KeptAccount = {
  readonly phone: string;
  readonly token: string;
  // main, bonus, held and cod, as the operator sees them.
  readonly wallets: Json;
};

export type KeptDriver = {
  readonly phone: string;
  readonly pin: string;
  readonly token: string;
  readonly wallet: Json;
};

export type KeptOrder = {
  // What the story calls it; the checks ask for some by name.
  readonly name: string;
  readonly owner: string;
  readonly detail: Json;
};

export type KeptEvent = {
  readonly id: string;
  readonly orderId: string;
  readonly seq: number;
  // Of the callback's body.
  readonly digest: string;
  // The receiver had said yes to it.
  readonly delivered: boolean;
};

// A write with an Idempotency-Key, and its answer's very bytes.
export type KeptCall = {
  readonly phone: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body: Json;
  readonly status: number;
  readonly answer: string;
};

export type Story = {
  readonly partner: { readonly apiKey: string; readonly routeKey: string; readonly secrets: readonly string[] };
  readonly accounts: readonly KeptAccount[];
  readonly drivers: readonly KeptDriver[];
  readonly orders: readonly KeptOrder[];
  readonly events: readonly KeptEvent[];
  readonly calls: readonly KeptCall[];
  readonly quote: { readonly phone: string; readonly body: Json; readonly total: number };
  readonly invite: { readonly parent: string; readonly child: string; readonly code: string };
  readonly refreshToken: { readonly phone: string; readonly token: string };
  readonly cookies: { readonly portal: string; readonly console: string };
  // Given up, and still there to be sent again.
  readonly givenUp: { readonly partnerId: string; readonly events: number };
  readonly ledger: { readonly journals: number };
};

export type UpgradeRecord = Story & {
  readonly version: string;
  // The newest migration, and the SHA-256 of each.
  readonly schema: number;
  readonly migrations: Readonly<Record<string, string>>;
  // The program's time when it stopped; everything in the dump is a moment older.
  readonly madeAt: string;
  // Where the partners' receivers were.
  readonly receiver: string;
};
