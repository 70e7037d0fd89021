// Where partners want their callbacks, how those places have answered, and which worker delivers to each right now.
import type { Amount } from "../../domain/amount.ts";
import type { CallbackSettings } from "../../domain/callbacks/callback-settings.ts";
import type { Circuit } from "../../domain/callbacks/circuit.ts";
import type { Vault } from "../../ports/vault.ts";
import { type Database, first, inTransaction, type Sql, sql } from "../db.ts";
import { openSealer, type Seal } from "../secrets/sealer.ts";
import { authToKeep, type KeptSecrets } from "./kept-secrets.ts";

// Secrets are as they are kept: openSecrets() reads them.
export type Endpoint = KeptSecrets & {
  readonly url: string;
  readonly inFlightMax: number;
  readonly savedAt: Date;
  readonly stoppedAt: Date | null;
  readonly failures: number;
  readonly probeAt: Date | null;
};

export type AccountEvents = { readonly balanceLow: Amount | null; readonly tellsCodPaidOut: boolean };

export async function findEndpoint(db: Sql, partnerId: string): Promise<(Endpoint & AccountEvents) | undefined> {
  return first(db<Endpoint & AccountEvents>`
    select partner_id, url, auth, secret, previous_secret, previous_secret_until, in_flight_max, saved_at, stopped_at, failures, probe_at,
      balance_low, tells_cod_paid_out
    from callback_endpoints
    where partner_id = ${partnerId}`);
}

// Saves the settings and gives the endpoint a clean slate: not stopped, circuit closed, what waits is due now. `secret` is used only
// when the partner has no endpoint yet: then the answer is true.
export async function saveEndpoint(
  db: Database,
  vault: Vault,
  partnerId: string,
  settings: CallbackSettings & { readonly secret: string; readonly inFlightMax?: number },
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const seal = await openSealer(tx, vault);
    const auth = authToKeep(seal, partnerId, settings.auth);
    const secret = seal({ partnerId, field: "callback_endpoints.secret" }, settings.secret);
    const { balanceLow, codPaidOut } = settings.accountEvents ?? {};
    const [saved] = await tx<{ isNew: boolean }>`
      insert into callback_endpoints (
        partner_id, url, auth, secret, in_flight_max, saved_at, balance_low, tells_cod_paid_out
      )
      values (
        ${partnerId}, ${settings.url}, ${auth}, ${secret},
        coalesce(${settings.inFlightMax ?? null}::smallint, 8), ${now}, ${balanceLow ?? null}, ${codPaidOut ?? false}
      )
      on conflict (partner_id) do update
      set url = excluded.url,
        auth = excluded.auth,
        in_flight_max = coalesce(${settings.inFlightMax ?? null}::smallint, callback_endpoints.in_flight_max),
        saved_at = excluded.saved_at,
        balance_low = case when ${balanceLow === undefined} then callback_endpoints.balance_low else excluded.balance_low end,
        tells_cod_paid_out = coalesce(${codPaidOut ?? null}, callback_endpoints.tells_cod_paid_out),
        stopped_at = null,
        failures = 0,
        probe_at = null
      returning xmax = 0 as is_new`;
    await bringForward(tx, partnerId);
    return saved?.isNew ?? false;
  });
}

// Both secrets sign until `overlapUntil`.
export async function rotateSecret(
  db: Database,
  vault: Vault,
  partnerId: string,
  secret: string,
  now: Date,
  overlapUntil: Date,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const seal = await openSealer(tx, vault);
    const [kept] = await tx<Pick<KeptSecrets, "secret">>`
      select secret
      from callback_endpoints
      where partner_id = ${partnerId}
      for update`;
    if (!kept) return false;
    // A sealed text opens only in its own place, so that the old one is sealed anew.
    const place = { partnerId, field: "callback_endpoints.secret" } as const;
    const previous = seal({ partnerId, field: "callback_endpoints.previous_secret" }, vault.open(place, kept.secret));
    await tx`
      update callback_endpoints
      set previous_secret = ${previous}, previous_secret_until = ${overlapUntil}, secret = ${seal(place, secret)},
        saved_at = ${now}
      where partner_id = ${partnerId}`;
    return true;
  });
}

// Nothing more is sent; the partner's events stay in its stream.
export async function removeEndpoint(db: Database, partnerId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx`delete from callback_endpoints where partner_id = ${partnerId}`;
    await tx`delete from callback_queue where partner_id = ${partnerId}`;
  });
}

// What waits becomes due in the order it was queued. An event whose try out of turn failed as well is not hurried again before its
// schedule has come: else some events that always fail would be tried with every recovery they themselves have staged.
export async function bringForward(tx: Sql, partnerId: string): Promise<void> {
  await tx`
    update callback_queue
    set due_at = queued_at, may_hurry = (tries = 0)
    where partner_id = ${partnerId}
      and given_up_at is null
      and due_at > queued_at
      and may_hurry`;
}

export type Lease = { readonly owner: string; readonly seconds: number };

// Says that this worker opens what is sealed; the table keeps others away from it.
const holderOf = (owner: string): string => `opens ${owner}`;

// Takes endpoints that have something due and that nobody delivers to.
export function leasing(lease: Lease, now: Date, limit: number) {
  return sql`lease_callback_endpoints(${holderOf(lease.owner)}, make_interval(secs => ${lease.seconds}), ${now}, ${limit})`;
}

export async function listEndpoints(db: Sql, partnerIds: readonly string[]): Promise<readonly Endpoint[]> {
  if (partnerIds.length === 0) return [];
  return db<Endpoint>`
    select partner_id, url, auth, secret, previous_secret, previous_secret_until, in_flight_max, saved_at, stopped_at, failures, probe_at
    from callback_endpoints
    where partner_id = any(${partnerIds})`;
}

// Those still ours, with their settings as they are now.
export async function renewLeases(db: Sql, lease: Lease, partnerIds: readonly string[]) {
  return db<Endpoint>`
    update callback_endpoints
    set lease_until = clock_timestamp() + make_interval(secs => ${lease.seconds})
    where lease_owner = ${holderOf(lease.owner)}
      and partner_id = any(${partnerIds})
    returning partner_id, url, auth, secret, previous_secret, previous_secret_until, in_flight_max, saved_at, stopped_at, failures, probe_at`;
}

export async function releaseLeases(db: Sql, owner: string, partnerIds: readonly string[]): Promise<void> {
  await db`
    update callback_endpoints
    set lease_owner = null, lease_until = null
    where lease_owner = ${holderOf(owner)}
      and partner_id = any(${partnerIds})`;
}

export type CircuitChange = {
  readonly partnerId: string;
  readonly savedAt: Date;
  readonly circuit: Circuit;
  readonly stoppedAt: Date | undefined;
};

// Only the worker that holds the lease says how an endpoint is, and only about the settings it used: what was saved meanwhile has a
// clean slate.
export async function saveCircuit(db: Sql, owner: string, change: CircuitChange): Promise<void> {
  await db`
    update callback_endpoints
    set failures = ${change.circuit.failures},
      probe_at = ${change.circuit.probeAt ?? null},
      stopped_at = ${change.stoppedAt ?? null}
    where partner_id = ${change.partnerId}
      and lease_owner = ${holderOf(owner)}
      and saved_at = ${change.savedAt}`;
}

// A partner's first callback address, saved with the partner itself. There is nothing queued for it yet.
export async function insertEndpoint(
  tx: Sql,
  seal: Seal,
  partnerId: string,
  settings: CallbackSettings & { readonly secret: string },
  now: Date,
): Promise<void> {
  const secret = seal({ partnerId, field: "callback_endpoints.secret" }, settings.secret);
  const { balanceLow, codPaidOut } = settings.accountEvents ?? {};
  await tx`
    insert into callback_endpoints (partner_id, url, auth, secret, saved_at, balance_low, tells_cod_paid_out)
    values (
      ${partnerId}, ${settings.url}, ${authToKeep(seal, partnerId, settings.auth)}, ${secret}, ${now}, ${balanceLow ?? null},
      ${codPaidOut ?? false}
    )`;
}
