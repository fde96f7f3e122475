-- The claims that reviewers have open. Unlogged, because a row counts only for a minute.
create unlogged table claim_viewers (
  claim_id integer not null references claim_requests on delete cascade,
  user_id integer not null references users on delete cascade,
  seen_at timestamptz not null,
  primary key (claim_id, user_id)
);
create index claim_viewers_user on claim_viewers (user_id);
