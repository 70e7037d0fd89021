-- serves: 14
-- What the platform's own accounts come to. They have no row in balances, which every order would wait for, and were added up from all postings there
-- are whenever somebody asked. Added up by the worker, a moment after they are posted, for good: what leaves stays in the sums.

create table platform_sums (
  kind text primary key,
  amount bigint not null
);

create table platform_sums_progress (
  one_row boolean primary key default true check (one_row),
  -- Of all journals up to this one; the rest is added up by whoever asks.
  summed_up_to bigint not null default 0,
  -- Journals up to this one had their numbers then. What was numbered before it may be committed after it, for a while.
  drawn bigint not null default 0,
  drawn_at timestamptz not null default clock_timestamp()
);
insert into platform_sums_progress default values;

-- As in 0107. What is not in the sums yet stays.
create or replace function leave_journals(an_ids bigint[]) returns void language plpgsql as $$
begin
  if exists (select from platform_sums_progress where summed_up_to < any(an_ids)) then
    raise exception 'a journal cannot leave before it is in the sums of the platform' using errcode = 'object_not_in_prerequisite_state';
  end if;
  perform set_config('giao.journals_leave', 'on', true);
  delete from postings where journal_id = any(an_ids);
  delete from journals where id = any(an_ids);
  perform set_config('giao.journals_leave', '', true);
end $$;

-- breaks nothing: whoever lets journals go by the function as it was holds this row, and is waited for.
select from leaving where kind = 'journals' for update;
-- holds nothing: a few rows, found by their key.
insert into platform_sums (kind, amount)
select kind, amount
from carried
where owner = '';
