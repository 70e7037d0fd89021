-- serves: 14
-- Steps that are saved together move their money together, at the end: an account's row was held from the first of its steps to the commit, while
-- others of the group were written, and every step had a savepoint and moved the balances by itself.

-- The money of steps that are written, as save_step() moves it, with one statement a table. Rows that others wait for are taken here and in one order,
-- whoever saves: accounts, balances, promo codes.
create function post_steps(given step_to_save[]) returns void language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  ids text[] := array(select id from unnest(given) where cardinality("journalKinds") > 0);
  holders text[];
  codes text[] := array(select distinct promo from unnest(given) where promo is not null);
begin
  if cardinality(ids) > 0 then
    select array_agg(id), array_agg(creator_phone)
    into ids, holders
    from orders
    where id = any(ids);
    perform from accounts where phone = any(holders) order by phone for no key update;
    -- What a step brings in does not pay for another: one by one it may come too late.
    if exists (
      select
      from (
        select holder, kind, sum(amount) as amount
        from (
          select holder, posting.kind, sum(posting.amount) as amount
          from unnest(given) as step
          join unnest(ids, holders) as held (id, holder) on held.id = step.id
          cross join unnest(step."postingKinds", step."postingOwners", step."postingAmounts") as posting (kind, owner, amount)
          where posting.owner = holder
            and posting.kind in ('user_main', 'user_bonus')
          group by step.id, holder, posting.kind
          having sum(posting.amount) < 0
        ) as taken
        group by holder, kind
      ) as wanted
      where wanted.amount + (select coalesce(sum(balance), 0) from balances where owner = holder and balances.kind = wanted.kind)
        < (select case wanted.kind when 'user_main' then -credit_limit else 0 end from accounts where phone = holder)
    ) then
      raise exception 'balance moved' using errcode = 'GI001';
    end if;
    -- A journal is named by its order, and no order is here twice.
    with asked as materialized (
      select step.id as order_id, step.at, step.ordinality as step, journal.kind, journal.reference, journal.nth
      from unnest(given) with ordinality as step
      cross join unnest(step."journalKinds", step."journalReferences") with ordinality as journal (kind, reference, nth)
      -- Twice is the same as once.
      where not exists (select from journals where journals.kind = journal.kind and journals.reference = journal.reference)
    ), posted as (
      insert into journals (kind, reference, order_id, posted_at)
      select kind, reference, order_id, at
      from asked
      order by step, nth
      returning id, kind, reference
    )
    insert into postings (journal_id, line, kind, owner, amount)
    select posted.id, posting.line, posting.kind, posting.owner, posting.amount
    from posted
    join asked on asked.kind = posted.kind and asked.reference = posted.reference
    join (
      select step.ordinality as step, posting.nth, posting.line, posting.kind, posting.owner, posting.amount
      from unnest(given) with ordinality as step
      cross join unnest(
        step."postingJournals", step."postingLines", step."postingKinds", step."postingOwners", step."postingAmounts"
      ) as posting (nth, line, kind, owner, amount)
    ) as posting on posting.step = asked.step and posting.nth = asked.nth;
  end if;
  if cardinality(codes) > 0 then
    perform from promos where code = any(codes) order by code for no key update;
    update promos
    set uses = uses - (select count(*) from unnest(given) where promo = code)
    where code = any(codes);
  end if;
end $$;

-- Saves steps of which none is refused, without their money and then with it. Raises when any is.
create function save_all_steps(given step_to_save[])
returns table (nth int, code text, violated text, told text[]) language plpgsql
as $$
declare
  step step_to_save;
begin
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
  perform post_steps(given);
end $$;

-- As in 0051; in one go where none is refused, and otherwise each by itself, in the order they came.
create or replace function save_steps(steps json)
returns table (nth int, code text, violated text, told text[]) language plpgsql
set lock_timeout = '50ms'
as $$
declare
  asked step_to_save[] := array(select one from json_populate_recordset(null::step_to_save, steps) as one);
  step step_to_save;
  holder text;
  held text[] := '{}';
begin
  -- One of two steps of an order is refused. Who accepts counts on a wallet, which no other step may move meanwhile.
  if not exists (select from unnest(asked) group by id having count(*) > 1)
    and not exists (select from unnest(asked) as accepting where taker in (select unnest("postingOwners") from unnest(asked)))
  then
    begin
      return query select * from save_all_steps(asked);
      return;
    exception
      when lock_not_available then
        -- It was waited for. Who still has to is told so, and waits where nobody else does.
        perform set_config('lock_timeout', '1ms', true);
      when others then
        null;
    end;
  end if;
  nth := 0;
  foreach step in array asked loop
    nth := nth + 1;
    code := null;
    violated := null;
    told := null;
    holder := case when cardinality(step."journalKinds") > 0 then (select creator_phone from orders where id = step.id) end;
    if holder = any(held) then
      code := '55P03';
    else
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
        if code = '55P03' then
          held := held || holder;
        end if;
      end;
    end if;
    return next;
  end loop;
end $$;
