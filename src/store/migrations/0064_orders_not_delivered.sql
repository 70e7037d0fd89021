-- serves: 14
-- Completed orders with a door that failed: few beside all the others. They are looked for by what became of them, by a sender among their own and
-- by the operator among all of a city; without these every completed order would be looked into.
create index orders_not_delivered on orders (creator_phone, number)
  where status = 'COMPLETED'
    and state::jsonb @> '{"points": [{"status": "FAILED"}]}';

create index orders_not_delivered_anywhere on orders (number)
  where status = 'COMPLETED'
    and state::jsonb @> '{"points": [{"status": "FAILED"}]}';
