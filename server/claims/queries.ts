import type { Knex } from 'knex';
import type { ClaimEventKind, ClaimKind, ClaimStatus, GroupProof } from '#contract/claims/claims.ts';
import { rows } from '#server/base/db/knex.ts';
import { announce } from '#server/base/webhooks/announce.ts';
import type { Identity } from '#server/listings/checks/checks.ts';
import { CLAIM_TITLE, RIVALS } from './queries-rivals.ts';

export interface ClaimRow {
  id: number;
  kind: ClaimKind;
  dentistId: number;
  userId: number | null;
  requestorName: string;
  requestorEmail: string;
  requestorPhone: string;
  relationshipToPractice: string;
  yearsAtPractice: string | null;
  licenseNumber: string | null;
  verificationDocument: string | null;
  additionalInfo: string | null;
  status: ClaimStatus;
  submittedAt: Date;
  reviewedAt: Date | null;
  reviewedBy: number | null;
  reviewNotes: string | null;
  npi: string | null;
  dueAt: Date | null;
  evidenceAskedAt: Date | null;
  evidenceAnsweredAt: Date | null;
  pinConfirmedAt: Date | null;
  calledAt: Date | null;
  licenseMatchedAt: Date | null;
  /** Identity changes have the verified values, and after a rejection the owner's, which were put back. */
  identity: { before: Identity; after?: Identity } | null;
  closedByClaimId: number | null;
  /** Set for a claim of many listings; null after its group has ended. */
  groupId: number | null;
  /** Set for a claim of many listings. */
  groupName: string | null;
  proof: GroupProof | null;
}

/** A claim or check joined with its listing, claimant, and letter. */
export interface ClaimView extends ClaimRow {
  /** The name of the listing, or of the group with the number of its listings. */
  title: string;
  dentistName: string;
  address: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
  slug: string | null;
  citySlug: string | null;
  listingPhone: string | null;
  listingEmail: string | null;
  listingWebsite: string | null;
  listingNpi: string | null;
  listingOwner: number | null;
  listingDeleted: boolean;
  /** Since when the listing is held, because it matches another one. */
  heldAt: Date | null;
  /** The source of the website and of the email of the listing, such as owner or import. */
  websiteSource: string | null;
  emailSource: string | null;
  practiceName: string | null;
  accountName: string | null;
  accountEmail: string | null;
  accountEmailVerified: boolean;
  accountCreatedAt: Date | null;
  accountPlan: string | null;
  reviewerName: string | null;
  letterPrintedAt: Date | null;
  letterExpiresAt: Date | null;
  letterTriesLeft: number | null;
  assigneeId: number | null;
  assigneeName: string | null;
  snoozedUntil: Date | null;
  /** The number of listings that a group claims. */
  listings: number;
  rivals: number;
  approvedBefore: number;
  rejectedBefore: number;
}

const view = `
  select c.*, ${CLAIM_TITLE} as title, d.name as dentist_name, d.address, d.city, d.state, d.zip_code, d.slug, ci.slug as city_slug,
    d.phone as listing_phone, d.email as listing_email, d.website as listing_website, d.npi as listing_npi, d.user_id as listing_owner,
    d.deleted_at is not null and d.held_at is null as listing_deleted, d.held_at, d.field_sources -> 'website' ->> 'source' as website_source,
    d.field_sources -> 'email' ->> 'source' as email_source, p.name as practice_name,
    u.name as account_name, u.email as account_email, u.email_verified_at is not null as account_email_verified,
    u.created_at as account_created_at, u.subscription_plan as account_plan,
    r.name as reviewer_name, l.printed_at as letter_printed_at, l.expires_at as letter_expires_at, l.tries_left as letter_tries_left,
    i.assignee_id, a.name as assignee_name, i.snoozed_until,
    (select count(*) from claim_locations m where m.claim_id = c.id and m.left_out is null) as listings, ${RIVALS} as rivals,
    (select count(*) from claim_requests o where o.user_id = c.user_id and o.id < c.id and o.status = 'approved' and o.kind = 'claim') as approved_before,
    (select count(*) from claim_requests o where o.user_id = c.user_id and o.id < c.id and o.status = 'rejected' and o.kind = 'claim' and o.closed_by_claim_id is null) as rejected_before
  from claim_requests c
  join dentists d on d.id = c.dentist_id
  left join cities ci on ci.id = d.city_id
  left join practices p on p.id = d.practice_id
  left join users u on u.id = c.user_id
  left join users r on r.id = c.reviewed_by
  left join claim_letters l on l.claim_id = c.id
  left join inbox_items i on i.claim_id = c.id
  left join users a on a.id = i.assignee_id`;

export const listClaimsOfUser = (db: Knex, userId: number, checks: boolean): Promise<ClaimView[]> =>
  rows(
    db,
    `${view} where c.user_id = :userId and (c.kind <> 'claim') = :checks order by c.submitted_at desc, c.id desc limit 200`,
    { userId, checks },
  );

export const selectClaimViews = (db: Knex, ids: readonly number[]): Promise<ClaimView[]> =>
  rows(db, `${view} where c.id = any(cast(? as integer[])) order by c.id`, [ids]);

export interface OtherClaimRow {
  id: number;
  userId: number;
  status: ClaimStatus;
  listing: string;
  submittedAt: Date;
  closedByRival: boolean;
}
/** All claims of these accounts, newest first. */
export const listClaimsOfUsers = (db: Knex, userIds: readonly number[]): Promise<OtherClaimRow[]> =>
  rows(
    db,
    `select c.id, c.user_id, c.status, ${CLAIM_TITLE} as listing, c.submitted_at, c.closed_by_claim_id is not null as closed_by_rival
     from unnest(cast(:userIds as integer[])) as u (id)
     cross join lateral (select * from claim_requests where user_id = u.id and kind = 'claim' order by id desc limit 200) c
     join dentists d on d.id = c.dentist_id order by c.id desc`,
    { userIds },
  );

/** Orders pending claims by due date, and decided ones newest first. */
export function selectClaimPage(
  db: Knex,
  status: ClaimStatus | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<ClaimView[]> {
  const order =
    status === 'pending'
      ? 'c.due_at nulls first, c.submitted_at, c.id'
      : 'coalesce(c.reviewed_at, c.submitted_at) desc, c.id desc';
  return rows(
    db,
    `${view} where cast(:status as text) is null or c.status = :status order by ${order} limit :limit offset :offset`,
    { status, limit, offset },
  );
}

export async function countClaims(db: Knex, status: ClaimStatus | null): Promise<number> {
  const [row] = await rows<{ n: number }>(
    db,
    'select count(*) as n from claim_requests where cast(:status as text) is null or status = :status',
    { status },
  );
  return row!.n;
}

/** Locks the listings before the claim, so that concurrent decisions on one listing run one after the other. */
export async function lockClaim(trx: Knex, id: number): Promise<ClaimRow | null> {
  await rows(
    trx,
    `select d.id from dentists d where d.id = any(array(select dentist_id from claim_requests where id = :id
       union select dentist_id from claim_locations where claim_id = :id)) order by d.id for update`,
    { id },
  );
  const [row] = await rows<ClaimRow>(trx, 'select * from claim_requests where id = ? for update', [id]);
  return row ?? null;
}

interface NewClaim {
  dentistId: number;
  groupId?: number;
  groupName?: string;
  proof?: GroupProof;
  userId: number;
  requestorName: string;
  requestorEmail: string;
  requestorPhone: string;
  relationshipToPractice: string;
  yearsAtPractice: string | null;
  licenseNumber: string | null;
  npi: string | null;
  verificationDocument: string | null;
  additionalInfo: string | null;
  submittedAt: Date;
  dueAt: Date;
}
/** Null if this person already has a pending claim on this listing. */
export async function insertClaim(trx: Knex, claim: NewClaim): Promise<number | null> {
  const [row] = await trx('claimRequests')
    .insert(claim)
    .onConflict(trx.raw(`(dentist_id, user_id) where status = 'pending'`))
    .ignore()
    .returning('id');
  return (row as { id: number } | undefined)?.id ?? null;
}

export async function updateClaim(trx: Knex, id: number, values: Partial<ClaimRow>): Promise<void> {
  const { identity, ...columns } = values;
  await trx('claimRequests')
    .where({ id })
    .update({ ...columns, ...(identity ? { identity: JSON.stringify(identity) } : {}) });
}

export interface EventRow {
  claimId: number;
  at: Date;
  kind: ClaimEventKind;
  actorId: number | null;
  note: string | null;
}
/** Every step of a claim is written here, and announced to the claimant's webhooks. */
export async function addEvent(trx: Knex, event: EventRow): Promise<void> {
  await trx('claimEvents').insert(event);
  const { claimId, kind, at } = event;
  const [claim] = await rows<{ dentistId: number; userId: number | null }>(
    trx,
    'select dentist_id, user_id from claim_requests where id = ?',
    [claimId],
  );
  if (!claim) return;
  const { dentistId: listingId, userId } = claim;
  await announce(
    trx,
    { type: `claim.${kind}`, at, id: claimId, data: { claimId, listingId }, path: '/dashboard' },
    { userId },
  );
}
export const listEvents = (db: Knex, claimIds: readonly number[]): Promise<EventRow[]> =>
  rows(
    db,
    'select claim_id, at, kind, actor_id, note from claim_events where claim_id = any(cast(? as integer[])) order by id',
    [claimIds],
  );

export interface AttachmentRow {
  id: number;
  claimId: number;
  kind: 'photo' | 'document';
  name: string;
  type: string;
  size: number;
}
export async function addAttachment(
  trx: Knex,
  attachment: Omit<AttachmentRow, 'id'> & { bytes: Buffer; createdAt: Date },
): Promise<void> {
  await trx('claimAttachments').insert(attachment);
}
export const listAttachments = (db: Knex, claimIds: readonly number[]): Promise<AttachmentRow[]> =>
  rows(
    db,
    'select id, claim_id, kind, name, type, size from claim_attachments where claim_id = any(cast(? as integer[])) order by id',
    [claimIds],
  );
export async function findAttachment(db: Knex, id: number): Promise<(AttachmentRow & { bytes: Buffer }) | null> {
  const [row] = await rows<AttachmentRow & { bytes: Buffer }>(db, 'select * from claim_attachments where id = ?', [id]);
  return row ?? null;
}

interface LetterRow {
  claimId: number;
  pinHash: Buffer;
  triesLeft: number;
  expiresAt: Date;
}
export async function saveLetter(trx: Knex, letter: LetterRow & { printedAt: Date; printedBy: number }): Promise<void> {
  await trx('claimLetters').insert(letter).onConflict('claimId').merge();
}
export async function lockLetter(trx: Knex, claimId: number): Promise<LetterRow | null> {
  const [row] = await rows<LetterRow>(trx, 'select * from claim_letters where claim_id = ? for update', [claimId]);
  return row ?? null;
}
export async function updateTriesLeft(trx: Knex, claimId: number, triesLeft: number): Promise<void> {
  await trx('claimLetters').where({ claimId }).update({ triesLeft });
}
export async function deleteLetter(trx: Knex, claimId: number): Promise<void> {
  await trx('claimLetters').where({ claimId }).delete();
}
