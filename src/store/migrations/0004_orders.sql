-- Orders, what happened to them, promo codes and idempotency keys.

create table promos (
  code text primary key check (code ~ '^[A-Z0-9][A-Z0-9_-]{1,31}$'),
  definition jsonb not null,
  uses_max int check (uses_max >= 1),
  -- Orders that hold the code now; a cancelled one gives its use back.
  uses int not null default 0 check (uses >= 0),
  updated_at timestamptz not null
);

-- One row an order: the columns that are searched or compared, and two documents. `content` is what was asked and priced
-- and changes only by an edit; `state` is what has happened since.
create table orders (
  id text primary key check (id ~ '^[0-9]{2}[0-9A-Z]{6}$'),
  -- In order of creation: what lists page by.
  number bigint generated always as identity,
  partner_id text not null references partners (id),
  creator_phone text not null references accounts (phone),
  service_id text not null,
  city_id text not null,
  status text not null check (
    status in ('IDLE', 'ASSIGNING', 'ACCEPTED', 'CONFIRMING', 'PAYING', 'IN PROCESS', 'COMPLETED', 'CANCELLED')
  ),
  -- The number of the order's newest event.
  seq int not null check (seq >= 1),
  -- The next moment something happens by itself: an IDLE order wakes, an ASSIGNING one is given up.
  due_at timestamptz check (due_at is null or status in ('IDLE', 'ASSIGNING')),
  driver_phone text,
  -- Opens the public tracking page; nothing else does (D6).
  tracking_token text not null check (tracking_token ~ '^[0-9A-Za-z]{22}$'),
  promo_code text references promos (code),
  held_main bigint not null default 0 check (held_main >= 0),
  held_bonus bigint not null default 0 check (held_bonus >= 0),
  created_at timestamptz not null,
  content json not null,
  state json not null
);

create unique index orders_tracking_token on orders (tracking_token);
create index orders_creator on orders (creator_phone, number);
create index orders_ongoing on orders (creator_phone) where status not in ('COMPLETED', 'CANCELLED');
create unique index orders_number on orders (number);
create index orders_due on orders (due_at) where due_at is not null;
create index orders_driver on orders (driver_phone, number) where driver_phone is not null;

-- Every change of an order, numbered within the order and never changed: its history.
create table order_history (
  order_id text not null references orders (id),
  seq int not null check (seq >= 1),
  event text not null check (length(event) between 1 and 40),
  -- Who made it happen: user, driver, operator, system, sandbox.
  actor text not null check (length(actor) between 1 and 20),
  status text not null,
  sub_status text not null,
  happened_at timestamptz not null,
  primary key (order_id, seq)
);

-- Which orders carry a tracking number. `blocks` rows are unique within a partner that wants no duplicates.
create table tracking_numbers (
  partner_id text not null,
  tracking_number text not null check (length(tracking_number) between 1 and 200),
  order_id text not null references orders (id),
  order_number bigint not null,
  created_at timestamptz not null,
  -- A cancelled order frees its numbers.
  live boolean not null default true,
  blocks boolean not null default false
);

create index tracking_numbers_found on tracking_numbers (tracking_number, partner_id, created_at desc);
create index tracking_numbers_order on tracking_numbers (order_id);
create unique index tracking_numbers_blocked on tracking_numbers (partner_id, tracking_number) where blocks and live;

create table ratings (
  order_id text not null references orders (id),
  rated_by text not null check (rated_by in ('user', 'receiver')),
  driver_phone text not null,
  rating smallint not null check (rating between 1 and 5),
  comment text,
  rated_at timestamptz not null,
  primary key (order_id, rated_by)
);

create index ratings_driver on ratings (driver_phone, rated_at desc);

-- The first answer to a keyed write, kept for a day and repeated byte for byte (D17).
create table idempotency_keys (
  phone text not null,
  key text not null check (length(key) between 1 and 255),
  fingerprint bytea not null check (length(fingerprint) = 32),
  status smallint not null,
  body text not null,
  expires_at timestamptz not null,
  primary key (phone, key)
);

create index idempotency_keys_expiry on idempotency_keys (expires_at);

-- Opens an order in one round trip: key, hold, promo, order, tracking numbers, history and event, or nothing at all. What is
-- right was decided by the domain from rows read a moment ago; this only refuses when those rows have moved since, and
-- then the caller reads and decides again. Refusals are raised, so that nothing before them stays.
create function open_order(
  an_id text, a_partner text, a_creator text, a_service text, a_city text, a_status text, a_due timestamptz,
  a_token text, a_promo text, a_held_main bigint, a_held_bonus bigint, an_at timestamptz, a_content json, a_state json,
  an_actor text, an_event_body text,
  journal_kind text, journal_reference text, posting_kinds text[], posting_owners text[], posting_amounts bigint[],
  numbers text[], numbers_block boolean,
  a_key text, a_fingerprint bytea, an_answer_status smallint, an_answer text, a_key_expiry timestamptz
) returns void language plpgsql as $$
declare
  a_journal bigint;
  a_credit_limit bigint;
  a_number bigint;
begin
  if a_key is not null then
    perform keep_answer(a_creator, a_key, a_fingerprint, an_answer_status, an_answer, an_at, a_key_expiry);
  end if;
  insert into orders (
    id, partner_id, creator_phone, service_id, city_id, status, seq, due_at, tracking_token, promo_code, held_main,
    held_bonus, created_at, content, state
  )
  values (
    an_id, a_partner, a_creator, a_service, a_city, a_status, 1, a_due, a_token, a_promo, a_held_main,
    a_held_bonus, an_at, a_content, a_state
  )
  returning number into a_number;
  insert into tracking_numbers (partner_id, tracking_number, order_id, order_number, created_at, blocks)
  select a_partner, tracking_number, an_id, a_number, an_at, numbers_block
  from unnest(numbers) as given (tracking_number);
  insert into order_history (order_id, seq, event, actor, status, sub_status, happened_at)
  values (an_id, 1, 'create', an_actor, a_status, '', an_at);
  perform append_callback_event(an_id, 1, a_partner, 'create', an_event_body, an_at);
  -- The rows that other orders wait for come last: they stay locked until this commits.
  if a_held_main + a_held_bonus > 0 then
    -- Money of an account moves only under this lock, which lets rows that merely refer to the account pass. Balances are
    -- read by a statement of their own: one that waited for the lock would still see them as they were before the wait.
    select credit_limit into a_credit_limit from accounts where phone = a_creator for no key update;
    if (select coalesce(sum(balance), 0) from balances where owner = a_creator and kind = 'user_main') - a_held_main < -a_credit_limit
      or (select coalesce(sum(balance), 0) from balances where owner = a_creator and kind = 'user_bonus') < a_held_bonus
    then
      raise exception 'balance moved' using errcode = 'GI001';
    end if;
    insert into journals (kind, reference, order_id, posted_at)
    values (journal_kind, journal_reference, an_id, an_at)
    returning id into a_journal;
    insert into postings (journal_id, line, kind, owner, amount)
    select a_journal, line - 1, kind, owner, amount
    from unnest(posting_kinds, posting_owners, posting_amounts) with ordinality as posting (kind, owner, amount, line);
  end if;
  if a_promo is not null then
    update promos
    set uses = uses + 1
    where code = a_promo
      and (uses_max is null or uses < uses_max);
    if not found then
      raise exception 'promo used up' using errcode = 'GI002';
    end if;
  end if;
end $$;

-- Takes a key for the rest of the transaction, or raises: somebody else has it (GI003) or has already answered (GI004).
create function keep_answer(
  a_phone text, a_key text, a_fingerprint bytea, a_status smallint, a_body text, an_at timestamptz, an_expiry timestamptz
) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended(a_phone || ' ' || a_key, 4)) then
    raise exception 'idempotency key in use' using errcode = 'GI003';
  end if;
  insert into idempotency_keys as known (phone, key, fingerprint, status, body, expires_at)
  values (a_phone, a_key, a_fingerprint, a_status, a_body, an_expiry)
  on conflict (phone, key) do update
  set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body, expires_at = excluded.expires_at
  where known.expires_at <= an_at;
  if not found then
    raise exception 'idempotency key answered' using errcode = 'GI004';
  end if;
end $$;
