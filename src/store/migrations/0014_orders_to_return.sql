-- Texts with a zero character or half of an emoji, which earlier programs let in: PostgreSQL cannot look into such a document.
update orders
set state = regexp_replace(state::text, '(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f]..)', '\1' || chr(65533), 'g')::json,
  content = regexp_replace(content::text, '(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f]..)', '\1' || chr(65533), 'g')::json
where strpos(state::text, '\u0000') > 0
  or strpos(state::text, '\ud') > 0
  or strpos(content::text, '\u0000') > 0
  or strpos(content::text, '\ud') > 0;

-- Failed deliveries whose goods are still with the driver: few beside all the orders he ever completed.
create index orders_to_return on orders (driver_phone)
  where driver_phone is not null
    and status = 'COMPLETED'
    and state::jsonb @> '{"points": [{"status": "FAILED"}]}'
    and state ->> 'subStatus' is distinct from 'RETURNED';
