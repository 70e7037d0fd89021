-- serves: 14
-- Names at stops are among the words an order is found by. Programs before this one go on without them, also beside this one: `named_up_to` is how far
-- programs that know names have got, and whatever others kept meanwhile is kept again, from `again_from` up to `again_up_to`.
alter table order_words_progress
  add column named_up_to bigint not null default 0,
  add column again_from bigint not null default 0,
  add column again_up_to bigint not null default 0;
