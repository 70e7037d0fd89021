-- serves: 14
-- The events of an account's own orders, as a stream of their own: a user token reads no other (D12). An index, because the few events
-- of a quiet account lie among the many of its partner.

alter table callback_events add column creator_phone text;

-- By a trigger and not in append_callback_event(): a call of that function which waits for this table right now goes on with the
-- text it started with.
create function note_event_creator() returns trigger language plpgsql as $$
begin
  new.creator_phone := (select creator_phone from orders where id = new.order_id);
  return new;
end $$;

create trigger callback_events_creator
  before insert on callback_events
  for each row execute function note_event_creator();

-- 14 s for a million events, in which writing new ones waits.
update callback_events
set creator_phone = orders.creator_phone
from orders
where orders.id = order_id;

create index callback_events_account on callback_events (creator_phone, position);

-- Up to which place the stream is settled: every place up to there is filled for good or stays empty. A place drawn before the first
-- step is marked by its transaction before that; if the second finds no mark below it, its transaction has ended, and a
-- statement after this one, which sees everything committed by then, sees it. Only transactions that write events hold the stream back,
-- and only while they run. Not for use under repeatable read.
create function settled_callback_position() returns bigint language plpgsql as $$
declare
  drawn bigint := (select last_value from callback_positions);
begin
  return least(drawn, (
    select min((classid::bigint & 65535) << 32 | objid::bigint)
    from pg_locks
    where locktype = 'advisory'
      and mode = 'ShareLock'
      and objsubid = 1
      and classid::bigint >> 16 = 71
      and database = (select oid from pg_database where datname = current_database())
  ));
end $$;

-- Planned without statistics it read and sorted all of a partner's events for a page: 880 ms of 600,000, and 12 like this.
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
  select event.position, event.order_id, event.seq, event.type, event.happened_at, event.body
  from callback_events as event
  where event.partner_id = a_partner
    and event.position > after_position
    and event.position <= settled
  order by event.position
  limit at_most;
end $$;

-- The events of several accounts of a partner, a parent's and its children's, after a place. Each account gives its next few, and where
-- one had more, the page ends at the last of those few: so a page may be short, but never skips, and a parent of a thousand children
-- reads ten events of each at most instead of a page of each.
create function read_account_callback_stream(a_partner text, creators text[], after_position bigint, at_most int)
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
  select event.position, event.order_id, event.seq, event.type, event.happened_at, event.body
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
