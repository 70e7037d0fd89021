-- serves: 14
-- Acceptances, cancels and whatever else answers offers are written a table at a time too when they come together: one by one they were more than half of what
-- PostgreSQL did for the steps of a crowd.

-- As in 0118. In SQL it was planned anew by every statement that asked, which took six times as long as the answer.
create or replace function in_hand_of(a_driver text, but_not text) returns text language plpgsql stable
set enable_seqscan = off
as $$
begin
  return (
    select coalesce(string_agg(id || '/' || seq, ' ' order by number), '')
    from (
      select id, seq, number
      from orders
      where driver_phone = a_driver
        and carried
        and id <> but_not
      order by number
      limit 100
    ) as held
  );
end $$;

-- Steps of several orders as save_step() writes one, without their money, and whose offers each of them changed. Orders, drivers and their
-- places change in one order of rows, whoever saves.
create function save_steps_by_table(given step_to_save[]) returns table (step_id text, notified text[]) language plpgsql
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
  cancelled_ids text[] := array(select id from unnest(given) where status = 'CANCELLED');
  settling_ids text[] := array(select id from unnest(given) where settles);
  to_lock text[];
  asked_ones text[] := '{}';
  closed_ids uuid[] := '{}';
  closed_orders text[] := '{}';
  closed_drivers text[] := '{}';
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
  if cardinality(cancelled_ids) > 0 then
    update tracking_numbers
    set live = false
    where order_id = any(cancelled_ids);
  end if;
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
  -- Everybody whose offers, orders or money are touched, at once and in the order of phones. Where it is only those who are asked, the change of their
  -- offers takes them so.
  to_lock := array(
    select owner
    from unnest(given) as step
    cross join unnest(step."postingKinds", step."postingOwners") as posting (kind, owner)
    where starts_with(kind, 'driver_')
    union all
    select taker
    from unnest(given)
    where taker is not null
  );
  if cardinality(settling_ids) > 0 then
    asked_ones := array(
      select driver_phone
      from unnest(settling_ids) as settling (id)
      join offers on order_id = settling.id
        and answer is null
    );
  end if;
  if not to_lock <@ asked_ones then
    perform phone from drivers where phone = any(to_lock || asked_ones) order by phone for no key update;
  end if;
  if cardinality(asked_ones) > 0 then
    with asked as materialized (
      select offers.id, order_id, driver_phone, step.at,
        case when taker is null then 'withdrawn' when driver_phone = taker then 'accepted' else 'lost' end as settled,
        -- Who is asked about two of the orders hears of two changes.
        row_number() over same_driver as nth, count(*) over (partition by driver_phone) as count
      from unnest(given) as step
      join offers on order_id = step.id
        and offers.answer is null
      where settles
      window same_driver as (partition by driver_phone order by order_id, offers.id)
    ), raised as (
      update drivers
      set offer_seq = offer_seq + count
      from (select driver_phone, count from asked where nth = 1 order by driver_phone) as those
      where phone = driver_phone
      returning phone, offer_seq - count as seq_before
    ), closed as (
      update offers
      set answered_at = asked.at, seq = seq_before + nth, answer = settled
      from asked
      join raised on phone = asked.driver_phone
      where offers.id = asked.id
        and offers.order_id = asked.order_id
        and offers.answer is null
      returning offers.id, offers.order_id, offers.driver_phone
    )
    select coalesce(array_agg(id), '{}'), coalesce(array_agg(order_id), '{}'), coalesce(array_agg(driver_phone), '{}')
    into closed_ids, closed_orders, closed_drivers
    from closed;
  end if;
  -- Two orders accepted at once cannot both count on the same money.
  if exists (
    select
    from unnest(given) as step
    where (
        "offerId" is not null
        and not exists (
          select
          from unnest(closed_ids, closed_orders) as closed (id, order_id)
          where closed.id = "offerId"
            and order_id = step.id
        )
      )
      or (
        wallet is not null
        and (
          wallet <> (select coalesce(sum(balance), 0) from balances where owner = taker and kind = 'driver_wallet')
          or "inHand" <> in_hand_of(taker, step.id)
        )
      )
  ) then
    raise exception 'driver moved' using errcode = 'GI006';
  end if;
  update driver_places
  set heard_at = last_at, seen_at = clock_timestamp()
  from (select heard, max(at) as last_at from unnest(given) where heard is not null group by heard order by heard) as sign
  where driver_phone = heard;
  perform save_along(id, at, along)
  from unnest(given)
  where along is not null;
  return query
  select step.id, array_agg(driver_phone) filter (where driver_phone is not null)
  from unnest(given) as step
  left join unnest(closed_orders, closed_drivers) as closed (order_id, driver_phone) on order_id = step.id
  group by step.id;
end $$;

-- As in 0120; all at once, but for a few, which are written one by one as quickly.
create or replace function save_all_steps(given step_to_save[])
returns table (nth int, code text, violated text, told text[]) language plpgsql
as $$
declare
  step step_to_save;
begin
  -- Who accepts counts on what they have in hand, which another step of theirs changes: one by one it is as it was until that one's turn.
  if cardinality(given) >= 3
    and not exists (
      select
      from unnest(given) as accepting
      join unnest(given) as other on other.driver = accepting.taker
        and other.id <> accepting.id
    )
  then
    return query
    select ordinality::int, null::text, null::text, notified
    from save_steps_by_table(given)
    join unnest(given) with ordinality as one on one.id = step_id;
  else
    nth := 0;
    foreach step in array given loop
      nth := nth + 1;
      -- Whose money moves is told all the same: drivers are locked by it.
      told := save_step(
        step.id, step.seq, step."statusBefore", step.status, step."dueAt", step.driver, step."heldMain", step."heldBonus",
        step.state, step.content, step.event, step.actor, step."subStatus", step."happenedAt", step.body, step.at,
        step.settles, step.taker, step."offerId", step.wallet, step."inHand", step.heard, step.leg, null,
        '{}', '{}', '{}', '{}', step."postingKinds", step."postingOwners", '{}',
        step."keyHolder", step.key, step.fingerprint, step."answerStatus", step.answer, step."keyExpiry"
      );
      perform save_along(step.id, step.at, step.along);
      return next;
    end loop;
  end if;
  perform post_steps(given);
end $$;

-- breaks nothing: what is under way and still asks for it is saved one by one.
drop function save_plain_steps(step_to_save[]);
