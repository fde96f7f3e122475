-- Single-use download links, for browsers that can't send a bearer token. A link works for a minute. Its row records how the
-- download went, and is deleted after a day. `seen_at` uses the database's clock, because any server may read it.
create table download_links (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id integer not null references users on delete cascade,
  session_id uuid not null references auth_sessions on delete cascade,
  path text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  started_at timestamptz,
  seen_at timestamptz,
  ended_at timestamptz,
  failure text
);
create index download_links_created on download_links (created_at);
create index download_links_user on download_links (user_id);
create index download_links_session on download_links (session_id);
