-- serves: 14
-- What is another way in the sequence a driver was told last than in the one before.
alter table driver_plans add column changes json;
