-- Callbacks: where partners want them, the events to tell, the queue of what is still owed, and every try (D16).
-- docs/decisions/callback-outbox.md explains the whole.

create table callback_endpoints (
  partner_id text primary key references partners (id),
  url text not null check (length(url) between 1 and 2048),
  -- {type: none|apikey|bearer|basic, …}; kept readable because it is sent.
  auth json not null,
  secret text not null check (secret ~ '^whsec_'),
  -- Signs too until it ends, so that a receiver can change over.
  previous_secret text check (previous_secret ~ '^whsec_'),
  previous_secret_until timestamptz,
  in_flight_max smallint not null default 8 check (in_flight_max between 1 and 64),
  saved_at timestamptz not null,
  -- It answered 410. Saving the settings starts it again.
  stopped_at timestamptz,
  -- The circuit: failures in a row, and while it is open the moment of the next probe.
  failures int not null default 0 check (failures >= 0),
  probe_at timestamptz,
  -- The worker that delivers to this endpoint now, and until when unless it says so again. In the database's own time: the
  -- sandbox's clock must not end a lease.
  lease_owner text,
  lease_until timestamptz,
  check ((previous_secret is null) = (previous_secret_until is null)),
  check ((lease_owner is null) = (lease_until is null))
) with (fillfactor = 70);

-- Transaction numbers order the event stream, and they begin anew when the data moves to another cluster. Each cluster the
-- data has lived in is an era.
create table callback_eras (
  era int primary key check (era >= 1),
  cluster_id text not null
);

insert into callback_eras (era, cluster_id)
select 1, system_identifier::text
from pg_control_system();

-- What partners are told, never changed. The event id they see is evt_<order_id>_<seq>.
create table callback_events (
  order_id text not null check (length(order_id) between 1 and 40),
  seq int not null check (seq >= 1),
  partner_id text not null,
  type text not null check (length(type) between 1 and 40),
  happened_at timestamptz not null,
  -- The very bytes of every try.
  body text not null,
  -- The place in the stream. A reader is shown only positions below every transaction still running, so that nothing can
  -- appear behind it later.
  era int not null,
  position xid8 not null,
  primary key (order_id, seq)
);

create index callback_events_stream on callback_events (partner_id, era, position, order_id, seq);
create index callback_events_age on callback_events (happened_at);

-- What is still to be delivered, and what was given up and can be sent again. A delivered event has no row here. There is no
-- foreign key to the endpoint: every new order of a partner would lock that one row.
create table callback_queue (
  order_id text not null,
  seq int not null,
  partner_id text not null,
  queued_at timestamptz not null,
  -- Not before this; earlier than the schedule says when the endpoint has recovered.
  due_at timestamptz not null,
  -- The schedule's own moment, and how many scheduled tries have failed.
  scheduled_at timestamptz not null,
  failures smallint not null default 0 check (failures >= 0),
  tries int not null default 0 check (tries >= 0),
  -- A recovery may bring it forward, once between two scheduled tries.
  may_hurry boolean not null default true,
  given_up_at timestamptz,
  primary key (order_id, seq)
) with (fillfactor = 80);

create index callback_queue_due on callback_queue (partner_id, due_at, order_id, seq) where given_up_at is null;
create index callback_queue_given_up on callback_queue (partner_id, given_up_at) where given_up_at is not null;

create table callback_tries (
  id bigint generated always as identity primary key,
  order_id text not null,
  seq int not null,
  partner_id text not null,
  try int not null check (try >= 1),
  tried_at timestamptz not null,
  outcome text not null check (length(outcome) between 1 and 20),
  code smallint not null,
  elapsed_ms int not null check (elapsed_ms >= 0),
  response_text text not null check (octet_length(response_text) <= 6144),
  error text not null check (length(error) <= 300)
);

create index callback_tries_order on callback_tries (order_id, id);
create index callback_tries_age on callback_tries (tried_at);

-- Writes an event with the change that caused it, in that change's transaction and under its order's row lock.
create function append_callback_event(
  an_order text, a_seq int, a_partner text, a_type text, a_body text, an_at timestamptz
) returns void language plpgsql as $$
declare
  this_era int := (select max(era) from callback_eras);
begin
  insert into callback_events (order_id, seq, partner_id, type, happened_at, body, era, position)
  values (
    an_order, a_seq, a_partner, a_type, an_at, a_body, this_era,
    -- A transaction that got its number early may have waited for the order behind a later-numbered one. Taking the
    -- larger of the two keeps an order's events in sequence in the stream as well.
    greatest(pg_current_xact_id(), (
      select position
      from callback_events
      where order_id = an_order
        and seq = a_seq - 1
        and era = this_era
    ))
  );
  insert into callback_queue (order_id, seq, partner_id, queued_at, scheduled_at, due_at)
  select an_order, a_seq, partner_id, an_at, an_at,
    -- Behind an event of its order that waits for a retry there is nothing to look for before that.
    greatest(an_at, (
      select max(due_at)
      from callback_queue
      where order_id = an_order
        and given_up_at is null
    ))
  from callback_endpoints
  where partner_id = a_partner;
end $$;
