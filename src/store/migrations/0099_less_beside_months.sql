-- serves: 14
-- What a step wrote beside its rows and nobody read.

-- As in 0095. Tries are found by their order, so that a month of them has no index of their ids; and what was written to the first megabyte of a
-- month widened the summary of its ages row by row: it is summed up once it is full, as every later one.
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
      and not (indisprimary and a_table = 'callback_tries')
      and not exists (
        select
        from pg_inherits
        where inhrelid = indexrelid
      )
  loop
    execute an_index.definition;
  end loop;
  perform forget_first_ages(format('%I.%I', a_schema, a_table)::regclass);
  execute format(
    'alter table public.%1$I attach partition %2$I.%1$I for values from (%3$L) to (%4$L)',
    a_table, a_schema, first_id_of(a_month), first_id_of((a_month + interval '1 month')::date)
  );
  return true;
end $$;

create function forget_first_ages(a_table regclass) returns void language plpgsql as $$
begin
  perform brin_desummarize_range(indexrelid, 0)
  from pg_index
  join pg_class on pg_class.oid = indexrelid
  join pg_am on pg_am.oid = relam
  where indrelid = a_table
    and amname = 'brin';
end $$;

-- The months that are there.
-- breaks nothing: no program looks for a try in a month by its id alone.
do $$
declare
  a_month record;
begin
  for a_month in
    select pg_class.oid, nspname, relname
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r'
      and nspname ~ '^m[0-9]{4}$'
  loop
    if a_month.relname = 'callback_tries' then
      execute format('drop index if exists %I.callback_tries_pkey', a_month.nspname);
    end if;
    if pg_relation_size(a_month.oid) = 0 then
      perform forget_first_ages(a_month.oid);
    end if;
  end loop;
end $$;

-- As in 0039. Nearly always both rows are there, and inserting would lock each before it is changed.
create or replace function count_answer() returns trigger language plpgsql as $$
declare
  answered_hour int := extract(hour from new.answered_at at time zone 'UTC');
begin
  with counted as (
    update driver_answers
    set asked = case when asked >= 60 then asked / 2 else asked end + 1,
      accepted = case when asked >= 60 then accepted / 2 else accepted end + (new.answer = 'accepted')::int
    where driver_phone = new.driver_phone
      and hour in (-1, answered_hour)
    returning hour
  )
  insert into driver_answers as known (driver_phone, hour, asked, accepted)
  select new.driver_phone, hour, 1, (new.answer = 'accepted')::int
  from unnest(array[-1, answered_hour]) as hour
  where hour not in (select counted.hour from counted)
  on conflict (driver_phone, hour) do update
  set asked = case when known.asked >= 60 then known.asked / 2 else known.asked end + 1,
    accepted = case when known.asked >= 60 then known.accepted / 2 else known.accepted end + excluded.accepted;
  return null;
end $$;
