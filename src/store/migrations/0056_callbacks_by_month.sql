-- serves: 14
-- Events and tries by the month of their order.

-- By which a month is known to hold nothing that is still kept; rows lie in the order they were written.
create index callback_tries_age on callback_tries using brin (tried_at) with (autosummarize = on);

create sequence callback_try_ids;

-- breaks nothing: no program writes the ids of months that have not come.
do $$
begin
  perform bound_before('callback_tries');
  perform bound_before('callback_events');
end $$;
alter table callback_tries validate constraint callback_tries_before;
alter table callback_events validate constraint callback_events_before;

-- breaks nothing: the same columns, keys and defaults under the same names.
do $$
begin
  perform setval('callback_try_ids', coalesce(pg_sequence_last_value(pg_get_serial_sequence('callback_tries', 'id')::regclass), 1));
  alter table callback_tries alter column id drop identity, alter column id set default nextval('callback_try_ids');
  perform keep_by_month('callback_tries');
  drop trigger callback_events_creator on callback_events;
  perform keep_by_month('callback_events');
  create trigger callback_events_creator
    before insert on callback_events
    for each row execute function note_event_creator();
end $$;
