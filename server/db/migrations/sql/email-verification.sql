-- Verified email addresses. A link in an email proves that the account's owner reads that mailbox.

alter table users add column email_verified_at timestamptz;

-- Administrators are chosen by the operator or by another administrator.
update users set email_verified_at = created_at where role = 'admin';

-- A link that was emailed to the old address proves nothing about the new one.
create function users_email_changed() returns trigger language plpgsql as $$
begin
  new.email_verified_at := null;
  new.reset_token := null;
  new.reset_token_expires_at := null;
  return new;
end
$$;
create trigger users_email_changed before update of email on users
  for each row when (new.email is distinct from old.email) execute function users_email_changed();

-- Links that were emailed and have not expired. Only hashes of their tokens are stored.
create table email_verifications (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  -- The address that the link was sent to. The link proves nothing about a later address.
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_verifications_user on email_verifications (user_id);
create index email_verifications_expiry on email_verifications (expires_at);
