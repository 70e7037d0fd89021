-- serves: 14
-- What a city's plans are made with where somebody put a plan with other weights in force: times as much as usual of each. They hold until others are
-- put in force; the usual ones have no row.
create table plan_weights (
  city_id text not null,
  vehicle text not null,
  weights json not null,
  set_at timestamptz not null,
  primary key (city_id, vehicle)
);

alter table plan_proposals add column weights json;
