-- Enterprise is one subscription for all locations of an account's groups. Its quantity is changed by the id of its item.
alter table subscriptions add column quantity integer not null default 1, add column item_id text;

-- The cost center in the file of a claim, for when the location is approved.
alter table claim_locations add column cost_center text;
