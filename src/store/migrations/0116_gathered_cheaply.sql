-- serves: 14
-- Less is written for what the clock gathers for several orders at once.

-- Words of orders that come one after the other are much the same. Each order by itself wrote the whole list of a word's orders anew, for every one of its
-- words; gathered up to 64 kB, some two hundred orders, each list is written once for all of them. A search reads what is gathered as well, eight pages at most.
-- breaks nothing: it finds the same.
alter index order_words_keys set (fastupdate = on, gin_pending_list_limit = 64);

-- A row that is counted again and has room beside it is written without its indexes, and only what changed in it.
alter table figures set (fillfactor = 60);
