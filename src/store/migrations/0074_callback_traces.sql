-- serves: 14
-- Under which trace (a W3C traceparent) the change was made that a callback tells of, where traces are sent. It goes with the row when the
-- event is delivered.
alter table callback_queue add column traceparent text;

-- `saved` is an order or a step as it was given to be saved, and `a_code` why it was not.
create function trace_callback(a_code text, saved json) returns void language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
as $$
begin
  if a_code is not null or saved ->> 'traceparent' is null then
    return;
  end if;
  update callback_queue
  set traceparent = left(saved ->> 'traceparent', 55)
  where order_id = saved ->> 'id'
    and seq = coalesce((saved ->> 'seq')::int, 1);
end $$;
