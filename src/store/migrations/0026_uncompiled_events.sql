-- serves: 14
-- Where a transaction marks its place in the stream, the sequence is asked by a function and no longer read as a table. Its only plan
-- was a scan, which these functions switch off for the tables' sake: PostgreSQL 15 to 17 then take it for the dearest statement there
-- is and compile it, each time, where jit is on, as it is by default. An order's life took 367 ms of the database instead of 9.
-- A sequence that nobody has drawn from is before its first place; it used to be taken for being at it.

-- Writes an event with the change that caused it, in that change's transaction and under its order's row lock.
create or replace function append_callback_event(
  an_order text, a_seq int, a_partner text, a_type text, a_body text, an_at timestamptz
) returns void language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
as $$
begin
  -- Tells readers of the stream, until this transaction ends, that a place above the one drawn last may be filled later. Once a
  -- transaction: what it draws after that is higher still. 71 in the upper 16 bits sets these locks apart from others.
  if current_setting('giao.stream_mark', true) is distinct from 'set' then
    perform pg_advisory_xact_lock_shared((71::bigint << 48) | coalesce(pg_sequence_last_value('callback_positions'), 0));
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
        and coalesce(given_up_at, 'infinity') = 'infinity'
    ))
  from callback_endpoints
  where partner_id = a_partner;
end $$;

-- Up to which place the stream is settled, as 0016 tells it.
create or replace function settled_callback_position() returns bigint language plpgsql as $$
declare
  drawn bigint := coalesce(pg_sequence_last_value('callback_positions'), 0);
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
