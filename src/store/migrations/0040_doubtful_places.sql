-- serves: 14
-- Places that a driver's phone tells and nobody should build on: a jump no vehicle makes, a time that has not come yet.

alter table driver_places
  -- When the place was written, by the program's time: how far somebody can have come since.
  add column located_at timestamptz,
  -- Why the place was doubted last, and when. After a minute without another doubt it counts again.
  add column doubt text,
  add column doubted_at timestamptz;
