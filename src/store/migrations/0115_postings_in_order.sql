-- serves: 14
-- What is posted moves its balances in one statement. They were locked first, in their order, by a statement of its own that wrote each lock to the
-- log; the change takes them in the same order.

-- As in 0112. Every way to join that is left reads balances by their key or what is wanted by its order, so that rows change in one order, whoever
-- posts, and two journals never wait for each other.
create or replace function apply_postings() returns trigger language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
declare
  moved record;
begin
  for moved in
    select journal_id, count(journals.id) as known
    from added
    left join journals on journals.id = journal_id
    group by journal_id
    having sum(amount) <> 0 or count(journals.id) = 0
  loop
    if moved.known = 0 then
      raise exception 'there is no journal %', moved.journal_id using errcode = 'foreign_key_violation';
    end if;
    raise exception 'journal % does not sum to zero', moved.journal_id using errcode = 'check_violation';
  end loop;
  for moved in
    with wanted as materialized (
      select owner, kind, sum(amount) as amount
      from added
      where owner <> ''
      group by owner, kind
      order by owner, kind
    ), updated as (
      update balances
      set balance = balance + wanted.amount
      from wanted
      where balances.owner = wanted.owner
        and balances.kind = wanted.kind
      returning balances.owner, balances.kind
    )
    select owner, kind, amount
    from wanted
    where not exists (select from updated where updated.owner = wanted.owner and updated.kind = wanted.kind)
    order by owner, kind
  loop
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

-- Looked up above, for all that are posted at once. A journal is posted whole and leaves whole (carry_postings), so that no lock is needed between the two.
-- breaks nothing: what it refused is refused by the function above.
alter table postings drop constraint postings_journal_id_fkey;

-- Numbers are written with their order, or while it is locked, and leave before it.
-- breaks nothing: it only refused what no program does.
alter table tracking_numbers drop constraint tracking_numbers_order_id_fkey;
