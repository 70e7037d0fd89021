-- serves: 14
-- People who want to drive: what they say of themselves, and what came of it. One for a phone; a refused or forgotten one goes with its age,
-- an approved one stays with its driver, for its documents.
create table applications (
  id text primary key,
  phone text not null unique,
  city_id text not null,
  status text not null check (status in ('DRAFT', 'SUBMITTED', 'APPROVED', 'REFUSED')),
  name text not null check (length(name) between 1 and 200),
  plate_number text not null check (length(plate_number) between 1 and 20),
  vehicle text not null,
  bank text not null check (length(bank) between 1 and 100),
  bank_account text not null check (length(bank_account) between 1 and 40),
  bank_holder text not null check (length(bank_holder) between 1 and 200),
  -- Theirs from the first sign-in on.
  pin_hash bytea not null,
  consented_at timestamptz not null,
  -- Photos that were ever sent for it.
  uploads int not null default 0,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  submitted_at timestamptz,
  decided_at timestamptz,
  decided_by text,
  -- Why it was refused, as the applicant reads it.
  reason text check (length(reason) <= 500),
  check ((status in ('APPROVED', 'REFUSED')) = (decided_at is not null)),
  check (status <> 'REFUSED' or reason is not null)
);

create index applications_by_city on applications (city_id, status, changed_at);
create index applications_age on applications (changed_at) where status <> 'APPROVED';

-- The photo of a document: one that counts, and one that waits to be looked at. Its bytes are kept where photos are.
create table application_documents (
  application_id text not null references applications (id),
  kind text not null check (length(kind) between 1 and 40),
  is_current boolean not null,
  token text not null unique check (token ~ '^[0-9a-f]{32}$'),
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  bytes int not null check (bytes > 0),
  width int not null check (width > 0),
  height int not null check (height > 0),
  expires_on date,
  -- Why another is asked for.
  asked_again text check (length(asked_again) <= 500),
  uploaded_at timestamptz not null,
  primary key (application_id, kind, is_current)
);

create index application_documents_end on application_documents (expires_on) where is_current and expires_on is not null;

-- Files of photos that no document names: on their way in, or replaced. Whoever dies between the file and the row leaves its name here.
create table loose_photos (
  token text primary key,
  remove_after timestamptz not null
);

create index loose_photos_due on loose_photos (remove_after);

-- The code that proves an applicant's phone: at most one is open, asking again replaces it.
create table applicant_codes (
  phone text primary key,
  code_hash bytea not null check (length(code_hash) = 32),
  tries_left int not null check (tries_left >= 0),
  expires_at timestamptz not null
);

create table applicant_sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  phone text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index applicant_sessions_phone on applicant_sessions (phone);
create index applicant_sessions_end on applicant_sessions (expires_at);

-- Where a driver's money goes.
create table driver_banks (
  driver_phone text primary key references drivers (phone),
  bank text not null check (length(bank) between 1 and 100),
  account text not null check (length(account) between 1 and 40),
  holder text not null check (length(holder) between 1 and 200),
  changed_at timestamptz not null
);

-- Since when they are offered nothing, because a document has ended.
alter table drivers add column off_offers_at timestamptz;
