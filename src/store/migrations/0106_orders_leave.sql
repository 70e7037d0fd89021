-- serves: 14
-- Orders that were kept long enough leave, oldest first, a few at a time (docs/decisions/ageing.md).

-- How far that has come, of orders by their number and of journals by their id. Whoever lets some go holds the row meanwhile.
create table leaving (
  kind text primary key check (kind in ('orders', 'journals')),
  -- Of what is older, everything leaves that may; the first of the younger ones is number `kept_from`.
  kept_since timestamptz not null default 'epoch',
  kept_from bigint not null default 0,
  -- Up to here it has been looked what may leave.
  looked_up_to bigint not null default 0,
  -- Nothing is there of a lower number.
  first_number bigint not null default 1
);
insert into leaving (kind) values ('orders'), ('journals');

-- As in 0045. Where orders have left, an index is full of their numbers until it is cleaned: nobody looks there.
create or replace function order_number_at(an_at timestamptz) returns bigint language plpgsql stable
set enable_seqscan = off
as $$
declare
  low bigint := (select case when an_at >= kept_since then kept_from else first_number end from leaving where kind = 'orders');
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

-- The words of an order leave with it. Rows lie in the order of numbers only as long as none does.
create index order_words_of_number on order_words (number);
drop index order_words_number;
