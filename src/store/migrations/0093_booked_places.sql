-- serves: 14
-- In which plan's picture, for which of its drivers and as the how-manieth an order was fitted in when it was promised: nobody else is promised
-- the same time of that driver.
alter table slot_places
  add column fitted_at timestamptz,
  add column driver int,
  add column nth int;

create index slot_places_fitted on slot_places (city_id, vehicle, fitted_at) where fitted_at is not null;

-- Called by the statement that opens the order, after it: all or nothing. A promise holds for the plan it was made by: that plan must still be in force,
-- and nobody may have been promised time of the same driver since it was looked at. Plans are saved under the same lock, exclusively.
-- Whoever books in a slot that has a limit waits for whoever did before, and counts what they left. Orders that were cancelled take no place.
create function book_slot_place(
  an_order text, a_service text, a_city text, a_vehicle text, a_slot timestamptz, an_at timestamptz, a_limit int, a_task json,
  a_plan timestamptz, a_driver int, a_seen int
) returns void language plpgsql as $$
begin
  if a_plan is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended('plan ' || a_city || ' ' || a_vehicle, 0));
    perform pg_advisory_xact_lock(hashtextextended('driver ' || a_city || ' ' || a_vehicle || ' ' || a_driver, 6));
    if not exists (
      select from city_plans
      where city_id = a_city
        and vehicle = a_vehicle
        and planned_at = a_plan
    ) or (
      select count(*)
      from slot_places
      where city_id = a_city
        and vehicle = a_vehicle
        and fitted_at = a_plan
        and driver = a_driver
    ) <> a_seen then
      raise exception 'the plan has changed' using errcode = 'GI007';
    end if;
  end if;
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
  insert into slot_places (order_id, service_id, city_id, vehicle, slot_at, booked_at, task, fitted_at, driver, nth)
  values (an_order, a_service, a_city, a_vehicle, a_slot, an_at, a_task, a_plan, a_driver, a_seen);
end $$;

-- Programs of before know no plans here.
create or replace function take_slot_place(
  an_order text, a_service text, a_city text, a_vehicle text, a_slot timestamptz, an_at timestamptz, a_limit int, a_task json
) returns void language plpgsql as $$
begin
  perform book_slot_place(
    an_order, a_service, a_city, a_vehicle, a_slot, an_at, a_limit, a_task, null::timestamptz, null::int, null::int
  );
end $$;
