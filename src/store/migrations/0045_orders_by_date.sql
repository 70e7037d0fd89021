-- serves: 14
-- The number of the first order that was made at or after a moment, found in some twenty looks into the index that lists page by: numbers are given in
-- the order of creation. An index on the moment would be written with every step of every order.
create function order_number_at(an_at timestamptz) returns bigint language plpgsql stable
set enable_seqscan = off
as $$
declare
  low bigint := coalesce((select min(number) from orders), 0);
  high bigint := coalesce((select max(number) from orders), 0) + 1;
  middle bigint;
  found_number bigint;
  found_at timestamptz;
begin
  while low < high loop
    middle := (low + high) / 2;
    select number, created_at
    into found_number, found_at
    from orders
    where number >= middle
    order by number
    limit 1;
    if found_at is null or found_at >= an_at then
      high := middle;
    else
      low := found_number + 1;
    end if;
  end loop;
  return low;
end $$;
