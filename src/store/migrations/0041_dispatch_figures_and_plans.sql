-- serves: 14
-- How dispatch goes in each city, told by whoever leads it, so that any process can show it; how drivers answered lately; and
-- what drivers were told to drive.

alter table dispatch_leases
  add column holder text,
  add column figures json,
  add column told_at timestamptz;

create index offers_answered on offers (answered_at) where answered_at is not null;

-- The sequence of stops a driver was told, and why it changed last.
create table driver_plans (
  driver_phone text primary key references drivers (phone),
  visits json not null,
  why text not null,
  changed_at timestamptz not null
) with (fillfactor = 70);

-- Who was looked at for an order, as rows of values: with the names of the fields beside each of twenty drivers a decision took 5 kB. Older
-- programs show a decision without them.
alter table dispatch_decisions add column considered json;
