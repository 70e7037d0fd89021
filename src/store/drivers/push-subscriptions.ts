// Browsers that are told of offers while their page is closed: one a session, and it goes with the session.
import type { PushSubscription } from "../../domain/drivers/offer-push.ts";
import type { Phone } from "../../domain/phone.ts";
import { GONE_SECONDS } from "../console/processes.ts";
import { hasOneRow, type Sql } from "../db.ts";
import { OF_OPEN_MONTHS } from "../months.ts";

export async function isSubscribed(db: Sql, sessionHash: Buffer): Promise<boolean> {
  const rows = await db`select from push_subscriptions where session_hash = ${sessionHash}`;
  return rows.length > 0;
}

// A browser has one, whoever is signed in: phones are shared, and what came for the driver before must not reach the next. False when the
// session has ended meanwhile.
export async function saveSubscription(
  tx: Sql,
  sessionHash: Buffer,
  { endpoint, p256dh, auth, language }: PushSubscription,
  now: Date,
): Promise<boolean> {
  // Two who bring the same browser at once take turns.
  await tx`select pg_advisory_xact_lock(hashtextextended(${endpoint}, 0))`;
  await tx`
    delete from push_subscriptions
    where endpoint = ${endpoint}
      and session_hash <> ${sessionHash}`;
  return hasOneRow(tx`
    insert into push_subscriptions (
      session_hash, driver_phone, endpoint, p256dh, auth, language, told_seq, claimed_until, created_at
    )
    select token_hash, phone, ${endpoint}, ${p256dh}, ${auth}, ${language}, offer_seq, ${now}, ${now}
    from driver_sessions
    join drivers on phone = driver_phone
    where token_hash = ${sessionHash}
    for key share of driver_sessions
    on conflict (session_hash) do update
    set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language
    returning session_hash`);
}

export async function removeSubscription(db: Sql, sessionHash: Buffer): Promise<void> {
  await db`delete from push_subscriptions where session_hash = ${sessionHash}`;
}

export type DuePush = PushSubscription & {
  readonly sessionHash: Buffer;
  readonly offerId: string;
  readonly orderId: string;
  readonly seq: number;
  readonly pickupMeters: number;
  readonly expiresAt: Date;
};

// Of each browser without an open stream the oldest offer it was not told of, for the one who asks: until `until` nobody else gets it.
export async function claimDuePushes(db: Sql, now: Date, until: Date, limit: number) {
  return db<DuePush>`
    with due as (
      select push_subscriptions.session_hash
      from push_subscriptions
      join driver_sessions on token_hash = session_hash
      where claimed_until <= ${now}
        and driver_sessions.expires_at > ${now}
        and exists (
          select
          from offers
          where offers.driver_phone = push_subscriptions.driver_phone
            and seq > told_seq
            and answer is null
            and offers.expires_at > ${now}
            and ${OF_OPEN_MONTHS}
        )
        and not exists (
          select
          from driver_streams
          join processes on name = process
          where driver_streams.driver_phone = push_subscriptions.driver_phone
            and told_at >= now() - make_interval(secs => ${GONE_SECONDS})
        )
      limit ${limit}
      for update of push_subscriptions skip locked
    )
    update push_subscriptions
    set claimed_until = ${until}
    from due
    join push_subscriptions as claimed on claimed.session_hash = due.session_hash
    cross join lateral (
      select id, order_id, seq, pickup_meters, expires_at
      from offers
      where driver_phone = claimed.driver_phone
        and seq > claimed.told_seq
        and answer is null
        and expires_at > ${now}
        and ${OF_OPEN_MONTHS}
      order by seq
      limit 1
    ) as offer
    where push_subscriptions.session_hash = due.session_hash
    returning push_subscriptions.session_hash, push_subscriptions.endpoint, push_subscriptions.p256dh,
      push_subscriptions.auth, push_subscriptions.language, offer.id as offer_id, offer.order_id, offer.seq,
      offer.pickup_meters, offer.expires_at`;
}

type Sent = Pick<DuePush, "sessionHash" | "endpoint" | "seq">;

// They need no more of this offer: it was taken, or never will be.
export async function notePushed(db: Sql, sent: readonly Sent[], now: Date): Promise<void> {
  await db`
    update push_subscriptions
    set told_seq = greatest(told_seq, pushed.seq), claimed_until = ${now}
    from unnest(
      ${sent.map(({ sessionHash }) => sessionHash)}::bytea[], ${sent.map(({ seq }) => seq)}::bigint[]
    ) as pushed (session_hash, seq)
    where push_subscriptions.session_hash = pushed.session_hash`;
}

// Unless the browser has brought another meanwhile.
export async function removeGoneSubscriptions(db: Sql, gone: readonly Sent[]): Promise<void> {
  await db`
    delete from push_subscriptions
    using unnest(
      ${gone.map(({ sessionHash }) => sessionHash)}::bytea[], ${gone.map(({ endpoint }) => endpoint)}::text[]
    ) as gone (session_hash, endpoint)
    where push_subscriptions.session_hash = gone.session_hash
      and push_subscriptions.endpoint = gone.endpoint`;
}

// Who has an open stream at this process, and nobody else. While its own row is missing it has nobody: the next look makes it good.
export async function saveOpenStreams(db: Sql, process: string, phones: readonly Phone[]): Promise<void> {
  await db`
    with open as (
      select unnest(${phones}::text[]) as driver_phone
    ), ended as (
      delete from driver_streams
      where process = ${process}
        and not exists (select from open where open.driver_phone = driver_streams.driver_phone)
    )
    insert into driver_streams (driver_phone, process)
    select driver_phone, name
    from open
    join processes on name = ${process}
    on conflict do nothing`;
}
