-- Addresses whose mail server rejected an email for good. Routine email to them pauses.
create table undeliverable_emails (
  email text primary key check (email = lower(email)),
  -- The mail server's reply, for example "550 5.1.1 No such user".
  reason text not null,
  since timestamptz not null,
  last_failed_at timestamptz not null
);
create index undeliverable_emails_age on undeliverable_emails (last_failed_at);
