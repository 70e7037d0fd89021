-- Drivers: who they are, how they sign in, where they are, what they were offered and why, and what they photographed.

create table drivers (
  phone text primary key check (phone ~ '^84[0-9]{9}$'),
  name text not null check (length(name) between 1 and 200),
  plate_number text not null check (length(plate_number) between 1 and 20),
  vehicle text not null check (vehicle in ('BIKE', 'VAN', 'TRUCK')),
  city_id text not null references cities (id),
  status text not null default 'ACTIVATED' check (status in ('ACTIVATED', 'DEACTIVATED')),
  -- 16 bytes of salt, 32 of scrypt.
  pin_hash bytea not null check (length(pin_hash) = 48),
  -- Drives in the sandbox by itself; orders marked sim:none are kept from it.
  is_robot boolean not null default false,
  rating_sum int not null default 0 check (rating_sum >= 0),
  rating_count int not null default 0 check (rating_count >= 0),
  -- The number of the newest change among this driver's offers. Offers change only under this row's lock, so the numbers
  -- become visible in their order and a stream that remembers the last one misses nothing.
  offer_seq bigint not null default 0,
  created_at timestamptz not null
) with (fillfactor = 80);

create index drivers_city on drivers (city_id, phone);

-- Ratings are the partners' (0004); the average a driver is known by follows them.
create function add_rating() returns trigger language plpgsql as $$
begin
  update drivers
  set rating_sum = rating_sum + new.rating, rating_count = rating_count + 1
  where phone = new.driver_phone;
  return null;
end $$;

create trigger ratings_add_up after insert on ratings for each row execute function add_rating();

create table driver_sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  driver_phone text not null references drivers (phone),
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index driver_sessions_driver on driver_sessions (driver_phone, created_at);
create index driver_sessions_expiry on driver_sessions (expires_at);

-- Wrong pins, by the phone that was tried, whether a driver has it or not: a pause must not tell who drives here.
create table driver_pin_tries (
  phone text primary key,
  tries smallint not null check (tries >= 1),
  tried_at timestamptz not null
);

create index driver_pin_tries_age on driver_pin_tries (tried_at);

-- Where a driver is and whether he takes orders. Written by every batch of positions, so it holds nothing else and no index
-- covers what moves.
create table driver_places (
  driver_phone text primary key references drivers (phone),
  online boolean not null default false,
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  speed real,
  heading real,
  -- By the phone's own clock: an older batch that arrives late does not move the driver back.
  placed_at timestamptz,
  -- The program's time of the last sign of life.
  heard_at timestamptz,
  -- The same in the database's time. Whether a phone is reachable is no timer of the program: moving the sandbox's clock
  -- must not make every driver unreachable.
  seen_at timestamptz,
  check (not online or (lat is not null and lng is not null))
) with (fillfactor = 50);

-- When drivers were out, and where they began: a recorded day can be replayed.
create table driver_shifts (
  id bigint generated always as identity primary key,
  driver_phone text not null references drivers (phone),
  on_at timestamptz not null,
  lat double precision not null,
  lng double precision not null,
  off_at timestamptz check (off_at >= on_at)
);

create unique index driver_shifts_open on driver_shifts (driver_phone) where off_at is null;
create index driver_shifts_day on driver_shifts (on_at);

-- The way of an order's driver while he had it, thinned (domain/drivers/trail.ts). No foreign key: a batch of positions must
-- not wait for an order that is just being changed.
create table trail_points (
  order_id text not null,
  driver_phone text not null,
  at timestamptz not null,
  lat double precision not null,
  lng double precision not null,
  speed real,
  heading real,
  primary key (order_id, driver_phone, at)
);

create index trail_points_age on trail_points (at);
-- Which orders a driver has in hand now; his older ones are far more.
create index orders_carried on orders (driver_phone)
  where driver_phone is not null and status in ('ACCEPTED', 'CONFIRMING', 'PAYING', 'IN PROCESS');
create index orders_waiting on orders (city_id) where status = 'ASSIGNING';

create table offers (
  id uuid primary key,
  order_id text not null references orders (id),
  driver_phone text not null references drivers (phone),
  -- assign: to this driver alone; broadcast: to several, the first takes it.
  kind text not null check (kind in ('assign', 'broadcast')),
  -- The number of the offer's last change among the driver's offers.
  seq bigint not null,
  offered_at timestamptz not null,
  expires_at timestamptz not null,
  -- By road, from where the driver was or will be free.
  pickup_seconds int not null check (pickup_seconds >= 0),
  pickup_meters int not null check (pickup_meters >= 0),
  -- lost: another driver was quicker; withdrawn: the order ended or was cancelled.
  answer text check (answer in ('accepted', 'declined', 'expired', 'lost', 'withdrawn')),
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null))
) with (fillfactor = 80);

create unique index offers_open_pair on offers (order_id, driver_phone) where answer is null;
-- One question at a time where it is asked of one driver alone.
create unique index offers_open_assign on offers (order_id) where answer is null and kind = 'assign';
create index offers_driver on offers (driver_phone, seq);
create index offers_order on offers (order_id, offered_at);
create index offers_due on offers (expires_at) where answer is null;

-- Drivers who hold an accepted order and are not heard of: asked once, then the order goes to others.
create table driver_check_ins (
  order_id text primary key references orders (id),
  driver_phone text not null references drivers (phone),
  asked_at timestamptz not null
);

-- Why an order was offered to whom and not to others: one row each time the dispatcher decided something about it.
create table dispatch_decisions (
  id bigint generated always as identity primary key,
  order_id text not null,
  decided_at timestamptz not null,
  record json not null
);

create index dispatch_decisions_order on dispatch_decisions (order_id, id);
create index dispatch_decisions_age on dispatch_decisions (decided_at);

-- The replica that dispatches a city, until when unless it says so again. In the database's own time, which no sandbox moves.
create table dispatch_leases (
  city_id text primary key,
  owner text not null,
  held_until timestamptz not null
);

-- When an order's driver is expected, worked out while he drives. One row an order in hand; gone when it is done.
create table order_etas (
  order_id text primary key,
  pickup_at timestamptz,
  -- One for each point of the path after the pickup; null where the point is done.
  delivery_at timestamptz[] not null,
  computed_at timestamptz not null
) with (fillfactor = 70);

-- How long stretches between stops took against what the roads said, by city, place and hour of the day: what corrects ETAs.
create table driven_legs (
  id bigint generated always as identity primary key,
  city_id text not null,
  vehicle text not null,
  lat double precision not null,
  lng double precision not null,
  driven_at timestamptz not null,
  expected_seconds int not null check (expected_seconds > 0),
  actual_seconds int not null check (actual_seconds > 0)
);

create index driven_legs_age on driven_legs (driven_at);

-- Proof in pictures. The token is 128 random bits and the only way to the file.
create table photos (
  token text primary key check (token ~ '^[0-9a-f]{32}$'),
  order_id text not null references orders (id),
  driver_phone text not null references drivers (phone),
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  bytes int not null check (bytes > 0),
  width int not null check (width > 0),
  height int not null check (height > 0),
  taken_at timestamptz not null
);

create index photos_order on photos (order_id);
