-- serves: 14
-- The ways that orders were driven, and what dispatch decided about them, by the month of the order.

-- By which a month is known to hold nothing that is still kept. Rows lie in the order they were written: a summary per range of pages is enough, and
-- costs nothing to write.
create index trail_points_old on trail_points using brin (at) with (autosummarize = on);
create index dispatch_decisions_old on dispatch_decisions using brin (decided_at) with (autosummarize = on);
drop index trail_points_age;
drop index dispatch_decisions_age;

create sequence dispatch_decision_ids;

-- breaks nothing: no program writes the ids of months that have not come.
do $$
begin
  perform bound_before('trail_points');
  perform bound_before('dispatch_decisions');
end $$;
alter table trail_points validate constraint trail_points_before;
alter table dispatch_decisions validate constraint dispatch_decisions_before;

-- breaks nothing: the same columns, keys and defaults under the same names.
do $$
begin
  perform keep_by_month('trail_points');
  perform setval(
    'dispatch_decision_ids', coalesce(pg_sequence_last_value(pg_get_serial_sequence('dispatch_decisions', 'id')::regclass), 1)
  );
  alter table dispatch_decisions alter column id drop identity, alter column id set default nextval('dispatch_decision_ids');
  perform keep_by_month('dispatch_decisions');
end $$;
