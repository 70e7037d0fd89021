-- Callbacks: where partners want them, the events to tell, the queue of what is still owed, and every try (D16).
-- docs/decisions/callback-outbox.md explains the whole.

create table callback_endpoints (
  partner_id text primary key references partners (id),
  url text not null check (length(url) between 1 and 2048),
  -- {type: none|apikey|bearer|basic, …}; kept readable because it is sent.
  auth json not null,
  secret text not null check (secret ~ '^whsec_'),
  -- Signs too until it ends, so that a receiver can change over.
  previous_secret text check (previous_secret ~ '^whsec_'),
  previous_secret_until timestamptz,
  in_flight_max smallint not null default 8 check (in_flight_max between 1 and 64),
  saved_at timestamptz not null,
  -- It answered 410. Saving the settings starts it again.
  stopped_at timestamptz,
  -- The circuit: failures in a row, and while it is open the moment of the next probe.
  failures int not null default 0 check (failures >= 0),
  probe_at timestamptz,
  -- The worker that delivers to this endpoint now, and until when unless it says so again. In the database's own time: the
  -- sandbox's clock must not end a lease.
  lease_owner text,
  lease_until timestamptz,
  check ((previous_secret is null) = (previous_secret_until is null)),
  check ((lease_owner is null) = (lease_until is null))
) with (fillfactor = 70);

create sequence callback_positions;

-- What partners are told, never changed. The event id they see is evt_<order_id>_<seq>.
create table callback_events (
  order_id text not null check (length(order_id) between 1 and 40),
  seq int not null check (seq >= 1),
  partner_id text not null,
  type text not null check (length(type) between 1 and 40),
  happened_at timestamptz not null,
  -- The very bytes of every try.
  body text not null,
  -- The place in the stream, drawn when the event is written. Commits come in another order; read_callback_stream() knows.
  position bigint not null default nextval('callback_positions'),
  primary key (order_id, seq)
);

create index callback_events_stream on callback_events (partner_id, position);
-- For pruning only; rows lie in the order they were written, so that a summary per range of pages is enough.
create index callback_events_age on callback_events using brin (happened_at) with (autosummarize = on);

-- What is still to be delivered, and what was given up and can be sent again. A delivered event has no row here. There is no
-- foreign key to the endpoint: every new order of a partner would lock that one row.
create table callback_queue (
  order_id text not null,
  seq int not null,
  partner_id text not null,
  queued_at timestamptz not null,
  -- Not before this; earlier than the schedule says when the endpoint has recovered.
  due_at timestamptz not null,
  -- The schedule's own moment, and how many scheduled tries have failed.
  scheduled_at timestamptz not null,
  failures smallint not null default 0 check (failures >= 0),
  tries int not null default 0 check (tries >= 0),
  -- A recovery may bring it forward, once between two scheduled tries.
  may_hurry boolean not null default true,
  given_up_at timestamptz,
  primary key (order_id, seq)
) with (fillfactor = 80);

create index callback_queue_due on callback_queue (partner_id, due_at, order_id, seq) where given_up_at is null;
create index callback_queue_given_up on callback_queue (partner_id, given_up_at) where given_up_at is not null;

create table callback_tries (
  id bigint generated always as identity primary key,
  order_id text not null,
  seq int not null,
  partner_id text not null,
  try int not null check (try >= 1),
  tried_at timestamptz not null,
  outcome text not null check (length(outcome) between 1 and 20),
  code smallint not null,
  elapsed_ms int not null check (elapsed_ms >= 0),
  response_text text not null check (octet_length(response_text) <= 6144),
  error text not null check (length(error) <= 300)
);

create index callback_tries_order on callback_tries (order_id, id);

-- The statements of the hot path are functions so that they can carry planner settings. The queue is empty most of the time, and a
-- plan made then reads the whole table. Kept while a backlog built up, such plans had not written and delivered 50,000 events after
-- 90 s; with these settings it took 30 s. They leave only what is right at any size: nested loops over the indexes above.

-- Writes an event with the change that caused it, in that change's transaction and under its order's row lock.
create function append_callback_event(
  an_order text, a_seq int, a_partner text, a_type text, a_body text, an_at timestamptz
) returns void language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
as $$
begin
  -- Tells readers of the stream, until this transaction ends, that a place above the one drawn last may be filled later. Once a
  -- transaction: what it draws after that is higher still. 71 in the upper 16 bits sets these locks apart from others.
  if current_setting('giao.stream_mark', true) is distinct from 'set' then
    perform pg_advisory_xact_lock_shared((71::bigint << 48) | last_value)
    from callback_positions;
    perform set_config('giao.stream_mark', 'set', true);
  end if;
  insert into callback_events (order_id, seq, partner_id, type, happened_at, body)
  values (an_order, a_seq, a_partner, a_type, an_at, a_body);
  insert into callback_queue (order_id, seq, partner_id, queued_at, scheduled_at, due_at)
  select an_order, a_seq, partner_id, an_at, an_at,
    -- Behind an event of its order that waits for a retry there is nothing to look for before that.
    greatest(an_at, (
      select max(due_at)
      from callback_queue
      where order_id = an_order
        and given_up_at is null
    ))
  from callback_endpoints
  where partner_id = a_partner;
end $$;

-- A partner's events after a place, as far as the stream is settled: every place up to there is filled for good or stays empty.
-- The order of the three steps is the point. A place drawn before the first is marked by its transaction before that; if the second
-- finds no mark below it, its transaction has ended, and the third, which sees everything committed by then, sees it. Only transactions
-- that write events hold the stream back, and only while they run. Not for use under repeatable read.
create function read_callback_stream(a_partner text, after_position bigint, at_most int)
returns table (stream_position bigint, order_id text, seq int, type text, happened_at timestamptz, body text)
language plpgsql as $$
declare
  settled bigint := (select last_value from callback_positions);
begin
  settled := least(settled, (
    select min((classid::bigint & 65535) << 32 | objid::bigint)
    from pg_locks
    where locktype = 'advisory'
      and mode = 'ShareLock'
      and objsubid = 1
      and classid::bigint >> 16 = 71
      and database = (select oid from pg_database where datname = current_database())
  ));
  return query
  select event.position, event.order_id, event.seq, event.type, event.happened_at, event.body
  from callback_events as event
  where event.partner_id = a_partner
    and event.position > after_position
    and event.position <= settled
  order by event.position
  limit at_most;
end $$;

-- Takes endpoints that have something due and that nobody delivers to. Two workers never get the same one, and neither waits for
-- the other. Answers their partners.
create function lease_callback_endpoints(an_owner text, a_lease interval, a_now timestamptz, at_most int)
returns setof text language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
  update callback_endpoints
  set lease_owner = an_owner, lease_until = clock_timestamp() + a_lease
  where partner_id = any(array(
    select free.partner_id
    from callback_endpoints as free
    where (free.lease_until is null or free.lease_until < clock_timestamp())
      and free.stopped_at is null
      and (free.probe_at is null or free.probe_at <= a_now)
      and exists (
        select
        from callback_queue as head
        where head.partner_id = free.partner_id
          and head.given_up_at is null
          and head.due_at <= a_now
          and not exists (
            select
            from callback_queue as earlier
            where earlier.order_id = head.order_id
              and earlier.seq < head.seq
              and earlier.given_up_at is null
          )
      )
    limit at_most
    for update skip locked
  ))
  returning callback_endpoints.partner_id;
end $$;

-- The oldest due events of each endpoint, as many as it has room for. Of an order only the first undelivered event may leave, and
-- none while another of the order is under way.
create function due_callback_events(partners text[], rooms int[], busy_orders text[], a_now timestamptz)
returns table (
  order_id text, seq int, partner_id text, queued_at timestamptz, scheduled_at timestamptz, failures smallint, tries int,
  body text, saved_at timestamptz
) language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
  select head.order_id, head.seq, head.partner_id, head.queued_at, head.scheduled_at, head.failures, head.tries,
    event.body, endpoint.saved_at
  from unnest(partners, rooms) as room (partner_id, events)
  join callback_endpoints as endpoint using (partner_id)
  cross join lateral (
    select candidate.*
    from callback_queue as candidate
    where candidate.partner_id = room.partner_id
      and candidate.given_up_at is null
      and candidate.due_at <= a_now
      and candidate.order_id <> all(busy_orders)
      and not exists (
        select
        from callback_queue as earlier
        where earlier.order_id = candidate.order_id
          and earlier.seq < candidate.seq
          and earlier.given_up_at is null
      )
    order by candidate.due_at, candidate.order_id, candidate.seq
    limit room.events
  ) as head
  join callback_events as event on event.order_id = head.order_id and event.seq = head.seq
  order by head.due_at, head.order_id, head.seq;
end $$;

-- What became of a batch of tries. Logs every try, takes delivered events off the queue and puts failed ones where they belong; what
-- waits behind a failed event of its order waits with it.
create function record_callback_tries(
  orders text[], seqs int[], partners text[], tries int[], tried_ats timestamptz[], outcomes text[], codes smallint[],
  elapsed_mss int[], response_texts text[], errors text[], steps text[], retry_ats timestamptz[], failure_counts smallint[],
  earlies boolean[]
) returns void language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  insert into callback_tries (order_id, seq, partner_id, try, tried_at, outcome, code, elapsed_ms, response_text, error)
  select order_id, seq, partner_id, try, tried_at, outcome, code, elapsed_ms, response_text, error
  from unnest(orders, seqs, partners, tries, tried_ats, outcomes, codes, elapsed_mss, response_texts, errors)
    as tried (order_id, seq, partner_id, try, tried_at, outcome, code, elapsed_ms, response_text, error);
  delete from callback_queue
  using unnest(orders, seqs, steps) as tried (order_id, seq, step)
  where callback_queue.order_id = tried.order_id
    and callback_queue.seq = tried.seq
    and tried.step = 'delivered';
  if steps <@ array['delivered'] then
    return;
  end if;
  update callback_queue
  set tries = tried.try,
    due_at = coalesce(tried.retry_at, callback_queue.due_at),
    scheduled_at = coalesce(tried.retry_at, callback_queue.scheduled_at),
    failures = coalesce(tried.failures, callback_queue.failures),
    may_hurry = coalesce(not tried.early, callback_queue.may_hurry),
    given_up_at = case tried.step when 'give_up' then tried.tried_at end
  from unnest(orders, seqs, record_callback_tries.tries, tried_ats, steps, retry_ats, failure_counts, earlies)
    as tried (order_id, seq, try, tried_at, step, retry_at, failures, early)
  where callback_queue.order_id = tried.order_id
    and callback_queue.seq = tried.seq
    and tried.step <> 'delivered';
  update callback_queue
  set due_at = tried.retry_at
  from unnest(orders, seqs, steps, retry_ats) as tried (order_id, seq, step, retry_at)
  where callback_queue.order_id = tried.order_id
    and callback_queue.seq > tried.seq
    and tried.step = 'retry'
    and callback_queue.due_at < tried.retry_at
    and callback_queue.given_up_at is null;
end $$;
