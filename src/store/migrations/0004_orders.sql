-- Orders.

create table orders (
  id text primary key check (id ~ '^[0-9]{2}[0-9A-Z]{6}$'),
  partner_id text not null references partners (id),
  creator_phone text not null references accounts (phone),
  status text not null check (
    status in ('IDLE', 'ASSIGNING', 'ACCEPTED', 'CONFIRMING', 'PAYING', 'IN PROCESS', 'COMPLETED', 'CANCELLED')
  ),
  created_at timestamptz not null
);

create index orders_ongoing on orders (creator_phone) where status not in ('COMPLETED', 'CANCELLED');
