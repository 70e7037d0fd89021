-- serves: 14
-- A step that leaves an order's status as it is (an arrival, a stop among several, a rating) changed nothing that is indexed but the state, which the
-- indexes of failed deliveries looked into: it wrote an entry into every index all the same. What they ask for is now a column.

-- Of an order that is over and has a door that failed: whether the goods are still with the driver. Of all others nothing.
alter table orders add column undelivered boolean;

create function note_undelivered() returns trigger language plpgsql as $$
declare
  noted boolean := case
    when new.status = 'COMPLETED' and new.state::jsonb @> '{"points": [{"status": "FAILED"}]}'
      then new.state ->> 'subStatus' is distinct from 'RETURNED'
  end;
begin
  if noted is distinct from new.undelivered then
    update orders
    set undelivered = noted
    where id = new.id;
  end if;
  return null;
end $$;

-- After it and not before: a row that a trigger may change before it is written is locked first, and that is written too.
create trigger failures_are_noted
  after insert or update of status, state on orders
  for each row
  when (new.undelivered is not null or (new.status = 'COMPLETED' and new.state::jsonb @> '{"points": [{"status": "FAILED"}]}'))
  execute function note_undelivered();

update orders
set undelivered = state ->> 'subStatus' is distinct from 'RETURNED'
where status = 'COMPLETED'
  and state::jsonb @> '{"points": [{"status": "FAILED"}]}';

create index orders_failed on orders (creator_phone, number) where undelivered is not null;
create index orders_failed_anywhere on orders (number) where undelivered is not null;
create index orders_with_driver on orders (driver_phone) where undelivered is true;

drop index orders_not_delivered;
drop index orders_not_delivered_anywhere;
drop index orders_to_return;

-- Room on an order's page for the row as it is after a step: only what changed in it is written to the log then. State is not compressed as long as
-- it is short, because of a compressed text hardly anything is the same after a change; content lies beside the row as before.
alter table orders set (fillfactor = 80, toast_tuple_target = 800);
