-- Photos are swept by age.
create index photos_age on photos (taken_at);
