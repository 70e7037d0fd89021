-- serves: 14
-- Figures of a partner as a whole, what ETAs came to by partner, account and driver as well as by service, and months that are over of
-- whatever there are many of: a year of a thousand accounts is read in tens of thousands of rows, not in hundreds.

-- breaks nothing: what was allowed is allowed again by the next statement
alter table figures drop constraint figures_kind_check, drop constraint figures_span_check;
-- breaks nothing: more is allowed than before
alter table figures
  add constraint figures_kind_check check (
    kind in (
      'orders', 'partner', 'account', 'driver', 'eta', 'eta_partner', 'eta_account', 'eta_driver', 'time', 'driver_time', 'cell'
    )
  ) not valid,
  add constraint figures_span_check check (span in ('hour', 'day', 'month')) not valid;

-- breaks nothing: what was allowed is allowed again by the next statement
alter table figure_marks drop constraint figure_marks_work_check;
-- breaks nothing: more is allowed than before
alter table figure_marks
  add constraint figure_marks_work_check check (work in ('orders', 'eta', 'time', 'day', 'month')) not valid;

-- Months wait for their days, and days for their hours.
create index figure_marks_in_turn on figure_marks ((array_position(array['day', 'month'], work)) nulls first, marked_at);
drop index figure_marks_next;

-- Which shifts touch an hour, whenever that was: read for every hour that is counted.
create index driver_shifts_within on driver_shifts using gist (tstzrange(on_at, off_at));

create function figure_month(a_city text, an_at timestamptz) returns timestamptz language sql stable
return date_trunc(
  'month', an_at, coalesce((select definition ->> 'timeZone' from cities where id = a_city), 'Asia/Ho_Chi_Minh')
);

-- Orders that are there are counted once more, for what is new.
update figure_progress
set filled_up_to = 0, fill_up_to = coalesce(pg_sequence_last_value(pg_get_serial_sequence('orders', 'number')), 0);
