-- The IP addresses from which each account logged in lately, as keyed hashes. Failed logins from other addresses do not
-- limit these.
create table known_addresses (
  user_id integer not null references users on delete cascade,
  address_hash bytea not null,
  last_login_at timestamptz not null,
  primary key (user_id, address_hash)
);
create index known_addresses_age on known_addresses (last_login_at);
