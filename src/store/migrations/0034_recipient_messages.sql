-- serves: 14
-- What special request SMS buys: a message to each recipient with the link of their delivery. Queued with the pickup, sent by whoever
-- claims it, and kept as the operator's record of what became of it. Names and phones stay with the order.
create table recipient_messages (
  order_id text not null references orders (id),
  path_index smallint not null check (path_index >= 1),
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  queued_at timestamptz not null,
  -- When it is tried next; whoever tries it puts this off, so that nobody else does and a dead one is followed by another.
  due_at timestamptz,
  tries smallint not null default 0,
  -- Why the last try did not succeed.
  error text not null default '',
  ended_at timestamptz,
  primary key (order_id, path_index),
  check ((status = 'waiting') = (due_at is not null)),
  check ((status = 'waiting') = (ended_at is null))
);

create index recipient_messages_due on recipient_messages (due_at) where due_at is not null;
create index recipient_messages_failed on recipient_messages (ended_at) where status = 'failed';

-- What is tried again after a death between sending and writing it down is kept once.
alter table sms_outbox add column message_id text;
create unique index sms_outbox_once on sms_outbox (message_id);

-- In which the partner's recipients are written to.
alter table partners add column language text not null default 'vi' check (language in ('vi', 'en'));
