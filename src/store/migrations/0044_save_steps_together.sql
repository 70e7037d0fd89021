-- serves: 14
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
    exception when others then
      get stacked diagnostics code = returned_sqlstate, violated = constraint_name;
    end;
    return next;
  end loop;
end $$;
