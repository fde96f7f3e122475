-- Offers of an owner to hand a listing to another person, and what became of them.
create table listing_transfers (
  id integer generated always as identity primary key,
  dentist_id integer not null references dentists on delete cascade,
  -- Null once the account is deleted.
  from_user_id integer references users on delete set null,
  to_user_id integer references users on delete set null,
  -- The recipient's address. Removed a while after the offer has ended.
  email text,
  -- Of the emailed link, which shows the offer before the recipient logs in.
  token_hash bytea,
  status text not null default 'offered' check (status in ('offered', 'paying', 'done', 'declined', 'canceled', 'expired')),
  offered_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  closed_at timestamptz,
  -- The fee that is due before the transfer. Null if it goes on the next invoice of a plan.
  invoice_id text,
  -- When the unpaid invoice of an ended offer was voided, or its payment refunded.
  invoice_ended_at timestamptz,
  check ((status in ('offered', 'paying')) = (closed_at is null))
);
create unique index listing_transfers_open on listing_transfers (dentist_id) where closed_at is null;
create unique index listing_transfers_token on listing_transfers (token_hash);
create index listing_transfers_listing on listing_transfers (dentist_id, id);
create index listing_transfers_email on listing_transfers (email) where closed_at is null;
create index listing_transfers_from on listing_transfers (from_user_id);
create index listing_transfers_to on listing_transfers (to_user_id);
create index listing_transfers_closed on listing_transfers (closed_at);
create index listing_transfers_unsettled on listing_transfers (id)
  where invoice_id is not null and invoice_ended_at is null and status in ('declined', 'canceled', 'expired');

-- The new owner of a transferred listing is checked like the owner of a new one.
alter table claim_requests drop constraint claim_requests_kind_known;
alter table claim_requests add constraint claim_requests_kind_known
  check (kind in ('claim', 'new_listing', 'identity_change', 'new_owner'));
