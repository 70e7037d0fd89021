-- serves: 14
-- What goes along with a step of an order and is no part of its life: messages to its recipients, how long goods took at a counter (robots
-- need no time there and teach nothing), COD that was paid out, where the partner asks to be told.
create function save_along(an_order text, an_at timestamptz, along json) returns void language plpgsql
as $$
begin
  if along is null then
    return;
  end if;
  insert into recipient_messages (order_id, path_index, queued_at, due_at)
  select an_order, path_index, an_at, an_at
  from generate_series(1, (along ->> 'messages')::int) as path_index
  on conflict (order_id, path_index) do nothing;
  insert into pickup_waits (city_id, lat, lng, picked_up_at, arrived_after_seconds, waited_seconds)
  select along #>> '{wait,cityId}', (along #>> '{wait,lat}')::float8, (along #>> '{wait,lng}')::float8, an_at,
    (along #>> '{wait,arrivedAfterSeconds}')::int, (along #>> '{wait,waitedSeconds}')::int
  from drivers
  where phone = along #>> '{wait,driver}'
    and not is_robot;
  if exists (
    select from callback_endpoints
    where partner_id = along #>> '{paid,partnerId}'
      and tells_cod_paid_out
  ) then
    perform append_account_event(
      along #>> '{paid,phone}', along #>> '{paid,partnerId}', along #>> '{paid,type}', along #>> '{paid,body}', an_at
    );
  end if;
end $$;

-- Saves several steps in one transaction, each with its own verdict: one that is refused leaves nothing and the others stay. Steps that move
-- money of one account wait for its row until the one before is safely in the log; together they wait once.
create function save_steps(steps json)
returns table (nth int, code text, violated text, told text[]) language plpgsql
as $$
declare
  step json;
begin
  for step, nth in
    select each.step, each.at
    from json_array_elements(steps) with ordinality as each (step, at)
    order by each.at
  loop
    code := null;
    violated := null;
    told := null;
    begin
      told := save_step(
        step ->> 'id', (step ->> 'seq')::int, step ->> 'statusBefore', step ->> 'status', (step ->> 'dueAt')::timestamptz,
        step ->> 'driver', (step ->> 'heldMain')::bigint, (step ->> 'heldBonus')::bigint, (step ->> 'state')::json,
        (step ->> 'content')::json,
        step ->> 'event', step ->> 'actor', step ->> 'subStatus', (step ->> 'happenedAt')::timestamptz, step ->> 'body',
        (step ->> 'at')::timestamptz,
        (step ->> 'settles')::boolean, step ->> 'taker', (step ->> 'offerId')::uuid, (step ->> 'wallet')::bigint,
        step ->> 'inHand', step ->> 'heard', (step ->> 'leg')::json, step ->> 'promo',
        (step ->> 'journalKinds')::text[], (step ->> 'journalReferences')::text[], (step ->> 'postingJournals')::int[],
        (step ->> 'postingLines')::smallint[], (step ->> 'postingKinds')::text[], (step ->> 'postingOwners')::text[],
        (step ->> 'postingAmounts')::bigint[],
        step ->> 'keyHolder', step ->> 'key', decode(step ->> 'fingerprint', 'hex'), (step ->> 'answerStatus')::smallint,
        step ->> 'answer', (step ->> 'keyExpiry')::timestamptz
      );
      perform save_along(step ->> 'id', (step ->> 'at')::timestamptz, (step ->> 'along')::json);
    exception when others then
      get stacked diagnostics code = returned_sqlstate, violated = constraint_name;
    end;
    return next;
  end loop;
end $$;
