-- serves: 14
-- A pickup changes the status and nothing else that is searched, and wrote an entry into every index of orders all the same: four of them named the status. They
-- now ask for where an order stands, which changes when it begins to wait, is taken and ends.

-- One of them is true and the others are nothing, so that an order that goes from one to the next has the same bytes at its row's end and the log is spared them:
-- 260 of them with one column for all. Of orders that were completed before, none is true: they are not written again.
alter table orders
  add column idle boolean,
  add column waiting boolean,
  add column carried boolean,
  add column cancelled boolean,
  add column completed boolean;
-- As most begin.
alter table orders alter column waiting set default true;

create function is_carried(a_status text) returns boolean language sql immutable
return a_status in ('ACCEPTED', 'CONFIRMING', 'PAYING', 'IN PROCESS');

create function stands_as_said(a_status text, idle boolean, waiting boolean, carried boolean, cancelled boolean) returns boolean language sql immutable
return (idle is true) = (a_status = 'IDLE') and (waiting is true) = (a_status = 'ASSIGNING') and (carried is true) = is_carried(a_status)
  and (cancelled is true) = (a_status = 'CANCELLED');

create function begin_standing() returns trigger language plpgsql as $$
begin
  new.idle := nullif(new.status = 'IDLE', false);
  new.waiting := nullif(new.status = 'ASSIGNING', false);
  new.carried := nullif(is_carried(new.status), false);
  new.cancelled := nullif(new.status = 'CANCELLED', false);
  new.completed := nullif(new.status = 'COMPLETED', false);
  return new;
end $$;

create trigger standing_begins before insert on orders
  for each row
  when (not stands_as_said(new.status, new.idle, new.waiting, new.carried, new.cancelled))
  execute function begin_standing();

-- For whoever changes an order by another way than save_step(), and so that no row that moves while the table is filled is left out.
create function note_standing() returns trigger language plpgsql as $$
begin
  update orders
  set idle = nullif(status = 'IDLE', false), waiting = nullif(status = 'ASSIGNING', false), carried = nullif(is_carried(status), false),
    cancelled = nullif(status = 'CANCELLED', false), completed = nullif(status = 'COMPLETED', false)
  where id = new.id;
  return null;
end $$;

-- After it and not before, as failures_are_noted.
create trigger standing_is_noted after update on orders
  for each row
  when (not stands_as_said(new.status, new.idle, new.waiting, new.carried, new.cancelled))
  execute function note_standing();

-- As in 0095, and says where the order stands. A journal that is posted twice is looked for, and the insert need not expect one: that wrote a
-- record of its own. Whoever posts an order's has its row locked.
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
  asked_ones text[];
  told text[];
  is_taken boolean;
  moved record;
begin
  if a_key is not null then
    perform keep_answer(a_key_holder, a_key, a_fingerprint, an_answer_status, an_answer, an_at, a_key_expiry);
  end if;
  update orders
  set status = a_status, seq = a_seq, due_at = a_due, driver_phone = a_driver, held_main = a_held_main,
    held_bonus = a_held_bonus, state = a_state, content = coalesce(a_content, content),
    idle = nullif(a_status = 'IDLE', false), waiting = nullif(a_status = 'ASSIGNING', false), carried = nullif(is_carried(a_status), false),
    cancelled = nullif(a_status = 'CANCELLED', false), completed = nullif(a_status = 'COMPLETED', false)
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

  -- Everybody whose offers, orders or money are touched, at once and in the order of phones. One who is asked alone is locked with their offer's change.
  to_lock := array(select owner from unnest(posting_owners, posting_kinds) as posting (owner, kind) where starts_with(kind, 'driver_'));
  if settles_offers then
    asked_ones := array(select driver_phone from offers where order_id = an_order and answer is null);
    to_lock := to_lock || a_taker || asked_ones;
  end if;
  if cardinality(to_lock) > 0 and not coalesce(cardinality(asked_ones) = 1 and asked_ones @> array_remove(to_lock, null), false) then
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
        -- Whoever waited for the driver finds it answered.
        and offers.answer is null
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
      -- Twice is the same as once.
      where not exists (select from journals where journals.kind = journal.kind and journals.reference = journal.reference)
    ), posted as (
      insert into journals (kind, reference, order_id, posted_at)
      select kind, reference, an_order, an_at
      from given
      order by nth
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

update orders
set idle = nullif(status = 'IDLE', false), waiting = nullif(status = 'ASSIGNING', false), carried = nullif(is_carried(status), false),
  cancelled = nullif(status = 'CANCELLED', false)
where not stands_as_said(status, idle, waiting, carried, cancelled);

-- Those that are not over, of a city or of all: for what orders_ongoing and orders_waiting answered.
create index orders_open on orders (city_id, waiting) where idle or waiting or carried;
create index orders_in_hand on orders (driver_phone) where carried;
-- As orders_of_account.
create index orders_of_creator on orders (creator_phone, number, idle, waiting, carried, cancelled, service_id, created_at);

-- As in 0042.
create or replace function in_hand_of(a_driver text, but_not text) returns text language sql stable as $$
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
$$;

-- As in 0095.
create or replace function raise_open_from() returns void language plpgsql
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
  from (select id from orders where idle or waiting or carried offset 0) as open;
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

drop index orders_of_account;
drop index orders_ongoing;
drop index orders_carried;
drop index orders_waiting;
