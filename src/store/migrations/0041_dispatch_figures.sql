-- serves: 14
-- How dispatch goes in each city, told by whoever leads it, so that any process can show it; and how drivers answered lately.

alter table dispatch_leases
  add column holder text,
  add column figures json,
  add column told_at timestamptz;

create index offers_answered on offers (answered_at) where answered_at is not null;
