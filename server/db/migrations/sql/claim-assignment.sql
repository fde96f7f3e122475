-- Claims are assigned and snoozed through inbox_items, as new listings already are.

-- Consoles sync claims by changed_in, so a change of the assignee or the snooze must count as a change of the claim.
create trigger inbox_items_mark after insert or update of assignee_id, snoozed_until on inbox_items
  for each row when (new.claim_id is not null) execute function mark_claim_of();

-- A snooze waits for news, so news end it: an answer, a confirmed PIN, and every change of the status.
create function wake_claim() returns trigger language plpgsql as $$
begin
  update inbox_items set snoozed_until = null where claim_id = new.id and snoozed_until is not null;
  return null;
end $$;
create trigger claim_requests_wake after update of status, evidence_answered_at, pin_confirmed_at on claim_requests
  for each row when (
    new.status is distinct from old.status
    or new.evidence_answered_at is distinct from old.evidence_answered_at
    or new.pin_confirmed_at is distinct from old.pin_confirmed_at
  ) execute function wake_claim();
