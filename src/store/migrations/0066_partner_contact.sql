-- serves: 14
-- How a recipient reaches whoever sent their parcel, in the partner's own words; shown where a delivery has failed.
alter table partners
  add column contact text not null default '' check (length(contact) <= 200);
