-- The link by which a practice asks its patients for reviews has a code, which is derived from the listing and this version. A listing
-- without a row has version 0.
create table practice_review_links (
  dentist_id integer primary key references dentists on delete cascade,
  version integer not null,
  replaced_at timestamptz not null
);

-- The author opened the practice's link.
alter table review_invitations add column is_practice_invited boolean not null default false;
alter table reviews add column is_practice_invited boolean not null default false;
