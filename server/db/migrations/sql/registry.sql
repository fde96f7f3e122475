-- The national provider registry: what it says about each dental provider, and what it adds to listings and practices.

alter table dentists add column license text, add column license_state text, add column npi_since date;
comment on column dentists.npi_since is 'the day on which the registry gave out the NPI';
alter table practices add column npi text;
create unique index practices_npi on practices (npi) where npi is not null;

-- Each dental provider as the registry describes it. Claims are compared with this copy, because edits never reach it. The data is public.
create table registry_records (
  npi text collate "C" primary key check (npi ~ '^[0-9]{10}$'),
  -- A provider that left is no longer dental or no longer in the US.
  status text not null check (status in ('active', 'deactivated', 'left')),
  is_organization boolean not null,
  name text,
  other_name text,
  credentials text,
  taxonomy text,
  -- Such as "TX 12345; OK 678".
  licenses text,
  address text,
  city text,
  state text,
  zip_code text,
  phone text,
  enumerated_on date,
  updated_on date,
  deactivated_on date,
  reactivated_on date
);

-- Listings that the registry removed, so that a reactivation or an undo can restore exactly these. dentist_id is no reference,
-- because deleted listings are purged after a month.
create table registry_retirements (
  dentist_id integer primary key,
  npi text collate "C" not null,
  run_id integer not null,
  retired_at timestamptz not null
);
create index registry_retirements_run on registry_retirements (run_id);
create index registry_retirements_npi on registry_retirements (npi);
