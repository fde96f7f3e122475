import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

/** Identifies the owner of an account, and the records about them. */
interface Traces {
  userId: number;
  email: string;
  /** Someone who never proved that an address is theirs can't have others' messages from it deleted. */
  isEmailVerified: boolean;
  /** The name, and what the claims say about the claimant. */
  words: string[];
  claimIds: number[];
  listingIds: number[];
}

export async function findTraces(trx: Knex, userId: number): Promise<Traces | undefined> {
  const [traces] = await rows<Traces>(
    trx,
    `select u.id as user_id, u.email, u.email_verified_at is not null as is_email_verified,
       array(select distinct word from claim_requests c
         cross join lateral unnest(array[u.name, c.requestor_name, c.requestor_email, c.requestor_phone, c.license_number, c.npi]) word
         where c.user_id = u.id and word is not null union select u.name) as words,
       array(select id from claim_requests where user_id = u.id) as claim_ids,
       array(select dentist_id from claim_requests where user_id = u.id union select id from dentists where user_id = u.id) as listing_ids
     from users u where u.id = :userId`,
    { userId },
  );
  return traces;
}

const REMOVED = '[removed]';
/** A pattern for these words, which must not be part of longer ones. */
function patternOf(words: readonly string[]): string {
  const escaped = words.filter((word) => word.trim().length > 1).map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&'));
  return `(?<![[:alnum:]])(${escaped.join('|')})(?![[:alnum:]])`;
}

/** The address is unique, so it is removed everywhere. Other people may have the same name, so it is removed near the person's own records. */
export function patternsOf({ email, words }: Traces): { everywhere: string; nearby: string } {
  return { everywhere: patternOf([email]), nearby: patternOf([email, ...words]) };
}

const redacted = (column: string, pattern: string) => `regexp_replace(${column}, ${pattern}, '${REMOVED}', 'gi')`;
const redactedJson = (column: string, pattern: string) =>
  `cast(${redacted(`cast(${column} as text)`, pattern)} as jsonb)`;

/** Removes the claimant's name from what staff wrote about the claims of these listings. */
export async function redactClaimNotes(trx: Knex, { listingIds }: Traces, nearby: string): Promise<void> {
  const about = { listingIds, nearby };
  await rows(
    trx,
    `update claim_requests set review_notes = ${redacted('review_notes', ':nearby')}
     where dentist_id = any(:listingIds) and review_notes ~* :nearby`,
    about,
  );
  await rows(
    trx,
    `update claim_locations set left_out = ${redacted('left_out', ':nearby')}
     where dentist_id = any(:listingIds) and left_out ~* :nearby`,
    about,
  );
  await rows(
    trx,
    `update claim_events e set note = ${redacted('e.note', ':nearby')} from claim_requests c
     where c.id = e.claim_id and c.dentist_id = any(:listingIds) and e.note ~* :nearby`,
    about,
  );
}

/** Removes the person's name and address from staff notes on their inbox items, and the address from all others. */
export async function redactInboxNotes(trx: Knex, traces: Traces): Promise<void> {
  const { everywhere, nearby } = patternsOf(traces);
  const { userId, claimIds, listingIds } = traces;
  const redact = (pattern: string, where: string) =>
    rows(
      trx,
      `update inbox_notes n set note = ${redacted('n.note', pattern)} from inbox_items i
       where i.id = n.item_id and (${where}) and n.note ~* ${pattern}`,
      { everywhere, nearby, userId, claimIds, listingIds },
    );
  await redact(
    ':nearby',
    `i.claim_id = any(:claimIds)
     or i.problem_id in (select id from listing_problems where user_id = :userId or dentist_id = any(:listingIds))
     or i.request_id in (select id from privacy_requests where user_id = :userId)`,
  );
  await redact(':everywhere', 'true');
}

/** The trigger audit_log_keeps() allows this one change. Names of administrators on their own actions stay. */
export async function redactAuditLog(trx: Knex, traces: Traces): Promise<void> {
  const { everywhere, nearby } = patternsOf(traces);
  const isNearby = `(subject = 'user' and subject_id = :userId) or (subject = 'claim' and subject_id = any(:claimIds))
    or (subject = 'listing' and subject_id = any(:listingIds)) or after ->> 'madeById' = :userId`;
  await trx.raw(`select set_config('enamel.erasing_account', 'on', true)`);
  const redact = (pattern: string, where: string) =>
    rows(
      trx,
      `update audit_log set note = ${redacted('note', pattern)}, before = ${redactedJson('before', pattern)},
         after = ${redactedJson('after', pattern)}
       where (${where}) and concat(note, ' ', before, ' ', after) ~* ${pattern}`,
      {
        everywhere,
        nearby,
        userId: String(traces.userId),
        claimIds: traces.claimIds.map(String),
        listingIds: traces.listingIds.map(String),
      },
    );
  await redact(':nearby', isNearby);
  await redact(':everywhere', 'true');
  await trx.raw(`select set_config('enamel.erasing_account', 'off', true)`);
}

/** Redacts the responses kept for retries, such as the one to the administrator who decided the claim. */
export async function redactAnswers(trx: Knex, nearby: string): Promise<void> {
  await rows(
    trx,
    `update idempotency_keys set answer = ${redactedJson('answer', ':nearby')} where cast(answer as text) ~* :nearby`,
    { nearby },
  );
}

/** Deletes the photos of the person's reviews, and returns the names of their pictures. */
export const deleteReviewPhotos = async (trx: Knex, about: Traces & { emailKey: Buffer }): Promise<string[]> =>
  (
    await rows<{ hash: string }>(
      trx,
      `delete from review_photos p using reviews v join review_invitations i on i.id = v.invitation_id
       where v.id = p.review_id and i.email_key = :emailKey and :isEmailVerified returning p.hash`,
      about as never,
    )
  ).map(({ hash }) => hash);

/** Messages, reports, and invitations with the address of the account. */
export async function eraseMessages(trx: Knex, traces: Traces & { emailKey: Buffer }, now: Date): Promise<void> {
  const { email, emailKey, userId, isEmailVerified, listingIds } = traces;
  const { everywhere } = patternsOf(traces);
  const about = { email, emailKey, userId, isEmailVerified, listingIds, everywhere, now };
  await rows(trx, 'delete from contact_messages where email = :email and :isEmailVerified', about);
  await rows(
    trx,
    `update contact_messages set subject = ${redacted('subject', ':everywhere')}, message = ${redacted('message', ':everywhere')}
     where :isEmailVerified and concat(subject, ' ', message) ~* :everywhere`,
    about,
  );
  await rows(
    trx,
    `update contact_replies set body = ${redacted('body', ':everywhere')} where :isEmailVerified and body ~* :everywhere`,
    about,
  );
  await rows(trx, 'delete from staff_invitations where email = :email', about);
  await rows(
    trx,
    `update listing_problems set email = null where user_id = :userId or (email = :email and :isEmailVerified)`,
    about,
  );
  await rows(
    trx,
    `update listing_problems set message = ${redacted('message', ':everywhere')}, note = ${redacted('note', ':everywhere')}
     where concat(message, ' ', note) ~* :everywhere`,
    about,
  );
  // The managers of the person's listings go with their owner.
  await rows(
    trx,
    `delete from listing_managers where (email = :email and :isEmailVerified)
       or dentist_id in (select id from dentists where user_id = :userId)`,
    about,
  );
  // Offers to the person end. A job ends their invoices, and the offers of listings that lose their owner.
  await rows(
    trx,
    `update listing_transfers set email = null, token_hash = null,
       status = case when closed_at is null then 'canceled' else status end, closed_at = coalesce(closed_at, :now)
     where (email = :email and :isEmailVerified) or to_user_id = :userId`,
    about,
  );
  // That the practice accepted the agreement stays, without who did it.
  await rows(trx, `update agreement_acceptances set accepted_by = '${REMOVED}' where user_id = :userId`, about);
  // The names of the person's keys and groups.
  await rows(
    trx,
    'update listing_history set made_with = null where user_id = :userId and made_with is not null',
    about,
  );
  // The person's words to patients, and the requests that they sent as a patient themselves.
  await rows(
    trx,
    `update appointment_events set message = null, made_with = null where user_id = :userId
       or request_id in (select id from appointment_requests where owner_id = :userId)`,
    about,
  );
  await rows(
    trx,
    `update appointment_requests set contact = null, email_key = null, name = null, email = null, phone = null, times = '{}', service_id = null,
       insurance = null, is_new_patient = null, offered_at = null, link_key = null, token_hash = null, erased_at = :now,
       state = case when state in ('new', 'called', 'offered', 'accepted') then 'canceled' else state end
     where (email_key = :emailKey or email = :email) and :isEmailVerified`,
    about,
  );
  // The reviews that the person wrote, and what they were invited to review.
  const invited = `invitation_id in (select id from review_invitations where email_key = :emailKey) and :isEmailVerified`;
  await rows(trx, `delete from reviews where ${invited}`, about);
  await rows(
    trx,
    `update review_invitations set link_key = null, token_hash = null, contact = null, email_key = null, visited_on = null, ended_at = :now
     where email_key = :emailKey and :isEmailVerified`,
    about,
  );
  await rows(trx, `delete from jobs where name = 'accounts.reset-mail' and payload ->> 'email' = :email`, about);
  await rows(trx, 'delete from rate_limits where position(:email in key) > 0', about);
}

/** Keeps the visits, because figures are counted from them, without what was searched for and where from. */
export async function anonymizeVisits(trx: Knex, userId: number): Promise<void> {
  const own = 'session_id in (select session_id from user_sessions where user_id = :userId)';
  // Rare searches stay in the daily lists with their text, so they go too.
  await rows(
    trx,
    `delete from insight_tops where measure in ('search', 'empty_search') and n < 5
       and key in (select left(lower(btrim(search_query)), 100) from search_analytics where ${own} and search_query is not null)`,
    { userId },
  );
  await rows(trx, `update search_analytics set search_query = null where ${own}`, { userId });
  await rows(trx, `update page_views set page_title = null where ${own}`, { userId });
  await rows(
    trx,
    `update user_events set search_query = null, element_text = null, metadata = metadata - 'pageTitle'
     where user_id = :userId or ${own}`,
    { userId },
  );
  await rows(
    trx,
    `update user_sessions set ip_address = null, user_agent = null, referrer = null, city_name = null where user_id = :userId`,
    { userId },
  );
}
