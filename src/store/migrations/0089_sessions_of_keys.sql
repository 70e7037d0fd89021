-- serves: 14
-- By which API key a partner's browser came in: it goes with that key and with no other. Null where a member signed in with a password, and for
-- browsers that an older program let in, which go with any key.
alter table web_sessions add column key_hash bytea;
