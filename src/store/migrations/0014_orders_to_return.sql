-- Failed deliveries whose goods are still with the driver: few beside all the orders he ever completed.
create index orders_to_return on orders (driver_phone)
  where driver_phone is not null
    and status = 'COMPLETED'
    and state::jsonb @> '{"points": [{"status": "FAILED"}]}'
    and state ->> 'subStatus' is distinct from 'RETURNED';
