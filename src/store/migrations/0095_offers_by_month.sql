-- serves: 14
-- Offers by the month of their order.

-- Where a table is kept by the month later than the first ones were, its months begin later: those of which it holds rows already stay where they
-- are, and so does what comes while this file runs. In a new database it is this month; where the first ones have not begun, they begin together.
-- holds nothing: program_state has a few rows.
insert into program_state (name, amount)
select 'months_from offers', to_char(
    case
      when newest is null or first_month > today then first_month
      else greatest(
        date_trunc('month', today) + interval '2 months',
        -- The third character of an id tells its month.
        to_date('20' || left(newest, 2), 'YYYY')
          + make_interval(months => (strpos('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', substr(newest, 3, 1)) - 1) / 3 + 1)
      )
    end, 'YYYYMM'
  )::bigint
from (
  select to_date(months.amount::text, 'YYYYMM') as first_month, (select max(id) from orders) as newest,
    (clock_timestamp() + moved.amount * interval '1 millisecond') at time zone 'UTC' as today
  from program_state as months
  join program_state as moved on moved.name = 'clock_offset_ms'
  where months.name = 'months_from'
) as program;

-- The first month that a table has by itself.
create function months_from(a_table text) returns date language sql stable as $$
  select to_date(amount::text, 'YYYYMM')
  from program_state
  where name in ('months_from', 'months_from ' || a_table)
  order by name desc
  limit 1
$$;

-- As in 0055, by the table's own first month.
create or replace function bound_before(a_table text) returns void language plpgsql as $$
begin
  execute format(
    'alter table %I add constraint %I check (order_id < %L or order_id >= ''A'') not valid',
    a_table, a_table || '_before',
    first_id_of(months_from(a_table))
  );
end $$;

create or replace function make_month(a_table text, a_month date) returns boolean language plpgsql as $$
declare
  a_schema text := 'm' || to_char(a_month, 'YYMM');
  an_index record;
  options text;
begin
  if a_month < months_from(a_table)
    or to_regclass(format('%I.%I', a_schema, a_table)) is not null
  then
    return false;
  end if;
  execute format('create schema if not exists %I', a_schema);
  execute format(
    'create table %1$I.%2$I (like months_before.%2$I including defaults including constraints including storage)', a_schema, a_table
  );
  execute format('alter table %I.%I drop constraint %I', a_schema, a_table, a_table || '_before');
  select array_to_string(reloptions, ', ') into options from pg_class where oid = format('months_before.%I', a_table)::regclass;
  if options is not null then
    execute format('alter table %I.%I set (%s)', a_schema, a_table, options);
  end if;
  -- All but the key, which the partitioned table hands on.
  for an_index in
    select replace(pg_get_indexdef(indexrelid), format(' ON months_before.%I ', a_table), format(' ON %I.%I ', a_schema, a_table)) as definition
    from pg_index
    where indrelid = format('months_before.%I', a_table)::regclass
      and not exists (
        select
        from pg_inherits
        where inhrelid = indexrelid
      )
  loop
    execute an_index.definition;
  end loop;
  execute format(
    'alter table public.%1$I attach partition %2$I.%1$I for values from (%3$L) to (%4$L)',
    a_table, a_schema, first_id_of(a_month), first_id_of((a_month + interval '1 month')::date)
  );
  return true;
end $$;

-- By which a month is known to hold nothing that is still kept.
create index offers_old on offers using brin (offered_at) with (autosummarize = on);

-- Offers are made of orders that are locked.
-- breaks nothing: it only refused what no program does.
alter table offers drop constraint offers_order_id_fkey;

-- breaks nothing: no program writes the ids of months that have not come.
do $$
begin
  perform bound_before('offers');
end $$;
alter table offers validate constraint offers_before;

-- breaks nothing: the same columns and indexes under the same names; ids of offers are drawn at random, no two are the same.
do $$
begin
  drop trigger answers_are_counted on offers;
  perform keep_by_month('offers');
  create trigger answers_are_counted after update of answer on offers
    for each row
    when (old.answer is null and new.kind = 'assign' and new.answer in ('accepted', 'declined', 'expired'))
    execute function count_answer();
end $$;

-- The first month of which an order may be open, as 202611. One that is finished never opens again, so that it only grows; 0 while it is not known.
-- holds nothing: program_state has a few rows.
insert into program_state (name, amount) values ('open_from', 0);

-- What drivers are asked, or were asked lately, is about orders whose ids are at or after this, and before the other: orders may be made a month
-- ahead of their time. In PL/pgSQL, so that PostgreSQL asks them once, before it opens the months, and leaves out those that are older.
create function open_orders_from() returns text language plpgsql stable as $$
begin
  return (
    select case amount when 0 then '' else first_id_of(to_date(amount::text, 'YYYYMM')) end
    from program_state
    where name = 'open_from'
  );
end $$;

create function open_orders_until() returns text language plpgsql stable as $$
begin
  return (
    select case opened.amount
      when 0 then 'A'
      else first_id_of((
        date_trunc('month', (clock_timestamp() + moved.amount * interval '1 millisecond') at time zone 'UTC') + interval '2 months'
      )::date)
    end
    from program_state as opened
    join program_state as moved on moved.name = 'clock_offset_ms'
    where opened.name = 'open_from'
  );
end $$;

-- Raises it past the months of which no order is open. The month before that of the newest order always stays: clocks may be apart.
create function raise_open_from() returns void language plpgsql
set enable_seqscan = off
as $$
declare
  known int := (select amount from program_state where name = 'open_from');
  from_month date := greatest(
    to_date(nullif(known, 0)::text, 'YYYYMM'),
    (select to_date(amount::text, 'YYYYMM') from program_state where name = 'months_from')
  );
  newest text := (select max(id) from orders);
  oldest text;
begin
  if newest is null or newest < first_id_of((from_month + interval '2 months')::date) then
    return;
  end if;
  -- Looked for among the open ones, and not from the oldest order on.
  select coalesce(min(id), newest) into oldest
  from (select id from orders where status not in ('COMPLETED', 'CANCELLED') offset 0) as open;
  -- Ids from before there were months tell their year only.
  if oldest < first_id_of(from_month) then
    return;
  end if;
  while newest >= first_id_of((from_month + interval '2 months')::date) and oldest >= first_id_of((from_month + interval '1 month')::date) loop
    from_month := from_month + interval '1 month';
  end loop;
  update program_state
  set amount = to_char(from_month, 'YYYYMM')::int
  where name = 'open_from'
    and amount < to_char(from_month, 'YYYYMM')::int;
end $$;

-- As in 0042; the offers of an order are found in its month.
create or replace function save_step(
  an_order text, a_seq int, status_before text, a_status text, a_due timestamptz, a_driver text, a_held_main bigint,
  a_held_bonus bigint, a_state json, a_content json,
  an_event text, an_actor text, a_sub_status text, happened timestamptz, a_body text, an_at timestamptz,
  settles_offers boolean, a_taker text, an_offer uuid, a_wallet bigint, in_hand text,
  heard_driver text, a_leg json, a_promo text,
  journal_kinds text[], journal_references text[], posting_journals int[], posting_lines smallint[], posting_kinds text[],
  posting_owners text[], posting_amounts bigint[],
  a_key_holder text, a_key text, a_fingerprint bytea, an_answer_status smallint, an_answer text, a_key_expiry timestamptz
) returns text[] language plpgsql
set enable_seqscan = off
as $$
declare
  saved record;
  to_lock text[];
  told text[];
  is_taken boolean;
  moved record;
begin
  if a_key is not null then
    perform keep_answer(a_key_holder, a_key, a_fingerprint, an_answer_status, an_answer, an_at, a_key_expiry);
  end if;
  update orders
  set status = a_status, seq = a_seq, due_at = a_due, driver_phone = a_driver, held_main = a_held_main,
    held_bonus = a_held_bonus, state = a_state, content = coalesce(a_content, content)
  where id = an_order
    and seq = a_seq - 1
    and status = status_before
  returning partner_id, creator_phone, city_id into saved;
  if not found then
    raise exception 'order moved' using errcode = 'GI005';
  end if;
  insert into order_history (order_id, seq, event, actor, status, sub_status, happened_at)
  values (an_order, a_seq, an_event, an_actor, a_status, a_sub_status, happened);
  perform append_callback_event(an_order, a_seq, saved.partner_id, an_event, a_body, an_at);
  if a_status = 'CANCELLED' then
    update tracking_numbers
    set live = false
    where order_id = an_order;
  end if;
  if a_leg is not null then
    -- Robots race through the sandbox and teach nothing.
    insert into driven_legs (city_id, vehicle, lat, lng, driven_at, expected_seconds, actual_seconds)
    select saved.city_id, vehicle, (a_leg ->> 'lat')::float8, (a_leg ->> 'lng')::float8, (a_leg ->> 'drivenAt')::timestamptz,
      (a_leg ->> 'expectedSeconds')::int, (a_leg ->> 'actualSeconds')::int
    from drivers
    where phone = a_driver
      and not is_robot;
  end if;

  -- Everybody whose offers, orders or money are touched, at once and in the order of phones.
  to_lock := array(select owner from unnest(posting_owners, posting_kinds) as posting (owner, kind) where starts_with(kind, 'driver_'));
  if settles_offers then
    to_lock := to_lock || a_taker || array(select driver_phone from offers where order_id = an_order and answer is null);
  end if;
  if cardinality(to_lock) > 0 then
    perform phone from drivers where phone = any(to_lock) order by phone for no key update;
  end if;
  if settles_offers then
    with asked as (
      select id, driver_phone
      from offers
      where order_id = an_order
        and answer is null
    ), raised as (
      update drivers
      set offer_seq = offer_seq + 1
      from asked
      where phone = asked.driver_phone
      returning asked.id, offer_seq
    ), closed as (
      update offers
      set answered_at = an_at, seq = raised.offer_seq,
        answer = case when a_taker is null then 'withdrawn' when driver_phone = a_taker then 'accepted' else 'lost' end
      from raised
      where offers.id = raised.id
        and offers.order_id = an_order
      returning offers.id, driver_phone
    )
    select array_agg(driver_phone), coalesce(bool_or(id = an_offer), false)
    into told, is_taken
    from closed;
  end if;
  -- Two orders accepted at once cannot both count on the same money.
  if (an_offer is not null and not is_taken)
    or (a_wallet is not null and (
      a_wallet <> (select coalesce(sum(balance), 0) from balances where owner = a_taker and kind = 'driver_wallet')
      or in_hand <> in_hand_of(a_taker, an_order)
    ))
  then
    raise exception 'driver moved' using errcode = 'GI006';
  end if;
  if heard_driver is not null then
    update driver_places
    set heard_at = an_at, seen_at = clock_timestamp()
    where driver_phone = heard_driver;
  end if;

  if cardinality(journal_kinds) > 0 then
    -- Money of an account moves only under this lock, which lets rows that merely refer to the account pass. Balances are read by a
    -- statement of their own: one that waited for the lock would still see them as they were before the wait.
    perform from accounts where phone = saved.creator_phone for no key update;
    for moved in
      select posting.kind, sum(amount) as amount
      from unnest(posting_kinds, posting_owners, posting_amounts) as posting (kind, owner, amount)
      where owner = saved.creator_phone
        and posting.kind in ('user_main', 'user_bonus')
      group by posting.kind
      having sum(amount) < 0
    loop
      if moved.amount + (select coalesce(sum(balance), 0) from balances where owner = saved.creator_phone and kind = moved.kind)
        < (select case moved.kind when 'user_main' then -credit_limit else 0 end from accounts where phone = saved.creator_phone)
      then
        raise exception 'balance moved' using errcode = 'GI001';
      end if;
    end loop;
    with given as (
      select kind, reference, nth
      from unnest(journal_kinds, journal_references) with ordinality as journal (kind, reference, nth)
    ), posted as (
      insert into journals (kind, reference, order_id, posted_at)
      select kind, reference, an_order, an_at
      from given
      order by nth
      -- Twice is the same as once.
      on conflict (kind, reference) do nothing
      returning id, kind, reference
    )
    insert into postings (journal_id, line, kind, owner, amount)
    select posted.id, posting.line, posting.kind, posting.owner, posting.amount
    from posted
    join given on given.kind = posted.kind and given.reference = posted.reference
    join unnest(posting_journals, posting_lines, posting_kinds, posting_owners, posting_amounts)
      as posting (nth, line, kind, owner, amount) on posting.nth = given.nth;
  end if;
  -- A cancelled order gives the use of its promo code back.
  if a_promo is not null then
    update promos
    set uses = uses - 1
    where code = a_promo;
  end if;
  return told;
end $$;
