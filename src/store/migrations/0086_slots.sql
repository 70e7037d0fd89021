-- serves: 14
-- What a process that does not plan a city needs of its plan in order to say when an order can be delivered: one small picture for each city and
-- kind of vehicle, replaced with the plan.
create table city_plans (
  city_id text not null,
  vehicle text not null,
  planned_at timestamptz not null,
  picture json not null,
  primary key (city_id, vehicle)
) with (fillfactor = 80);

-- Which slot of its service an order is promised in, and as what it is to be fitted into a plan that does not know it yet.
create table slot_places (
  order_id text primary key references orders (id) on delete cascade,
  service_id text not null,
  city_id text not null,
  vehicle text not null,
  slot_at timestamptz not null,
  booked_at timestamptz not null,
  task json not null
);

create index slot_places_slot on slot_places (service_id, slot_at);
create index slot_places_booked on slot_places (city_id, vehicle, booked_at);
create index slot_places_age on slot_places (slot_at);

-- Called by the statement that opens the order, after it: all or nothing. Whoever books in a slot waits for whoever did before, and counts what
-- they left. Orders that were cancelled take no place.
create function take_slot_place(
  an_order text, a_service text, a_city text, a_vehicle text, a_slot timestamptz, an_at timestamptz, a_limit int, a_task json
) returns void language plpgsql as $$
begin
  if a_limit is not null then
    perform pg_advisory_xact_lock(hashtextextended('slot ' || a_service || ' ' || extract(epoch from a_slot)::bigint, 5));
    if (
      select count(*)
      from slot_places
      join orders on id = order_id
      where slot_places.service_id = a_service
        and slot_at = a_slot
        and status <> 'CANCELLED'
    ) >= a_limit then
      raise exception 'slot is full' using errcode = 'GI007';
    end if;
  end if;
  insert into slot_places (order_id, service_id, city_id, vehicle, slot_at, booked_at, task)
  values (an_order, a_service, a_city, a_vehicle, a_slot, an_at, a_task);
end $$;
