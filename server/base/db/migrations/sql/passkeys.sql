-- Keys on people's devices with which they log in. Only the public half is here. Removing a passkey deletes it.
create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  -- As the device names it, in base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- Some devices count their uses. A count that doesn't grow means that the key was copied.
  uses bigint not null,
  transports text[] not null,
  -- Whether a password manager may sync it to other devices, and whether it has.
  can_sync boolean not null,
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- Not known for sessions that began before this column.
alter table auth_sessions add method text check (method in ('password', 'code', 'passkey', 'single_sign_on'));
