-- serves: 14
-- The orders of a city, newest first: what people of the operator's list who are limited to cities.
create index orders_of_city on orders (city_id, number);
