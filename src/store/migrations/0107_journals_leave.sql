-- serves: 14
-- Journals of orders that have left leave too, when they are old. What their postings come to is carried, so that every balance stays proved: what was carried and the
-- postings that are there give it.

create table carried (
  owner text not null,
  kind text not null,
  amount bigint not null,
  primary key (owner, kind)
);

-- As in 0003; journals leave by the function below and by nothing else.
create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name in ('journals', 'postings') and current_setting('giao.journals_leave', true) = 'on' then
    return null;
  end if;
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger carried_follows_postings before insert or update or delete or truncate on carried
  for each statement when (pg_trigger_depth() = 0) execute function refuse_ledger_change();

-- Every statement that takes postings away takes whole journals, and carries them.
create function carry_postings() returns trigger language plpgsql as $$
begin
  if exists (select from gone group by journal_id having sum(amount) <> 0) then
    raise exception 'a part of a journal cannot leave' using errcode = 'check_violation';
  end if;
  insert into carried as known (owner, kind, amount)
  select owner, kind, sum(amount)
  from gone
  group by owner, kind
  -- What an order held it has let go of, what was collected was settled.
  having sum(amount) <> 0
  order by owner, kind
  on conflict (owner, kind) do update
  set amount = known.amount + excluded.amount;
  return null;
end $$;

create trigger postings_are_carried after delete on postings
  referencing old table as gone
  for each statement execute function carry_postings();

-- The word is said for this transaction, and taken back: a function may only be given it for good by a superuser.
create function leave_journals(an_ids bigint[]) returns void language plpgsql as $$
begin
  perform set_config('giao.journals_leave', 'on', true);
  delete from postings where journal_id = any(an_ids);
  delete from journals where id = any(an_ids);
  perform set_config('giao.journals_leave', '', true);
end $$;

-- As in 0091. Nobody looks where journals have left.
create or replace function first_journal_after(a_moment timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := (select case when a_moment >= kept_since then kept_from else 0 end from leaving where kind = 'journals');
  high bigint := coalesce((select max(id) from journals), 0) + 1;
  middle bigint;
  at timestamptz;
begin
  while low < high loop
    middle := (low + high) / 2;
    select posted_at into at from journals where id >= middle order by id limit 1;
    if at is null or at > a_moment then
      high := middle;
    else
      low := middle + 1;
    end if;
  end loop;
  return low;
end $$;
