-- serves: 14
-- What /readyz proves a write with: each process's own row, written as durably as an order is. Unlogged it proved nothing about the
-- log, and a standby could not even read it.
alter table processes set logged;

-- Fails when the disk is full, and leaves nothing behind: a sort that is too large for its memory writes half a megabyte aside. An
-- update in place would succeed for a long time after inserts have begun to fail.
create function room_is_left() returns bigint language sql volatile set work_mem = '64kB' as $$
  select count(*)
  from (
    select repeat(md5(line::text), 32) as filling
    from generate_series(1, 512) as line
    order by filling
    offset 0
  ) as sorted
$$;
