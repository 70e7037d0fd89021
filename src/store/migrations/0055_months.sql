-- serves: 14
-- Old data leaves by the month (docs/decisions/ageing.md). Tables that grow with orders become partitioned by the id of the order, whose first
-- three characters tell its month. What was there before stays where it is: the table itself becomes the partition for everything that
-- no month holds, and the months begin where its rows end.

-- breaks nothing: it is empty.
create schema months_before;

-- The first month that is kept by itself, as 202701. With orders there already it is next January, since ids tell their month only from this
-- program on and their year always; in a new database it is this month.
-- holds nothing: program_state has a few rows.
insert into program_state (name, amount)
select 'months_from',
  case
    when last_id is null then extract(year from today) * 100 + extract(month from today)
    else (greatest(extract(year from today), 2000 + left(last_id, 2)::int) + 1) * 100 + 1
  end
from (
  select (clock_timestamp() + amount * interval '1 millisecond') at time zone 'UTC' as today, (select max(id) from orders) as last_id
  from program_state
  where name = 'clock_offset_ms'
) as program;

-- Ids of orders made in a month are at or after this, and before that of the next month (domain/months.ts).
create function first_id_of(a_month date) returns text language sql immutable as $$
  select to_char(a_month, 'YY') || substr('0369CFILORUX', extract(month from a_month)::int, 1)
$$;

-- First step: no row will lie in a month. To be validated by itself, which holds nobody; then no month that is added has to look for
-- rows of its own in there. Account events have ids that begin with a letter.
create function bound_before(a_table text) returns void language plpgsql as $$
begin
  execute format(
    'alter table %I add constraint %I check (order_id < %L or order_id >= ''A'') not valid',
    a_table, a_table || '_before',
    (select first_id_of(to_date(amount::text, 'YYYYMM')) from program_state where name = 'months_from')
  );
end $$;

-- Second step: the table makes room for one of its name that is partitioned, and becomes its default partition. Takes milliseconds. Keys of
-- one month are keys of all where they begin with the order's id.
create function keep_by_month(a_table text) returns void language plpgsql as $$
declare
  a_key text := (
    select pg_get_constraintdef(oid)
    from pg_constraint
    where conrelid = format('public.%I', a_table)::regclass
      and contype = 'p'
  );
begin
  execute format('alter table public.%I set schema months_before', a_table);
  execute format(
    'create table public.%1$I (like months_before.%1$I including defaults including constraints including storage) partition by range (order_id)',
    a_table
  );
  execute format('alter table public.%I drop constraint %I', a_table, a_table || '_before');
  if a_key like 'PRIMARY KEY (order_id%' then
    execute format('alter table public.%I add %s', a_table, a_key);
  end if;
  execute format('alter table public.%1$I attach partition months_before.%1$I default', a_table);
end $$;

-- A month of such a table, in a schema of the month's own, so that tables, keys and indexes have the same names in each. False when it is
-- there already. Waits for nobody who only reads or writes the months that are there, but for a moment for the default partition.
create function make_month(a_table text, a_month date) returns boolean language plpgsql as $$
declare
  a_schema text := 'm' || to_char(a_month, 'YYMM');
  an_index record;
  options text;
begin
  if a_month < (select to_date(amount::text, 'YYYYMM') from program_state where name = 'months_from')
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

-- Every month of a table that is there, attached or not; null is what lies in none.
-- breaks nothing: it is new.
create view kept_months as
select relname::text as table_name,
  case when nspname = 'months_before' then null else to_date('20' || substr(nspname, 2), 'YYYYMM') end as month,
  relispartition as is_attached,
  greatest(reltuples, 0)::bigint as rows_about,
  pg_total_relation_size(pg_class.oid) as bytes,
  coalesce(spcname, '')::text as tablespace
from pg_class
join pg_namespace on pg_namespace.oid = relnamespace
left join pg_tablespace on pg_tablespace.oid = reltablespace
where relkind = 'r'
  and (nspname = 'months_before' or nspname ~ '^m[0-9]{4}$');

-- Whether nothing in a month is as young as that, by the column that says when rows happened.
create function month_is_older(a_table text, a_month date, a_column text, than timestamptz) returns boolean language plpgsql
set enable_seqscan = off
as $$
declare
  is_younger boolean;
begin
  execute format('select exists (select from %I.%I where %I >= $1)', 'm' || to_char(a_month, 'YYMM'), a_table, a_column)
  into is_younger
  using than;
  return not is_younger;
end $$;

-- From then on nobody sees it; it can be moved, copied and dropped without a lock that anybody waits for. Brief, by itself.
create function detach_month(a_table text, a_month date) returns void language plpgsql as $$
begin
  execute format('alter table public.%1$I detach partition %2$I.%1$I', a_table, 'm' || to_char(a_month, 'YYMM'));
end $$;

-- A month that was detached, and with the last table of the month its schema.
create function drop_month(a_table text, a_month date) returns void language plpgsql as $$
declare
  a_schema text := 'm' || to_char(a_month, 'YYMM');
begin
  execute format('drop table %I.%I', a_schema, a_table);
  if not exists (select from pg_class where relnamespace = a_schema::regnamespace) then
    execute format('drop schema %I', a_schema);
  end if;
end $$;

-- A month that was detached, to a tablespace for what is seldom needed.
create function move_month(a_table text, a_month date, a_tablespace text) returns void language plpgsql as $$
declare
  an_index record;
  a_schema text := 'm' || to_char(a_month, 'YYMM');
begin
  execute format('alter table %I.%I set tablespace %I', a_schema, a_table, a_tablespace);
  for an_index in select indexname from pg_indexes where schemaname = a_schema and tablename = a_table loop
    execute format('alter index %I.%I set tablespace %I', a_schema, an_index.indexname, a_tablespace);
  end loop;
end $$;
