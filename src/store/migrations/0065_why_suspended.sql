-- serves: 14
-- Why a driver was suspended, as the operator put it; gone when they may drive again.
alter table drivers add column suspended_reason text;
