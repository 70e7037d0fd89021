-- serves: 14
-- Figures of hours and days, kept by the worker from orders, offers, journals, shifts and what came of ETAs. A row holds whole numbers that may be
-- added to those of another row, by name: adding hours gives days. They are copies that can be made anew at any time.
create table figures (
  -- orders: of a city's service. account, driver: of whose orders, by phone. eta: windows that were told. time, driver_time: how long
  -- drivers were online and had orders. cell: where goods were fetched, by a square of the map.
  kind text not null check (kind in ('orders', 'account', 'driver', 'eta', 'time', 'driver_time', 'cell')),
  span text not null check (span in ('hour', 'day')),
  -- When it begins on the city's own clock.
  at timestamptz not null,
  city_id text not null,
  -- '' where it is of all services, or of a city as a whole.
  service_id text not null,
  subject text not null,
  counts jsonb not null,
  primary key (kind, span, at, city_id, service_id, subject)
);

create index figures_subject on figures (kind, subject, span, at) where subject <> '';

-- Hours and days whose figures have to be made anew. A mark is taken out before what it is about is read, in the transaction that saves what came of it; whoever
-- changes something and marks it holds the mark until that is committed. So a change is counted by whoever takes its mark, and a process that dies leaves the mark.
create table figure_marks (
  work text not null check (work in ('orders', 'eta', 'time', 'day')),
  city_id text not null,
  at timestamptz not null,
  marked_at timestamptz not null default clock_timestamp(),
  primary key (work, city_id, at)
);

-- Days wait for their hours.
create index figure_marks_next on figure_marks ((work = 'day'), marked_at);

-- How far the worker has got: in the stream of events, in the hours that are over, and in orders and shifts that were there before or are counted again.
create table figure_progress (
  one_row boolean primary key default true check (one_row),
  position bigint not null,
  closed_at timestamptz,
  filled_up_to bigint not null default 0,
  fill_up_to bigint not null
);
insert into figure_progress (position, fill_up_to)
values (
  settled_callback_position(),
  coalesce(pg_sequence_last_value(pg_get_serial_sequence('orders', 'number')), 0)
);

-- A city's clock is Vietnam's where its record does not say.
create function figure_hour(a_city text, an_at timestamptz) returns timestamptz language sql stable
return date_trunc(
  'hour', an_at, coalesce((select definition ->> 'timeZone' from cities where id = a_city), 'Asia/Ho_Chi_Minh')
);

create function figure_day(a_city text, an_at timestamptz) returns timestamptz language sql stable
return date_trunc(
  'day', an_at, coalesce((select definition ->> 'timeZone' from cities where id = a_city), 'Asia/Ho_Chi_Minh')
);
