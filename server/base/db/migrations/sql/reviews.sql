-- One invitation for each visit: an accepted appointment request whose day has passed. It holds the author's link and sealed address, also
-- for the review's later emails. All of it is erased when the invitation ends without a review, or when the author deletes the review.
create table review_invitations (
  id integer generated always as identity primary key,
  request_id integer not null unique references appointment_requests on delete cascade,
  link_key bytea,
  token_hash bytea,
  contact text,
  email_key bytea,
  -- The day on the practice's calendar.
  visited_on date,
  invited_at timestamptz not null,
  reminded_at timestamptz,
  ended_at timestamptz
);
create unique index review_invitations_token on review_invitations (token_hash) where token_hash is not null;
create index review_invitations_email_key on review_invitations (email_key) where email_key is not null;
create index review_invitations_open on review_invitations (invited_at) where ended_at is null;

create table reviews (
  id integer generated always as identity primary key,
  dentist_id integer not null references dentists on delete cascade,
  invitation_id integer unique references review_invitations on delete set null,
  is_sample boolean not null default false,
  status text not null check (status in ('waiting', 'flagged', 'published', 'refused')),
  stars smallint not null check (stars between 1 and 5),
  -- Null if the author skipped the question.
  explained boolean,
  on_time boolean,
  price_as_told boolean,
  would_return boolean,
  service_id integer references services on delete set null,
  visit_month date not null check (extract(day from visit_month) = 1),
  body text not null check (char_length(body) between 20 and 2000),
  author_name text not null,
  language text not null check (language in ('en', 'es')),
  flags text[] not null default '{}',
  -- Hashes of its word sequences, to find copied text.
  prints integer[] not null default '{}',
  -- An HMAC of the author's network with a key that changes, erased after 30 days.
  network_key bytea,
  written_at timestamptz not null,
  -- When this text was sent: the first time, or with the last edit.
  sent_at timestamptz not null,
  changed_at timestamptz not null,
  -- When a job publishes a waiting review.
  publish_at timestamptz,
  -- By when staff decide on a flagged one.
  due_at timestamptz,
  published_at timestamptz,
  decided_at timestamptz,
  decided_by integer references users on delete set null,
  -- Why it was refused.
  reason text,
  appeal text check (char_length(appeal) <= 1000),
  appealed_at timestamptz,
  check (status <> 'waiting' or publish_at is not null),
  check (status <> 'refused' or reason is not null)
);
create index reviews_shown on reviews (dentist_id, written_at desc, id desc) where status = 'published';
create index reviews_listing on reviews (dentist_id);
create index reviews_to_publish on reviews (publish_at) where status = 'waiting';
create index reviews_to_decide on reviews (due_at, id) where status = 'flagged';
create index reviews_decided on reviews (decided_at, id) where decided_at is not null;
create index reviews_decider on reviews (decided_by) where decided_by is not null;
create index reviews_service on reviews (service_id) where service_id is not null;
create index reviews_network on reviews (network_key, sent_at) where network_key is not null;
create index reviews_prints on reviews using gin (prints) where not is_sample;

-- Profiles show published reviews. Samples are stored before any page is.
create trigger reviews_added after insert on reviews
  for each row when (new.status = 'published' and not new.is_sample) execute function directory_changed();
create trigger reviews_changed after update on reviews
  for each row when (old.status = 'published' or new.status = 'published') execute function directory_changed();
create trigger reviews_removed after delete on reviews
  for each row when (old.status = 'published') execute function directory_changed();

-- Staff decide on flagged reviews in an inbox.
alter table inbox_items
  add column review_id integer unique references reviews on delete cascade,
  drop constraint inbox_items_check,
  add constraint inbox_items_check check (num_nonnulls(message_id, problem_id, request_id, claim_id, review_id) = 1);

alter table listing_merges add column moved_reviews integer[] not null default '{}';
