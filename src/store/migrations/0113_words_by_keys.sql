-- serves: 14
-- A search for words goes by its keys. Since 0106 has an index on the numbers alone, PostgreSQL took that one, which reads every row there is: a search for
-- words that no order holds took seven seconds among a million orders.

-- As in 0053; a sum is in no index.
create or replace function find_by_words(wanted int[], width int, from_number bigint, before_number bigint, at_most int)
returns setof bigint language plpgsql stable
set enable_seqscan = off
as $$
declare
  missing int := at_most;
  found_now int;
begin
  for nth in 0 .. cardinality(wanted) / width - 1 loop
    return query
    select distinct number
    from order_words
    where keys @> wanted[nth * width + 1 : (nth + 1) * width]
      and number + 0 >= from_number
      and number + 0 < before_number
    order by number desc
    limit missing;
    get diagnostics found_now = row_count;
    missing := missing - found_now;
    exit when missing <= 0;
  end loop;
end $$;
