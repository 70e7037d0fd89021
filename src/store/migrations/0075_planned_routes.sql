-- serves: 14
-- Routes of planned services: those of the plan in force, which the next plan replaces, and those that drivers were asked about, as they were
-- then. Stops are a list of order, kind and times.
create table planned_routes (
  id uuid primary key,
  city_id text not null,
  vehicle text not null,
  driver_phone text not null references drivers (phone),
  planned_at timestamptz not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- When its driver is to be asked, and was.
  offer_at timestamptz,
  offered_at timestamptz,
  meters int not null check (meters >= 0),
  earnings bigint not null,
  stops json not null
) with (fillfactor = 80);

create index planned_routes_city on planned_routes (city_id, vehicle) where offered_at is null;
create index planned_routes_driver on planned_routes (driver_phone, offered_at);
create index planned_routes_age on planned_routes (planned_at);

-- Offers of one route are answered together.
alter table offers add column route_id uuid references planned_routes (id) on delete set null;
create index offers_route on offers (route_id) where route_id is not null;
