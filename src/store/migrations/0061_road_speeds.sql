-- serves: 14
-- How long roads take at each hour of the week, from the ways drivers drove: sums of what the map says and of what it took, by edge of the road
-- network (roads/learn/edge-keys.ts). Of nobody: who drove when is not in it. Old sums fade: they are halved when they are full.
create table road_speeds (
  profile text not null,
  edge bigint not null,
  -- 0 is Monday from midnight to one, UTC.
  week_hour smallint not null check (week_hour between 0 and 167),
  map_ms bigint not null check (map_ms > 0),
  driven_ms bigint not null check (driven_ms > 0),
  driven_at timestamptz not null,
  primary key (profile, edge, week_hour)
) with (fillfactor = 70);

create index road_speeds_age on road_speeds (driven_at);

-- The last order whose way has been learnt from; the program begins with the orders made after it first looked.
insert into program_state (name, amount)
values ('roads_learned_to', -1);
