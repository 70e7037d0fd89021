-- serves: 14
-- New orders, and steps of orders, that arrive together are saved in one transaction with one flush of the log, each with its own verdict: a
-- refused one leaves nothing and the others stay. What is not saved for another reason than its own rows (somebody holds a row that it needs) is told
-- with its code, and the caller saves it by itself: nobody in a group waits for long.

-- An order as open_order() takes it.
create type order_to_open as (
  id text, partner text, creator text, service text, city text, status text, due timestamptz, token text, promo text, main bigint,
  bonus bigint, at timestamptz, content json, state json, actor text, body text,
  journal text, reference text, kinds text[], owners text[], amounts bigint[], numbers text[], blocks boolean,
  key text, fingerprint bytea, answer_status smallint, answer text, expiry timestamptz
);

-- A step as save_step() and save_along() take it.
create type step_to_save as (
  id text, seq int, "statusBefore" text, status text, "dueAt" timestamptz, driver text, "heldMain" bigint, "heldBonus" bigint,
  state json, content json, event text, actor text, "subStatus" text, "happenedAt" timestamptz, body text, at timestamptz,
  settles boolean, taker text, "offerId" uuid, wallet bigint, "inHand" text, heard text, leg json, promo text,
  "journalKinds" text[], "journalReferences" text[], "postingJournals" int[], "postingLines" smallint[], "postingKinds" text[],
  "postingOwners" text[], "postingAmounts" bigint[],
  "keyHolder" text, key text, fingerprint bytea, "answerStatus" smallint, answer text, "keyExpiry" timestamptz,
  along json
);

-- As in 0035; whoever knows the account says so.
create or replace function note_event_creator() returns trigger language plpgsql as $$
begin
  if new.creator_phone is not null then
    return new;
  end if;
  if new.order_id like 'acc-%' then
    new.creator_phone := substr(new.order_id, 5);
  else
    new.creator_phone := (select creator_phone from orders where id = new.order_id);
  end if;
  return new;
end $$;

-- Opens orders of which none is refused: what open_order() does, with one statement a table for all of them. Raises when any is.
create function open_all_orders(given order_to_open[]) returns void language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  holders text[] := array(select distinct creator from unnest(given) where main + bonus > 0);
  codes text[] := array(select distinct promo from unnest(given) where promo is not null);
begin
  -- As append_callback_event() does, and for its reason.
  if current_setting('giao.stream_mark', true) is distinct from 'set' then
    perform pg_advisory_xact_lock_shared((71::bigint << 48) | coalesce(pg_sequence_last_value('callback_positions'), 0));
    perform set_config('giao.stream_mark', 'set', true);
  end if;
  perform keep_answer(creator, key, fingerprint, answer_status, answer, at, expiry)
  from unnest(given)
  where key is not null;
  with opened as (
    insert into orders (
      id, partner_id, creator_phone, service_id, city_id, status, seq, due_at, tracking_token, promo_code, held_main,
      held_bonus, created_at, content, state
    )
    select id, partner, creator, service, city, status, 1, due, token, promo, main, bonus, at, content, state
    from unnest(given)
    returning id, number
  )
  insert into tracking_numbers (partner_id, tracking_number, order_id, order_number, created_at, blocks)
  select partner, tracking_number, asked.id, opened.number, at, blocks
  from unnest(given) as asked
  join opened on opened.id = asked.id
  cross join unnest(numbers) as named (tracking_number);
  insert into order_history (order_id, seq, event, actor, status, sub_status, happened_at)
  select id, 1, 'create', actor, status, '', at
  from unnest(given);
  insert into callback_events (order_id, seq, partner_id, type, happened_at, body, creator_phone)
  select id, 1, partner, 'create', at, body, creator
  from unnest(given);
  insert into callback_queue (order_id, seq, partner_id, queued_at, scheduled_at, due_at)
  select id, 1, partner_id, at, at, at
  from unnest(given)
  join callback_endpoints on partner_id = partner;
  -- The rows that other orders wait for come last, in one order whoever saves.
  if cardinality(holders) > 0 then
    perform from accounts where phone = any(holders) order by phone for no key update;
    if exists (
      select
      from (select creator, sum(main) as main, sum(bonus) as bonus from unnest(given) group by creator) as wanted
      join accounts on phone = creator
      where wanted.main + wanted.bonus > 0
        and (
          (select coalesce(sum(balance), 0) from balances where owner = phone and kind = 'user_main') - wanted.main < -credit_limit
          or (select coalesce(sum(balance), 0) from balances where owner = phone and kind = 'user_bonus') < wanted.bonus
        )
    ) then
      raise exception 'balance moved' using errcode = 'GI001';
    end if;
    with posted as (
      insert into journals (kind, reference, order_id, posted_at)
      select journal, reference, id, at
      from unnest(given)
      where main + bonus > 0
      returning id, order_id
    )
    insert into postings (journal_id, line, kind, owner, amount)
    select posted.id, line - 1, kind, owner, amount
    from unnest(given) as asked
    join posted on posted.order_id = asked.id
    cross join unnest(kinds, owners, amounts) with ordinality as posting (kind, owner, amount, line);
  end if;
  if cardinality(codes) > 0 then
    perform from promos where code = any(codes) order by code for no key update;
    if exists (
      select
      from (select promo, count(*) as uses from unnest(given) group by promo) as wanted
      join promos on code = promo
      where promos.uses + wanted.uses > uses_max
    ) then
      raise exception 'promo used up' using errcode = 'GI002';
    end if;
    update promos
    set uses = promos.uses + wanted.uses
    from (select promo, count(*) as uses from unnest(given) group by promo) as wanted
    where code = promo;
  end if;
end $$;

create function open_orders(given json) returns table (nth int, code text, violated text) language plpgsql
set lock_timeout = '50ms'
as $$
declare
  asked order_to_open[] := array(select one from json_populate_recordset(null::order_to_open, given) as one);
  each order_to_open;
  held text[] := '{}';
begin
  begin
    perform open_all_orders(asked);
    return query select at, null::text, null::text from generate_series(1, cardinality(asked)) as at;
    return;
  exception when others then
    -- One of them is refused. Whose fault it is turns out when each is saved by itself, in the order they came.
    nth := 0;
  end;
  foreach each in array asked loop
    nth := nth + 1;
    code := null;
    violated := null;
    if each.creator = any(held) then
      code := '55P03';
    else
      begin
        perform open_order(
          each.id, each.partner, each.creator, each.service, each.city, each.status, each.due, each.token, each.promo, each.main,
          each.bonus, each.at, each.content, each.state, each.actor, each.body,
          each.journal, each.reference, each.kinds, each.owners, each.amounts, each.numbers, each.blocks,
          each.key, each.fingerprint, each.answer_status, each.answer, each.expiry
        );
      exception when others then
        get stacked diagnostics code = returned_sqlstate, violated = constraint_name;
        if code = '55P03' then
          held := held || each.creator;
        end if;
      end;
    end if;
    return next;
  end loop;
end $$;

-- As before, reading the steps once and not once for each of their fields.
create or replace function save_steps(steps json)
returns table (nth int, code text, violated text, told text[]) language plpgsql
set lock_timeout = '50ms'
as $$
declare
  step step_to_save;
begin
  nth := 0;
  for step in select one.* from json_populate_recordset(null::step_to_save, steps) as one loop
    nth := nth + 1;
    code := null;
    violated := null;
    told := null;
    begin
      told := save_step(
        step.id, step.seq, step."statusBefore", step.status, step."dueAt", step.driver, step."heldMain", step."heldBonus",
        step.state, step.content, step.event, step.actor, step."subStatus", step."happenedAt", step.body, step.at,
        step.settles, step.taker, step."offerId", step.wallet, step."inHand", step.heard, step.leg, step.promo,
        step."journalKinds", step."journalReferences", step."postingJournals", step."postingLines", step."postingKinds",
        step."postingOwners", step."postingAmounts",
        step."keyHolder", step.key, step.fingerprint, step."answerStatus", step.answer, step."keyExpiry"
      );
      perform save_along(step.id, step.at, step.along);
    exception when others then
      get stacked diagnostics code = returned_sqlstate, violated = constraint_name;
    end;
    return next;
  end loop;
end $$;
