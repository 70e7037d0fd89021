-- Money as double entry, append-only. The tables refuse what would be wrong: a journal that does not sum to zero, a
-- posting that is changed or taken back, a balance that anything but a posting moves.

create table journals (
  id bigint generated always as identity primary key,
  kind text not null check (length(kind) between 1 and 40),
  -- What makes a journal happen once: an order's hold, a bank's transfer.
  reference text not null check (length(reference) between 1 and 200),
  order_id text,
  posted_at timestamptz not null
);

create unique index journals_once on journals (kind, reference);
create index journals_order on journals (order_id) where order_id is not null;

-- An account is a kind of the chart (domain/ledger/chart.ts) and an owner: a phone, or '' for the platform's own.
create table postings (
  journal_id bigint not null references journals (id),
  line smallint not null check (line between 0 and 99),
  kind text not null check (length(kind) between 1 and 40),
  owner text not null check (length(owner) <= 40),
  amount bigint not null check (amount <> 0 and abs(amount) <= 1000000000000),
  primary key (journal_id, line)
);

create index postings_account on postings (owner, kind, journal_id);

-- Running balances of those who can spend or owe. The platform's own accounts have none: every completed order would
-- queue for the same row. They are sums over their postings.
create table balances (
  owner text not null check (owner <> ''),
  kind text not null,
  balance bigint not null,
  primary key (owner, kind),
  constraint balances_spent_once check (balance >= 0 or kind not in ('user_bonus', 'user_held', 'user_cod')),
  constraint balances_owed check (balance <= 0 or kind <> 'driver_cod')
) with (fillfactor = 70);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger journals_append_only before update or delete or truncate on journals
  for each statement execute function refuse_ledger_change();
create trigger postings_append_only before update or delete or truncate on postings
  for each statement execute function refuse_ledger_change();
-- Depth 0 is a statement that reached balances on its own; the postings trigger below arrives at depth 1.
create trigger balances_follow_postings before insert or update or delete or truncate on balances
  for each statement when (pg_trigger_depth() = 0) execute function refuse_ledger_change();

-- Every statement that adds postings adds whole journals, and moves the balances with them.
create function apply_postings() returns trigger language plpgsql as $$
declare
  moved record;
begin
  for moved in
    select journal_id
    from added
    group by journal_id
    having sum(amount) <> 0
  loop
    raise exception 'journal % does not sum to zero', moved.journal_id using errcode = 'check_violation';
  end loop;
  -- In one order of rows, whoever posts, so that two journals never wait for each other.
  for moved in
    select owner, kind, sum(amount) as amount
    from added
    where owner <> ''
    group by owner, kind
    order by owner, kind
  loop
    update balances
    set balance = balance + moved.amount
    where owner = moved.owner
      and kind = moved.kind;
    continue when found;
    insert into balances (owner, kind, balance)
    values (moved.owner, moved.kind, moved.amount)
    on conflict (owner, kind) do nothing;
    continue when found;
    -- Another journal opened the account a moment ago.
    update balances
    set balance = balance + moved.amount
    where owner = moved.owner
      and kind = moved.kind;
  end loop;
  return null;
end $$;

create trigger postings_move_balances after insert on postings
  referencing new table as added
  for each statement execute function apply_postings();
