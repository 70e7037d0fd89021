-- serves: 14
-- New orders that come together are handed over column by column, as PostgreSQL keeps arrays. As one JSON document they were read three times before
-- the first row was written, and once more for each table.

-- As open_orders() in 0051. `posting_orders` and `number_orders` say to which order, from 1, each posting and each tracking number belongs. Planned
-- once: by how many there are this time, it was planned anew for each group.
create function open_order_columns(
  ids text[], partners text[], creators text[], services text[], cities text[], statuses text[], dues timestamptz[], tokens text[],
  promo_codes text[], mains bigint[], bonuses bigint[], ats timestamptz[], contents json[], states json[], actors text[], bodies text[],
  journal_kinds text[], journal_references text[],
  posting_orders int[], posting_lines smallint[], posting_kinds text[], posting_owners text[], posting_amounts bigint[],
  number_orders int[], numbers text[], blocking boolean[],
  keys text[], fingerprints bytea[], answer_statuses smallint[], answers text[], expiries timestamptz[]
) returns table (nth int, code text, violated text) language plpgsql
set lock_timeout = '50ms'
set enable_seqscan = off
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  size int := cardinality(ids);
  holders text[];
  codes text[] := array_remove(promo_codes, null);
  order_numbers bigint[];
  journal_ids bigint[];
  held text[] := '{}';
begin
  begin
    -- As append_callback_event() does, and for its reason.
    if current_setting('giao.stream_mark', true) is distinct from 'set' then
      perform pg_advisory_xact_lock_shared((71::bigint << 48) | coalesce(pg_sequence_last_value('callback_positions'), 0));
      perform set_config('giao.stream_mark', 'set', true);
    end if;
    if cardinality(keys) > 0 then
      perform keep_answer(creators[n], keys[n], fingerprints[n], answer_statuses[n], answers[n], ats[n], expiries[n])
      from generate_series(1, size) as n
      where keys[n] is not null;
    end if;
    -- Drawn here, so that what belongs to an order need not look for it.
    order_numbers := array(select nextval('orders_number_seq') from generate_series(1, size));
    insert into orders (
      id, number, partner_id, creator_phone, service_id, city_id, status, seq, due_at, tracking_token, promo_code, held_main,
      held_bonus, created_at, content, state
    )
    overriding system value
    select ids[n], order_numbers[n], partners[n], creators[n], services[n], cities[n], statuses[n], 1, dues[n], tokens[n], promo_codes[n], mains[n],
      bonuses[n], ats[n], contents[n], states[n]
    from generate_series(1, size) as n;
    if cardinality(numbers) > 0 then
      insert into tracking_numbers (partner_id, tracking_number, order_id, order_number, created_at, blocks)
      select partners[number_orders[n]], numbers[n], ids[number_orders[n]], order_numbers[number_orders[n]], ats[number_orders[n]],
        blocking[number_orders[n]]
      from generate_series(1, cardinality(numbers)) as n;
    end if;
    insert into order_history (order_id, seq, event, actor, status, sub_status, happened_at)
    select ids[n], 1, 'create', actors[n], statuses[n], '', ats[n]
    from generate_series(1, size) as n;
    insert into callback_events (order_id, seq, partner_id, type, happened_at, body, creator_phone)
    select ids[n], 1, partners[n], 'create', ats[n], bodies[n], creators[n]
    from generate_series(1, size) as n;
    insert into callback_queue (order_id, seq, partner_id, queued_at, scheduled_at, due_at)
    select ids[n], 1, partner_id, ats[n], ats[n], ats[n]
    from generate_series(1, size) as n
    join callback_endpoints on partner_id = partners[n];
    -- The rows that other orders wait for come last, in one order whoever saves.
    holders := array(select creators[n] from generate_series(1, size) as n where mains[n] + bonuses[n] > 0);
    if cardinality(holders) > 0 then
      perform from accounts where phone = any(holders) order by phone for no key update;
      if exists (
        select
        from (
          select creators[n] as creator, sum(mains[n]) as main, sum(bonuses[n]) as bonus
          from generate_series(1, size) as n
          group by creators[n]
        ) as wanted
        join accounts on phone = creator
        where wanted.main + wanted.bonus > 0
          and (
            (select coalesce(sum(balance), 0) from balances where owner = phone and kind = 'user_main') - wanted.main < -credit_limit
            or (select coalesce(sum(balance), 0) from balances where owner = phone and kind = 'user_bonus') < wanted.bonus
          )
      ) then
        raise exception 'balance moved' using errcode = 'GI001';
      end if;
      journal_ids := array(select case when mains[n] + bonuses[n] > 0 then nextval('journals_id_seq') end from generate_series(1, size) as n);
      insert into journals (id, kind, reference, order_id, posted_at)
      overriding system value
      select journal_ids[n], journal_kinds[n], journal_references[n], ids[n], ats[n]
      from generate_series(1, size) as n
      where journal_ids[n] is not null;
      insert into postings (journal_id, line, kind, owner, amount)
      select journal_ids[posting_orders[n]], posting_lines[n], posting_kinds[n], posting_owners[n], posting_amounts[n]
      from generate_series(1, cardinality(posting_orders)) as n
      where journal_ids[posting_orders[n]] is not null;
    end if;
    if cardinality(codes) > 0 then
      perform from promos where promos.code = any(codes) order by promos.code for no key update;
      if exists (
        select
        from (select promo, count(*) as uses from unnest(codes) as promo group by promo) as wanted
        join promos on promos.code = promo
        where promos.uses + wanted.uses > uses_max
      ) then
        raise exception 'promo used up' using errcode = 'GI002';
      end if;
      update promos
      set uses = promos.uses + wanted.uses
      from (select promo, count(*) as uses from unnest(codes) as promo group by promo) as wanted
      where promos.code = promo;
    end if;
    for n in 1..size loop
      nth := n;
      return next;
    end loop;
    return;
  exception when others then
    -- One of them is refused. Whose fault it is turns out when each is saved by itself, in the order they came.
    nth := 0;
  end;
  for n in 1..size loop
    nth := n;
    code := null;
    violated := null;
    if creators[n] = any(held) then
      code := '55P03';
    else
      begin
        perform open_order(
          ids[n], partners[n], creators[n], services[n], cities[n], statuses[n], dues[n], tokens[n], promo_codes[n], mains[n],
          bonuses[n], ats[n], contents[n], states[n], actors[n], bodies[n], journal_kinds[n], journal_references[n],
          array(select posting_kinds[p] from generate_series(1, cardinality(posting_orders)) as p where posting_orders[p] = n order by p),
          array(select posting_owners[p] from generate_series(1, cardinality(posting_orders)) as p where posting_orders[p] = n order by p),
          array(select posting_amounts[p] from generate_series(1, cardinality(posting_orders)) as p where posting_orders[p] = n order by p),
          array(select numbers[p] from generate_series(1, cardinality(numbers)) as p where number_orders[p] = n order by p), blocking[n],
          keys[n], fingerprints[n], answer_statuses[n], answers[n], expiries[n]
        );
      exception when others then
        get stacked diagnostics code = returned_sqlstate, violated = constraint_name;
        if code = '55P03' then
          held := held || creators[n];
        end if;
      end;
    end if;
    return next;
  end loop;
end $$;
