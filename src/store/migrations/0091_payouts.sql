-- serves: 14
-- Paying drivers out: a run is made with its lines, and the money is set aside with it; paid or cancelled it is over.
create table payout_runs (
  id text primary key,
  -- null: all cities.
  city_id text,
  -- What was earned later is left to the next.
  up_to timestamptz not null,
  status text not null check (status in ('OPEN', 'PAID', 'CANCELLED')),
  total bigint not null check (total > 0),
  paid_drivers int not null check (paid_drivers > 0),
  -- Above the limit when it was made: two people must say yes.
  needs_two boolean not null,
  made_at timestamptz not null,
  made_by text not null,
  ended_at timestamptz,
  ended_by text,
  -- The bank's, or one's own: marking it paid again with the same is the same as once.
  reference text check (length(reference) between 1 and 100),
  check ((status = 'OPEN') = (ended_at is null)),
  check ((status = 'PAID') = (reference is not null))
);

create index payout_runs_newest on payout_runs (made_at desc, id);
create index payout_runs_open on payout_runs (id) where status = 'OPEN';

create table payout_lines (
  run_id text not null references payout_runs (id),
  driver_phone text not null references drivers (phone),
  name text not null,
  wallet bigint not null,
  later bigint not null,
  held bigint not null,
  cod bigint not null,
  amount bigint not null check (amount >= 0),
  why text not null check (length(why) between 1 and 40),
  bank text,
  account text,
  holder text,
  primary key (run_id, driver_phone),
  check (amount = 0 or account is not null)
);

-- People who said yes; whoever made it counts, if they are a person.
create table payout_approvals (
  run_id text not null references payout_runs (id),
  operator_id text not null,
  name text not null,
  approved_at timestamptz not null,
  primary key (run_id, operator_id)
);

-- Cash that a driver handed in, by the number on its receipt.
create table cod_receipts (
  receipt text primary key check (length(receipt) between 1 and 60),
  driver_phone text not null references drivers (phone),
  amount bigint not null check (amount > 0),
  received_at timestamptz not null,
  received_by text not null
);

create index cod_receipts_newest on cod_receipts (received_at desc, receipt);

-- The first journal that may be younger than a moment, found by halves: numbers and times rise together, but for transactions that overtake each
-- other. Whoever asks leaves a margin, and compares the times of what they find.
create function first_journal_after(a_moment timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint := coalesce((select max(id) from journals), 0) + 1;
  middle bigint;
  at timestamptz;
begin
  while low < high loop
    middle := (low + high) / 2;
    select posted_at into at from journals where id >= middle order by id limit 1;
    if at is null or at > a_moment then
      high := middle;
    else
      low := middle + 1;
    end if;
  end loop;
  return low;
end $$;
