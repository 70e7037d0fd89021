-- serves: 14
-- Less is written for what nobody asks for.

-- What belongs to the platform itself is only ever added up whole: two of the six postings of an order had an entry that no question used.
create index postings_of_owner on postings (owner, kind, journal_id) where owner <> '';
drop index postings_account;

-- Each new order locked its account and its partner, which is written to the log, so that neither may go; they never do.
-- breaks nothing: it only refused what no program does.
alter table orders drop constraint orders_creator_phone_fkey;
-- breaks nothing: it only refused what no program does.
alter table orders drop constraint orders_partner_id_fkey;

-- As in 0117, and expects no other who tells the first of an order at the same moment: an insert that does writes a record of its own. Where there is one, it is done again.
create or replace function tell_windows(given json) returns void language plpgsql
set enable_seqscan = off
as $$
begin
  for attempt in 1 .. 3 loop
    begin
      with told as materialized (
        select number, orders.city_id,
          array_agg(packed_window(stage, target, "promisedAt", meters, "plannedSeconds", "etaSeconds", "lowSeconds", "highSeconds", null)) as windows
        from json_to_recordset(given) as one (
          "orderId" text, stage text, target text, "promisedAt" timestamptz, meters int, "plannedSeconds" int, "etaSeconds" int,
          "lowSeconds" int, "highSeconds" int
        )
        join orders on orders.id = "orderId"
        group by number, orders.city_id
        -- In one order of rows, whoever tells: two never wait for each other.
        order by number
      ), changed as (
        update order_times
        set windows = with_windows(order_times.windows, told.windows)
        from told
        where order_times.number = told.number
          and not settled
          and with_windows(order_times.windows, told.windows) <> order_times.windows
      )
      insert into order_times (number, city_id, windows)
      select number, city_id, windows
      from told
      where not exists (select from order_times where order_times.number = told.number)
      order by number;
      return;
    exception when unique_violation then
      if attempt = 3 then
        raise;
      end if;
    end;
  end loop;
end $$;
