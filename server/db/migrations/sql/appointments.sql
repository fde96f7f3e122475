-- Appointment requests of patients, and the practices that take them.

-- A setting counts only while its owner still owns the listing, so the next owner starts with requests switched off.
create table appointment_settings (
  dentist_id integer primary key references dentists on delete cascade,
  owner_id integer not null references users on delete cascade,
  is_on boolean not null,
  note text not null default '',
  -- Empty means every service of the listing.
  service_ids integer[] not null default '{}',
  updated_at timestamptz not null
);
create index appointment_settings_owner on appointment_settings (owner_id);
-- Profiles show whether the practice takes requests.
create trigger appointment_settings_changed after insert or update or delete on appointment_settings
  for each statement execute function directory_changed();

-- The owner at the time of the request, because a later owner must not read what patients sent to this one. The personal
-- columns are null once the request has been erased; the row stays for the counts.
create table appointment_requests (
  id integer generated always as identity primary key,
  dentist_id integer not null references dentists on delete cascade,
  owner_id integer references users on delete set null,
  state text not null default 'new'
    check (state in ('new', 'called', 'offered', 'accepted', 'declined', 'canceled', 'closed')),
  -- The patient's link has a token that follows from the key and a secret of the server. Requests are found by its SHA-256.
  link_key bytea,
  token_hash bytea,
  name text,
  email text,
  phone text,
  times text[] not null default '{}',
  service_id integer references services on delete set null,
  insurance text,
  is_new_patient boolean,
  offered_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  erased_at timestamptz
);
create unique index appointment_requests_token on appointment_requests (token_hash) where token_hash is not null;
create index appointment_requests_listing on appointment_requests (dentist_id, created_at);
create index appointment_requests_owner on appointment_requests (owner_id, id desc);
create index appointment_requests_state on appointment_requests (state, id desc);
create index appointment_requests_retention on appointment_requests (changed_at) where erased_at is null;
create index appointment_requests_email on appointment_requests (email) where email is not null;

-- The history of a request, which the patient, the practice, and staff see.
create table appointment_events (
  id bigint generated always as identity primary key,
  request_id integer not null references appointment_requests on delete cascade,
  at timestamptz not null,
  actor text not null check (actor in ('patient', 'practice', 'staff', 'system')),
  user_id integer references users on delete set null,
  action text not null check (action in ('request', 'offer', 'decline', 'call', 'accept', 'cancel', 'close')),
  offered_at timestamptz,
  reason text,
  message text
);
create index appointment_events_request on appointment_events (request_id, id);
create index appointment_events_user on appointment_events (user_id) where user_id is not null;

-- Requests and settings that a merge moved to the kept listing.
alter table listing_merges
  add column moved_requests integer[] not null default '{}',
  add column moved_settings boolean not null default false;
