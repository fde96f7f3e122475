-- Who staff are at the identity provider. Its subject never changes, while an email address may pass to someone else.
create table staff_identities (
  issuer text not null,
  subject text not null,
  user_id integer not null references users on delete cascade,
  linked_at timestamptz not null,
  last_login_at timestamptz not null,
  primary key (issuer, subject),
  unique (issuer, user_id)
);
create index staff_identities_user on staff_identities (user_id);
