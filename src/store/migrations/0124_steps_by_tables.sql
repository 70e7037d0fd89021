-- serves: 14
-- Steps that come together are written a table at a time. One by one each took some ten statements, and each of those read the table's checks and the
-- conditions of its indexes and triggers anew.

-- Steps of several orders as save_step() writes one, without their money: of those that change no offer and count on none. Orders, drivers and
-- their places change in one order of rows, whoever saves.
create function save_plain_steps(given step_to_save[]) returns void language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
declare
  ids text[];
  partners text[];
  creators text[];
  cities text[];
  drivers_paid text[] := array(
    select distinct owner
    from unnest(given) as step
    cross join unnest(step."postingKinds", step."postingOwners") as posting (kind, owner)
    where starts_with(kind, 'driver_')
  );
begin
  perform keep_answer("keyHolder", key, fingerprint, "answerStatus", answer, at, "keyExpiry")
  from unnest(given)
  where key is not null;
  with updated as (
    update orders
    set status = step.status, seq = step.seq, due_at = "dueAt", driver_phone = driver, held_main = "heldMain", held_bonus = "heldBonus",
      state = step.state, content = coalesce(step.content, orders.content),
      idle = nullif(step.status = 'IDLE', false), waiting = nullif(step.status = 'ASSIGNING', false),
      carried = nullif(is_carried(step.status), false), cancelled = nullif(step.status = 'CANCELLED', false),
      completed = nullif(step.status = 'COMPLETED', false)
    from (select * from unnest(given) order by id) as step
    where orders.id = step.id
      and orders.seq = step.seq - 1
      and orders.status = "statusBefore"
    returning orders.id, partner_id, creator_phone, city_id
  )
  select array_agg(id), array_agg(partner_id), array_agg(creator_phone), array_agg(city_id)
  into ids, partners, creators, cities
  from updated;
  if cardinality(ids) is distinct from cardinality(given) then
    raise exception 'order moved' using errcode = 'GI005';
  end if;
  insert into order_history (order_id, seq, event, actor, status, sub_status, happened_at)
  select id, seq, event, actor, status, "subStatus", "happenedAt"
  from unnest(given);
  -- As append_callback_event() does, and for its reasons.
  if current_setting('giao.stream_mark', true) is distinct from 'set' then
    perform pg_advisory_xact_lock_shared((71::bigint << 48) | coalesce(pg_sequence_last_value('callback_positions'), 0));
    perform set_config('giao.stream_mark', 'set', true);
  end if;
  with told as materialized (
    select step.id, seq, event, body, at, partner, creator, due, coalesce(any_passed, false) as after_gap
    from unnest(given) as step
    join unnest(ids, partners, creators) as updated (id, partner, creator) on updated.id = step.id
    left join lateral (
      select greatest(at, waiting.until) as due, any_passed
      from callback_endpoints
      cross join lateral (
        select
          max(due_at) filter (where not is_passed and coalesce(given_up_at, 'infinity') = 'infinity') as until,
          bool_or(is_passed) as any_passed
        from callback_queue
        where order_id = step.id
      ) as waiting
      where partner_id = partner
    ) as asked on true
  ), written as (
    insert into callback_events (order_id, seq, partner_id, type, happened_at, body, after_gap, creator_phone)
    select id, seq, partner, event, at, body, after_gap, creator
    from told
  )
  insert into callback_queue (order_id, seq, partner_id, queued_at, scheduled_at, due_at)
  select id, seq, partner, at, at, due
  from told
  where due is not null;
  if exists (select from unnest(given) where leg is not null) then
    insert into driven_legs (city_id, vehicle, lat, lng, driven_at, expected_seconds, actual_seconds)
    select city, vehicle, (leg ->> 'lat')::float8, (leg ->> 'lng')::float8, (leg ->> 'drivenAt')::timestamptz,
      (leg ->> 'expectedSeconds')::int, (leg ->> 'actualSeconds')::int
    from unnest(given) as step
    join unnest(ids, cities) as updated (id, city) on updated.id = step.id
    join drivers on phone = driver
    where leg is not null
      and not is_robot;
  end if;
  if cardinality(drivers_paid) > 0 then
    perform phone from drivers where phone = any(drivers_paid) order by phone for no key update;
  end if;
  update driver_places
  set heard_at = last_at, seen_at = clock_timestamp()
  from (select heard, max(at) as last_at from unnest(given) where heard is not null group by heard order by heard) as sign
  where driver_phone = heard;
  perform save_along(id, at, along)
  from unnest(given)
  where along is not null;
end $$;

-- As in 0120; those that are plain all at once, behind the others.
create or replace function save_all_steps(given step_to_save[])
returns table (nth int, code text, violated text, told text[]) language plpgsql
as $$
declare
  step step_to_save;
  plain step_to_save[] := array(
    select one
    from unnest(given) as one
    where not one.settles
      and coalesce(one.taker, one."offerId"::text, one."inHand") is null
      and one.wallet is null
      and one.status <> 'CANCELLED'
  );
  plain_ids text[] := '{}';
begin
  -- A few are written one by one as quickly.
  if cardinality(plain) >= 3 then
    plain_ids := array(select id from unnest(plain));
  end if;
  nth := 0;
  foreach step in array given loop
    nth := nth + 1;
    told := null;
    if step.id <> all(plain_ids) then
      -- Whose money moves is told all the same: drivers are locked by it.
      told := save_step(
        step.id, step.seq, step."statusBefore", step.status, step."dueAt", step.driver, step."heldMain", step."heldBonus",
        step.state, step.content, step.event, step.actor, step."subStatus", step."happenedAt", step.body, step.at,
        step.settles, step.taker, step."offerId", step.wallet, step."inHand", step.heard, step.leg, null,
        '{}', '{}', '{}', '{}', step."postingKinds", step."postingOwners", '{}',
        step."keyHolder", step.key, step.fingerprint, step."answerStatus", step.answer, step."keyExpiry"
      );
      perform save_along(step.id, step.at, step.along);
    end if;
    return next;
  end loop;
  if cardinality(plain_ids) > 0 then
    perform save_plain_steps(plain);
  end if;
  perform post_steps(given);
end $$;
