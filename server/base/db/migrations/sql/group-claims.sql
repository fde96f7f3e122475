-- One claim of many listings. group_name marks it, also after its group has ended; dentist_id is its main location.
alter table claim_requests
  add column group_id integer references groups on delete set null,
  add column group_name text,
  add column proof text check (proof in ('domain', 'letter', 'document'));
create index claim_requests_group on claim_requests (group_id) where group_id is not null;

create table claim_locations (
  claim_id integer not null references claim_requests on delete cascade,
  dentist_id integer not null references dentists on delete cascade,
  -- Why the claim doesn't include this listing any more.
  left_out text,
  -- The claim whose approval left it out.
  closed_by_claim_id integer references claim_requests on delete set null,
  primary key (claim_id, dentist_id)
);
create index claim_locations_listing on claim_locations (dentist_id, claim_id);
create index claim_locations_closed_by on claim_locations (closed_by_claim_id) where closed_by_claim_id is not null;
create trigger claim_locations_mark after insert or update on claim_locations
  for each row execute function public.mark_claim_of();
