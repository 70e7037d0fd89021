-- serves: 14
-- Who signs in at a provider of the operator's: its address and their name there, with a space between. null: signs in with a password.
alter table operators add column provider_id text;

create unique index operators_provider on operators (provider_id);
