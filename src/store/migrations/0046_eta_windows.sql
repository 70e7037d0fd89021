-- serves: 14
-- Times people can trust: windows around ETAs, what was told, what came of it, and how long drivers stayed at stops. What is told is kept beside
-- the life of an order, never in the way of a step; each table is swept by age.

-- The window of each time; null where an older program wrote the row.
alter table order_etas
  add column pickup_low timestamptz,
  add column pickup_high timestamptz,
  add column delivery_low timestamptz[],
  add column delivery_high timestamptz[];

-- The first window that was told of an order at each stage. Seconds count from told_at; what happened is null until the order has ended.
create table eta_windows (
  order_id text not null,
  stage text not null check (stage in ('quoted', 'accepted', 'carried', 'closing')),
  target text not null check (target in ('pickup', 'delivery')),
  city_id text not null,
  told_at timestamptz not null,
  meters int not null check (meters >= 0),
  planned_seconds int not null check (planned_seconds >= 0),
  eta_seconds int not null,
  low_seconds int not null,
  high_seconds int not null check (low_seconds <= eta_seconds and eta_seconds <= high_seconds),
  actual_seconds int check (actual_seconds >= 0),
  primary key (order_id, stage, target)
);

create index eta_windows_age on eta_windows (told_at);
create index eta_windows_open on eta_windows (order_id) where actual_seconds is null;

-- From being at a counter to having the goods, and from being near a door to having handed over.
create table stop_stays (
  order_id text not null,
  kind text not null check (kind in ('pickup', 'door')),
  city_id text not null,
  service_id text not null,
  -- Of the pickup.
  lat double precision not null,
  lng double precision not null,
  left_at timestamptz not null,
  seconds int not null check (seconds >= 0),
  -- From when a driver was sought until one was at the counter; null at doors, and where the sender had said when goods are ready.
  arrived_after_seconds int check (arrived_after_seconds >= 0),
  primary key (order_id, kind)
);

create index stop_stays_age on stop_stays (left_at);
