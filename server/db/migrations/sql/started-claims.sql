-- Claims that a signed-in person started and has not sent, so that any device can continue them.
create table started_claims (
  user_id integer not null references users on delete cascade,
  dentist_id integer not null references dentists on delete cascade,
  started_at timestamptz not null,
  primary key (user_id, dentist_id)
);
create index started_claims_age on started_claims (started_at);
create index started_claims_listing on started_claims (dentist_id);
