-- serves: 14
-- An accepted order may be offered to somebody better placed: whose it is until that driver accepts. Such an order moves once, and a driver
-- loses few a day.
alter table offers add column taken_from text;

create index offers_taken_back on offers (taken_from, answered_at) where taken_from is not null and answer = 'accepted';
