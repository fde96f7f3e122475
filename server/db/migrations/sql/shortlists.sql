-- Shortlists that were shared as a link. The row does not say who shared it, and is deleted when the link was not opened
-- for a while.
create table shared_shortlists (
  slug text primary key,
  listing_ids integer[] not null check (cardinality(listing_ids) between 1 and 50),
  created_at timestamptz not null,
  viewed_at timestamptz not null
);
create index shared_shortlists_viewed on shared_shortlists (viewed_at);

-- The shortlist of an account, in the order of saving. Ids of deleted listings may remain; readers leave them out.
create table account_shortlists (
  user_id integer primary key references users on delete cascade,
  listing_ids integer[] not null check (cardinality(listing_ids) <= 50),
  updated_at timestamptz not null
);
