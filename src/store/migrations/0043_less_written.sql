-- serves: 14
-- A step changes an order's state, which is small, and wrote its content, which is not, along with it each time. From now on content lies
-- beside the row as soon as the two together are longer than 2 kB, as nearly all are; the row keeps state, and a step writes half as much.
-- Orders that are there are changed by their next edit.
alter table orders set (toast_tuple_target = 128);
-- breaks nothing: where a value is kept is nothing that a statement sees.
alter table orders alter column state set storage main;
