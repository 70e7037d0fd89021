-- serves: 14
-- Pages of these origins may call the API from a browser on the partner's behalf (D23).
alter table partners add column cors_origins text[] not null default '{}';
