-- serves: 14
-- An event that its receiver refuses again and again no longer holds back its order: later events pass it and say so (D16).

-- How often the receiver refused it, and whether later events of the order may go before it.
alter table callback_queue
  add column refusals smallint not null default 0,
  add column is_passed boolean not null default false;

-- It passed an earlier event of its order. Set before it is first sent, so that every try sends the same bytes.
alter table callback_events add column after_gap boolean not null default false;

-- What is sent: the body as it was written, marked where it passed another.
create function sent_callback_body(a_body text, is_after_gap boolean) returns text language sql immutable as $$
  select case when is_after_gap then left(a_body, -1) || ',"after_gap":true}' else a_body end
$$;

-- Counts what receivers have refused. What reached the limit is passed: later events of its order are due when their own schedule
-- says so and carry the mark. Look-ups by order are worded as in 0013, so that they go by the primary key.
create function pass_refused_callbacks(orders text[], seqs int[], refusals_max int) returns void language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  update callback_queue
  set refusals = least(callback_queue.refusals + 1, 1000),
    is_passed = callback_queue.is_passed or callback_queue.refusals + 1 >= refusals_max
  from unnest(orders, seqs) as refused (order_id, seq)
  where callback_queue.order_id = refused.order_id
    and callback_queue.seq = refused.seq;
  update callback_queue
  set due_at = callback_queue.scheduled_at
  from unnest(orders, seqs) as refused (order_id, seq)
  join callback_queue as held on held.order_id = refused.order_id and held.seq = refused.seq and held.is_passed
  where callback_queue.order_id = held.order_id
    and callback_queue.seq > held.seq
    and callback_queue.due_at > callback_queue.scheduled_at
    and coalesce(callback_queue.given_up_at, 'infinity') = 'infinity';
  update callback_events
  set after_gap = true
  from unnest(orders, seqs) as refused (order_id, seq)
  join callback_queue as held on held.order_id = refused.order_id and held.seq = refused.seq and held.is_passed
  join callback_queue as waiting on waiting.order_id = held.order_id and waiting.seq > held.seq
  where callback_events.order_id = waiting.order_id
    and callback_events.seq = waiting.seq
    and waiting.tries = 0
    and not callback_events.after_gap;
end $$;

-- The four functions below are those of 0013 and 0026 with two more rules: what was passed holds back nothing but while it is due itself, and
-- what comes after it is marked.

create or replace function append_callback_event(
  an_order text, a_seq int, a_partner text, a_type text, a_body text, an_at timestamptz
) returns void language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  due timestamptz;
  is_after_gap boolean;
begin
  -- Tells readers of the stream, until this transaction ends, that a place above the one drawn last may be filled later. Once a
  -- transaction: what it draws after that is higher still. 71 in the upper 16 bits sets these locks apart from others.
  if current_setting('giao.stream_mark', true) is distinct from 'set' then
    perform pg_advisory_xact_lock_shared((71::bigint << 48) | coalesce(pg_sequence_last_value('callback_positions'), 0));
    perform set_config('giao.stream_mark', 'set', true);
  end if;
  -- Behind an event of its order that waits for a retry there is nothing to look for before that. No row: nobody asked for callbacks.
  select greatest(an_at, waiting.until), waiting.any_passed
  into due, is_after_gap
  from callback_endpoints
  cross join lateral (
    select
      max(due_at) filter (where not is_passed and coalesce(given_up_at, 'infinity') = 'infinity') as until,
      bool_or(is_passed) as any_passed
    from callback_queue
    where order_id = an_order
  ) as waiting
  where partner_id = a_partner;
  insert into callback_events (order_id, seq, partner_id, type, happened_at, body, after_gap)
  values (an_order, a_seq, a_partner, a_type, an_at, a_body, coalesce(is_after_gap, false));
  if due is not null then
    insert into callback_queue (order_id, seq, partner_id, queued_at, scheduled_at, due_at)
    values (an_order, a_seq, a_partner, an_at, an_at, due);
  end if;
end $$;

create or replace function lease_callback_endpoints(an_owner text, a_lease interval, a_now timestamptz, at_most int)
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
              and coalesce(earlier.given_up_at, 'infinity') = 'infinity'
              and (not earlier.is_passed or earlier.due_at <= a_now)
          )
      )
    limit at_most
    for update skip locked
  ))
  returning callback_endpoints.partner_id;
end $$;

-- Of an order one event at most: a passed one that is due goes before those that passed it.
create or replace function due_callback_events(partners text[], rooms int[], busy_orders text[], a_now timestamptz)
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
    sent_callback_body(event.body, event.after_gap), endpoint.saved_at
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
          and coalesce(earlier.given_up_at, 'infinity') = 'infinity'
          and (not earlier.is_passed or earlier.due_at <= a_now)
      )
    order by candidate.due_at, candidate.order_id, candidate.seq
    limit room.events
  ) as head
  join callback_events as event on event.order_id = head.order_id and event.seq = head.seq
  order by head.due_at, head.order_id, head.seq;
end $$;

create or replace function record_callback_tries(
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
  join callback_queue as held on held.order_id = tried.order_id and held.seq = tried.seq and not held.is_passed
  where callback_queue.order_id = tried.order_id
    and callback_queue.seq > tried.seq
    and tried.step = 'retry'
    and callback_queue.due_at < tried.retry_at
    and coalesce(callback_queue.given_up_at, 'infinity') = 'infinity';
end $$;
