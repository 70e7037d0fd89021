-- serves: 14
-- What people were told of an order's times, what came of it and how long its stops took is one row an order, where it was a row and four entries of indexes
-- for each of some seven windows, and a row for each stay beside that. Found by the order's number, which grows with time: one index serves for all that is asked.
create table order_times (
  number bigint primary key,
  city_id text not null,
  -- Eight numbers a window: which (twice the stage, one more for the delivery), when it was told (seconds since 2020), metres, seconds that were planned, the ETA, low,
  -- high, and what happened, -1 until that is known. Seconds but the second count from when it was told. The first that was told of each kind stays.
  windows int[] not null,
  settled boolean not null default false,
  -- Of an order that has ended and whose stops say something, with its service and the place of its pickup. Four numbers a stay: 0 at the pickup and 1 at a door, when it was over
  -- (seconds since 2020), how long, and how long after a driver was sought it began, -1 at doors and where the sender had said when goods are ready.
  stays int[],
  service_id text,
  lat double precision,
  lng double precision,
  check (windows = '{}' or (array_ndims(windows) = 2 and array_length(windows, 2) = 8)),
  check (stays is null or (array_ndims(stays) = 2 and array_length(stays, 2) = 4)),
  check ((stays is null) = (service_id is null) and (stays is null) = (lat is null) and (stays is null) = (lng is null))
) with (fillfactor = 70);

create index order_times_open on order_times (number) where not settled;

create function since_2020(an_at timestamptz) returns int language sql immutable
return round(extract(epoch from an_at) - 1577836800)::int;

-- Those that were told before, and of these the ones that are of another kind.
create function with_windows(kept int[], told int[]) returns int[] language sql immutable
return kept || coalesce(
  (
    select array_agg(array(select told[nth][field] from generate_series(1, 8) as field order by field) order by nth)
    from generate_subscripts(told, 1) as nth
    where told[nth][1] <> all (kept[:][1:1])
  ),
  '{}'
);

-- With what happened; what never did, or had when it was told, says nothing and goes.
create function with_outcomes(told int[], pickup_at timestamptz, delivery_at timestamptz) returns int[] language sql immutable
return coalesce(
  (
    select array_agg(array(select told[nth][field] from generate_series(1, 7) as field order by field) || seconds order by nth)
    from generate_subscripts(told, 1) as nth
    cross join lateral (
      select case told[nth][1] % 2 when 0 then since_2020(pickup_at) else since_2020(delivery_at) end - told[nth][2] as seconds
    ) as happened
    where seconds >= 0
  ),
  '{}'
);

-- breaks nothing: it is new.
create view told_windows as
select number, city_id, settled, (array['quoted', 'accepted', 'carried', 'closing'])[windows[nth][1] / 2 + 1] as stage,
  (array['pickup', 'delivery'])[windows[nth][1] % 2 + 1] as target, to_timestamp(1577836800 + windows[nth][2]::bigint) as told_at,
  windows[nth][3] as meters, windows[nth][4] as planned_seconds, windows[nth][5] as eta_seconds, windows[nth][6] as low_seconds,
  windows[nth][7] as high_seconds, nullif(windows[nth][8], -1) as actual_seconds
from order_times
cross join lateral generate_subscripts(windows, 1) as nth;

-- breaks nothing: it is new.
create view told_stays as
select number, city_id, service_id, lat, lng, (array['pickup', 'door'])[stays[nth][1] + 1] as kind,
  to_timestamp(1577836800 + stays[nth][2]::bigint) as left_at, stays[nth][3] as seconds, nullif(stays[nth][4], -1) as arrived_after_seconds
from order_times
cross join lateral generate_subscripts(stays, 1) as nth;

create function packed_window(
  a_stage text, a_target text, an_at timestamptz, meters int, planned int, eta int, low int, high int, actual int
) returns int[] language sql immutable
return array[
  2 * array_position(array['quoted', 'accepted', 'carried', 'closing'], a_stage) - 2 + (a_target = 'delivery')::int,
  since_2020(an_at), meters, planned, eta, low, high, coalesce(actual, -1)
];

-- Of orders that are there; of one that has ended nothing is told any more.
create function tell_windows(given json) returns void language plpgsql
set enable_seqscan = off
as $$
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
    -- By itself, because an insert that meets a row locks it first and writes that too.
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
  order by number
  on conflict (number) do update
  set windows = with_windows(order_times.windows, excluded.windows)
  where not order_times.settled;
end $$;

-- What a program from before this file tells. What it kept until now is taken over by the worker.
create function tell_window_of_before() returns trigger language plpgsql as $$
begin
  if new.actual_seconds is not null then
    return new;
  end if;
  perform tell_windows(json_build_array(json_build_object(
    'orderId', new.order_id, 'stage', new.stage, 'target', new.target, 'promisedAt', new.told_at, 'meters', new.meters,
    'plannedSeconds', new.planned_seconds, 'etaSeconds', new.eta_seconds, 'lowSeconds', new.low_seconds, 'highSeconds', new.high_seconds
  )));
  return null;
end $$;

create trigger windows_are_told_in_one_row before insert on eta_windows
  for each row execute function tell_window_of_before();
