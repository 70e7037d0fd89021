-- serves: 14
-- What people decided about a city's plan: an order goes to this driver and nobody else, a driver's route is neither added to nor taken from.
create table plan_locks (
  order_id text primary key references orders (id) on delete cascade,
  city_id text not null,
  driver_phone text not null references drivers (phone),
  locked_at timestamptz not null
);
create index plan_locks_city on plan_locks (city_id);

create table plan_route_locks (
  driver_phone text primary key references drivers (phone),
  city_id text not null,
  order_ids text[] not null,
  locked_at timestamptz not null
);
create index plan_route_locks_city on plan_route_locks (city_id);

-- Plans made with other weights, until somebody takes one or it is old. `base` is the plan in force it was made from.
create table plan_proposals (
  id uuid primary key,
  city_id text not null,
  vehicle text not null,
  made_at timestamptz not null,
  base text not null,
  routes json not null,
  picture json
);
create index plan_proposals_age on plan_proposals (made_at);
