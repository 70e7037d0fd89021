-- serves: 14
-- What a driver brings along, how much cash they may carry (0: what their wallet covers), and when they have their breaks.
alter table drivers
  add column equipment text[] not null default '{}',
  add column cash_max bigint not null default 0 check (cash_max >= 0),
  add column breaks jsonb not null default '[]';
