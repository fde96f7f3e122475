-- Keys with which programs call the API as their owner. A key is random and long, so only its SHA-256 is stored. Revoking a key deletes it.
create table api_keys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  key_hash bytea not null unique,
  -- The last characters, by which its owner recognizes it.
  hint text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index api_keys_user on api_keys (user_id);
create index api_keys_expiry on api_keys (expires_at);

-- The partner feed lists deleted listings in this order.
create index dentists_removed on dentists (deleted_at, id) where deleted_at is not null;
