-- Ownership checks. The review queue holds claims of unclaimed listings, and checks of listings that have an owner:
-- new_listing for one that its owner added, identity_change for a verified one whose name, address, or phone the owner changed.

alter table claim_requests
  add column kind text not null default 'claim',
  -- Identity changes only: { before, after? } has the verified values, and after a rejection the owner's.
  add column identity jsonb,
  -- Staff reached the practice by phone, or found the license number in the records of the state board.
  add column called_at timestamptz,
  add column license_matched_at timestamptz,
  add constraint claim_requests_kind_known check (kind in ('claim', 'new_listing', 'identity_change'));

alter table claim_events drop constraint claim_events_kind_check;
alter table claim_events add constraint claim_events_kind_check check (kind in ('submitted', 'evidence_asked', 'answered',
  'letter_sent', 'pin_failed', 'pin_confirmed', 'called', 'license_matched', 'approved', 'rejected', 'withdrawn', 'reversed',
  'reopened'));

alter table dentists add column identity_changed_at timestamptz;
comment on column dentists.identity_changed_at is
  'when the owner of a verified listing changed its name, address, or phone; null once staff decided';

-- Existing listings. Verified now means that ownership was checked, so the owner of an approved claim is verified, unless
-- staff removed the mark later, and a listing whose account was deleted is not.
update dentists d set is_verified = true, ownership_reviewed_at = coalesce(d.ownership_reviewed_at, c.reviewed_at)
from claim_requests c
where c.dentist_id = d.id and c.user_id = d.user_id and c.status = 'approved' and not d.is_verified
  and not exists (
    select from listing_history h
    where h.dentist_id = d.id and h.field = 'isVerified' and h.source = 'staff' and h.after = 'false' and h.at >= c.reviewed_at
  );
update dentists set is_verified = false, ownership_reviewed_at = null
where user_id is null and is_verified and ownership_reviewed_at is not null;

-- Listings that their owners added were never checked. Each gets a check, due within a week.
with opened as (
  insert into claim_requests (kind, dentist_id, user_id, requestor_name, requestor_email, requestor_phone,
    relationship_to_practice, submitted_at, due_at)
  select 'new_listing', d.id, u.id, u.name, u.email, coalesce(d.phone, ''), 'owner', now(), now() + interval '7 days'
  from dentists d join users u on u.id = d.user_id
  where d.deleted_at is null and not d.is_verified
    and not exists (select from claim_requests c where c.dentist_id = d.id and c.user_id = u.id and c.status in ('pending', 'approved'))
  order by d.id
  returning id, submitted_at
)
insert into claim_events (claim_id, at, kind) select id, submitted_at, 'submitted' from opened order by id;
