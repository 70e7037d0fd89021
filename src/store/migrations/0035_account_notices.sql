-- serves: 14
-- Events of accounts beside those of orders: a balance that has become low, COD that was paid out. Only endpoints that asked are told:
-- a receiver that knows orders alone hears of orders alone.

alter table callback_endpoints
  -- Of every account of the partner that has no threshold of its own; null: nobody is told.
  add column balance_low bigint check (balance_low > 0),
  add column tells_cod_paid_out boolean not null default false;

alter table accounts
  add column balance_low bigint check (balance_low > 0),
  -- It was below the threshold when it was last looked at, and the partner has been told.
  add column is_low boolean not null default false,
  -- The number of the account's newest event.
  add column event_seq int not null default 0;

create index accounts_watched on accounts (phone) where balance_low is not null or is_low;

-- The account's events are those of acc-<phone>, as an order's are those of its id: so they come in turn, and are tried, logged and sent
-- again like all others.
create or replace function note_event_creator() returns trigger language plpgsql as $$
begin
  if new.order_id like 'acc-%' then
    new.creator_phone := substr(new.order_id, 5);
  else
    new.creator_phone := (select creator_phone from orders where id = new.order_id);
  end if;
  return new;
end $$;

-- The account's row is locked by then. `a_body` is a JSON object without what tells events apart.
create function append_account_event(a_phone text, a_partner text, a_type text, a_body text, an_at timestamptz)
returns void language plpgsql as $$
declare
  a_seq int;
begin
  update accounts
  set event_seq = event_seq + 1
  where phone = a_phone
  returning event_seq into a_seq;
  perform append_callback_event(
    'acc-' || a_phone, a_seq, a_partner, a_type,
    left(a_body, -1) || format(
      ',"event_id":"evt_acc-%s_%s","event_type":"%s","event_seq":%s}', a_phone, a_seq, a_type, a_seq
    ),
    an_at
  );
end $$;
