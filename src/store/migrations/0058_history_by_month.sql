-- serves: 14
-- What happened to orders, by the month of the order.

-- By which a month is known to hold nothing that is still kept.
create index order_history_old on order_history using brin (happened_at) with (autosummarize = on);

-- Rows are written with their order by open_order() and save_step(), and by nobody else.
-- breaks nothing: it only refused what no program does.
alter table order_history drop constraint order_history_order_id_fkey;

-- breaks nothing: no program writes the ids of months that have not come.
do $$
begin
  perform bound_before('order_history');
end $$;
alter table order_history validate constraint order_history_before;

-- breaks nothing: the same columns and keys under the same names.
do $$
begin
  perform keep_by_month('order_history');
end $$;
