-- serves: 14
-- Since when a part of the platform is not up, as partners are told on /status: the same by whichever process is asked.
create table status_troubles (
  part text primary key check (part in ('api', 'work', 'drivers')),
  since timestamptz not null,
  -- By the database's time: when anybody last saw it so.
  seen_at timestamptz not null
);
