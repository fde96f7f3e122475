-- What staff remember of claims, messages, reports, requests, and payments, for the search of everything.
create index claim_requests_words on claim_requests
  using gin (lower(requestor_name) gin_trgm_ops, lower(requestor_email) gin_trgm_ops);
create index claim_requests_phone on claim_requests (phone_digits(requestor_phone));
create index claim_requests_npi on claim_requests (npi) where npi is not null;
create index claim_requests_listing on claim_requests (dentist_id, id);
create index contact_messages_words on contact_messages
  using gin (lower(subject) gin_trgm_ops, lower(name) gin_trgm_ops, lower(email) gin_trgm_ops);
create index listing_problems_words on listing_problems using gin (lower(email) gin_trgm_ops);
create index listing_problems_user on listing_problems (user_id) where user_id is not null;
create index privacy_requests_words on privacy_requests using gin (lower(name) gin_trgm_ops, lower(email) gin_trgm_ops);
create index transactions_number on transactions (lower(number)) where number is not null;
