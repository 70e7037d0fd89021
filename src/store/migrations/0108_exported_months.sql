-- serves: 14
-- Months that were copied out, table by table: with KEEP_UNTIL_EXPORTED nothing else leaves.
create table exported_months (
  table_name text not null,
  month date not null,
  -- What was written later is not in the file.
  exported_at timestamptz not null,
  row_count bigint not null check (row_count >= 0),
  file text not null,
  -- Of the file as it lies there.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (table_name, month)
);
