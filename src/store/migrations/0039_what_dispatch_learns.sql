-- serves: 14
-- What dispatch learns from: how drivers answer, how long goods take at a pickup, and until when a driver means to stay out.

-- Where the driver said so: no pickup is planned after it.
alter table driver_places add column until timestamptz;

-- How a driver answered when asked alone, by hour of the day (UTC), and in all as hour -1. Old answers fade: the counts are halved when they
-- are full, so that somebody who has changed is known as they are now.
create table driver_answers (
  driver_phone text not null references drivers (phone),
  hour smallint not null check (hour between -1 and 23),
  asked int not null check (asked > 0),
  accepted int not null check (accepted between 0 and asked),
  primary key (driver_phone, hour)
) with (fillfactor = 70);

-- A driver's offers change under the lock of the driver's row, so that two answers never meet here.
create function count_answer() returns trigger language plpgsql as $$
begin
  insert into driver_answers as known (driver_phone, hour, asked, accepted)
  select new.driver_phone, hour, 1, (new.answer = 'accepted')::int
  from unnest(array[-1, extract(hour from new.answered_at at time zone 'UTC')::int]) as hour
  on conflict (driver_phone, hour) do update
  set asked = case when known.asked >= 60 then known.asked / 2 else known.asked end + 1,
    accepted = case when known.asked >= 60 then known.accepted / 2 else known.accepted end + excluded.accepted;
  return null;
end $$;

-- breaks nothing: it only counts beside what older programs write
create trigger answers_are_counted after update of answer on offers
  for each row
  when (old.answer is null and new.kind = 'assign' and new.answer in ('accepted', 'declined', 'expired'))
  execute function count_answer();

-- How long after the search began a driver was at the pickup, and how long the goods took from then on.
create table pickup_waits (
  id bigint generated always as identity primary key,
  city_id text not null,
  lat double precision not null,
  lng double precision not null,
  picked_up_at timestamptz not null,
  arrived_after_seconds int not null check (arrived_after_seconds >= 0),
  waited_seconds int not null check (waited_seconds >= 0)
);

create index pickup_waits_age on pickup_waits (picked_up_at);
