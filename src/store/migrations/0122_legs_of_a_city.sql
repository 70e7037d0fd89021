-- serves: 14
-- Ways driven are read city by city: one where thousands are driven in an hour said what all others were taught. Old ones go by their numbers.
create index driven_legs_of_city on driven_legs (city_id, driven_at);
drop index driven_legs_age;
