-- serves: 14
-- Orders found by the words of their addresses within a partner, and by the phones of their points. Each order has a row of numbers, one for each word
-- and phone together with where it stands among all orders (16,384 follow each other): so a search goes from the newest backwards and ends when
-- it has a page, however many orders hold the word. Written once, by the worker, a moment after the order: an index on orders would be written with
-- every step of every order. Words themselves are not kept; whoever finds an order so looks into it whether it is meant.
create table order_words (
  number bigint not null,
  keys int[] not null
);

-- What waits to be sorted in would be read by every search, once for each stretch.
create index order_words_keys on order_words using gin (keys) with (fastupdate = off);
-- Rows lie in the order of numbers.
create index order_words_number on order_words using brin (number) with (pages_per_range = 16, autosummarize = on);

-- How far the worker has got, and up to which number orders had been made when it last looked: what was drawn by then is committed or never will
-- be after a while.
create table order_words_progress (
  one_row boolean primary key default true check (one_row),
  kept_up_to bigint not null default 0,
  drawn bigint not null default 0,
  drawn_at timestamptz not null default clock_timestamp()
);
insert into order_words_progress default values;

-- `wanted` holds `width` keys for each stretch of orders, the newest stretch first.
create function find_by_words(wanted int[], width int, from_number bigint, before_number bigint, at_most int)
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
      and number >= from_number
      and number < before_number
    order by number desc
    limit missing;
    get diagnostics found_now = row_count;
    missing := missing - found_now;
    exit when missing <= 0;
  end loop;
end $$;
