-- serves: 14
-- What partners are told is kept packed by the program (store/callbacks/packed-body.ts), a quarter of what PostgreSQL makes of it. The functions
-- below take and give it as '~' and base64, where they took and gave the body. It is written so as long as every process at work
-- has told that it reads it; a process from before tells nothing, and keeps all others writing as it does.

alter table processes add column packing smallint;

alter table callback_events add column packed bytea;
-- breaks nothing: older programs are told no packed event as long as they are at work.
alter table callback_events alter column body drop not null;

create function told_body(a_body text, a_packed bytea, is_after_gap boolean) returns text language sql immutable as $$
  select case
    when a_packed is null then sent_callback_body(a_body, is_after_gap)
    else '~' || encode(a_packed, 'base64') || case when is_after_gap then ',"after_gap":true}' else '' end
  end
$$;

-- As in 0051, and puts what is packed in its place.
create or replace function note_event_creator() returns trigger language plpgsql as $$
begin
  if starts_with(new.body, '~') then
    new.packed := decode(substr(new.body, 2), 'base64');
    new.body := null;
  end if;
  if new.creator_phone is not null then
    return new;
  end if;
  if new.order_id like 'acc-%' then
    new.creator_phone := substr(new.order_id, 5);
  else
    new.creator_phone := (select creator_phone from orders where id = new.order_id);
  end if;
  return new;
end $$;

-- As in 0032.
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
    told_body(event.body, event.packed, event.after_gap), endpoint.saved_at
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

-- As in 0016.
create or replace function read_callback_stream(a_partner text, after_position bigint, at_most int)
returns table (stream_position bigint, order_id text, seq int, type text, happened_at timestamptz, body text)
language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  settled bigint := settled_callback_position();
begin
  return query
  select event.position, event.order_id, event.seq, event.type, event.happened_at,
    told_body(event.body, event.packed, false)
  from callback_events as event
  where event.partner_id = a_partner
    and event.position > after_position
    and event.position <= settled
  order by event.position
  limit at_most;
end $$;

-- As in 0016.
create or replace function read_account_callback_stream(a_partner text, creators text[], after_position bigint, at_most int)
returns table (stream_position bigint, order_id text, seq int, type text, happened_at timestamptz, body text)
language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  settled bigint := settled_callback_position();
  of_each int := least(at_most, greatest(10, 2 * at_most / cardinality(creators)));
begin
  return query
  with next_places as materialized (
    select own.place, own.nth
    from unnest(creators) as creator (phone)
    cross join lateral (
      select event.position as place, row_number() over (order by event.position) as nth
      from callback_events as event
      where event.creator_phone = creator.phone
        and event.position > after_position
        and event.position <= settled
      order by event.position
      limit of_each
    ) as own
  )
  select event.position, event.order_id, event.seq, event.type, event.happened_at,
    told_body(event.body, event.packed, false)
  from (
    select place
    from next_places
    where place <= coalesce((select min(place) from next_places where nth = of_each), settled)
    order by place
    limit at_most
  ) as page
  join callback_events as event on event.partner_id = a_partner and event.position = page.place
  order by event.position;
end $$;
