import type { Knex } from 'knex';
import type { ReviewFlag, ReviewLanguage, ReviewStatus, Verification } from '#shared/reviews/review.ts';
import { rows } from '#server/base/db/knex.ts';

/** An invitation, with its practice. `contact` is sealed. */
export interface InvitationRow {
  id: number;
  /** Null for a person who asked for the link. */
  requestId: number | null;
  linkKey: Buffer;
  contact: string | null;
  emailKey: Buffer | null;
  /** The author opened the practice's own link. */
  isPracticeInvited: boolean;
  visitedOn: string | null;
  dentistId: number;
  listingName: string;
  practiceName: string | null;
  practiceId: number | null;
  listingDeleted: boolean;
  listingOwner: number | null;
  timeZone: string | null;
  slug: string | null;
  listingState: string | null;
  citySlug: string | null;
}

export interface ReviewAnswers {
  explained: boolean | null;
  onTime: boolean | null;
  priceAsTold: boolean | null;
  wouldReturn: boolean | null;
}

export interface ReviewRow extends ReviewAnswers {
  id: number;
  dentistId: number;
  listingName: string;
  practiceName: string | null;
  invitationId: number | null;
  status: ReviewStatus;
  stars: number;
  serviceId: number | null;
  /** Such as 2026-03. */
  visitMonth: string;
  body: string;
  authorName: string;
  language: ReviewLanguage;
  flags: ReviewFlag[];
  networkKey: Buffer | null;
  deviceKey: Buffer | null;
  writtenAt: Date;
  sentAt: Date;
  changedAt: Date;
  publishAt: Date | null;
  dueAt: Date | null;
  publishedAt: Date | null;
  decidedAt: Date | null;
  reason: string | null;
  appeal: string | null;
  appealedAt: Date | null;
  reportReason: string | null;
  reportedAt: Date | null;
  reportedBy: number | null;
  /** Staff's answer to the report: "refused", or why the review stays. */
  reportOutcome: string | null;
}

const INVITATION = `select i.id, i.request_id, i.link_key, i.contact, i.email_key, i.is_practice_invited, cast(i.visited_on as text) as visited_on, d.id as dentist_id,
    d.name as listing_name, p.name as practice_name, d.practice_id, d.deleted_at is not null as listing_deleted, d.user_id as listing_owner,
    d.time_zone, d.slug, d.state as listing_state, c.slug as city_slug
  from review_invitations i
  left join reviews v on v.invitation_id = i.id
  left join appointment_requests r on r.id = i.request_id
  join dentists d on d.id = coalesce(v.dentist_id, r.dentist_id, i.dentist_id)
  left join practices p on p.id = d.practice_id
  left join cities c on c.id = d.city_id`;

const REVIEW = `select v.id, v.dentist_id, d.name as listing_name, p.name as practice_name, v.invitation_id, v.status, v.stars, v.explained, v.on_time, v.price_as_told, v.would_return, v.service_id,
    to_char(v.visit_month, 'YYYY-MM') as visit_month, v.body, v.author_name, v.language, v.flags, v.network_key, v.device_key, v.written_at, v.sent_at,
    v.changed_at, v.publish_at, v.due_at, v.published_at, v.decided_at, v.reason, v.appeal, v.appealed_at,
    v.report_reason, v.reported_at, v.reported_by, v.report_outcome
  from reviews v join dentists d on d.id = v.dentist_id left join practices p on p.id = d.practice_id`;

/** The order of locks is invitation, then review. */
export async function lockInvitation(trx: Knex, tokenHash: Buffer): Promise<InvitationRow | undefined> {
  const [found] = await rows<{ id: number }>(trx, 'select id from review_invitations where token_hash = ? for update', [
    tokenHash,
  ] as never);
  return found && findInvitation(trx, found.id);
}
export const findInvitation = async (db: Knex, id: number): Promise<InvitationRow | undefined> =>
  (await rows<InvitationRow>(db, `${INVITATION} where i.id = ? and i.ended_at is null`, [id]))[0];
export const findInvitationByToken = async (db: Knex, tokenHash: Buffer): Promise<InvitationRow | undefined> =>
  (await rows<InvitationRow>(db, `${INVITATION} where i.token_hash = ?`, [tokenHash] as never))[0];

export const findReviewOf = async (db: Knex, invitationId: number): Promise<ReviewRow | undefined> =>
  (await rows<ReviewRow>(db, `${REVIEW} where v.invitation_id = ?`, [invitationId]))[0];
export const lockReviewOf = async (trx: Knex, invitationId: number): Promise<ReviewRow | undefined> =>
  (await rows<ReviewRow>(trx, `${REVIEW} where v.invitation_id = ? for update of v`, [invitationId]))[0];
export const lockReview = async (trx: Knex, id: number): Promise<ReviewRow | undefined> =>
  (await rows<ReviewRow>(trx, `${REVIEW} where v.id = ? for update of v`, [id]))[0];
export const findReview = async (db: Knex, id: number): Promise<ReviewRow | undefined> =>
  (await rows<ReviewRow>(db, `${REVIEW} where v.id = ?`, [id]))[0];

export async function lockListing(trx: Knex, dentistId: number): Promise<void> {
  await rows(trx, 'select id from dentists where id = ? for no key update', [dentistId]);
}
/** Whether the same address has another review of this listing and month. */
export const hasOtherReview = async (
  trx: Knex,
  { id, dentistId, emailKey }: Pick<InvitationRow, 'dentistId' | 'emailKey' | 'id'>,
  visitMonth: string,
): Promise<boolean> =>
  emailKey !== null &&
  (
    await rows(
      trx,
      `select v.id from reviews v join review_invitations i on i.id = v.invitation_id
       where v.dentist_id = :dentistId and i.email_key = :emailKey and i.id <> :id and v.visit_month = cast(:month as date) limit 1`,
      { id, dentistId, emailKey, month: `${visitMonth}-01` } as never,
    )
  ).length > 0;

interface NewReview extends ReviewAnswers {
  dentistId: number;
  invitationId: number;
  verifiedBy: Verification;
  status: ReviewStatus;
  stars: number;
  serviceId: number | null;
  visitMonth: string;
  body: string;
  authorName: string;
  language: ReviewLanguage;
  flags: readonly ReviewFlag[];
  prints: number[];
  networkKey: Buffer;
  deviceKey: Buffer | null;
  writtenAt: Date;
  sentAt: Date;
  changedAt: Date;
  publishAt: Date | null;
  dueAt: Date | null;
}

/** The time of a change, after the last one even if both are in the same millisecond, because forms send it back to notice changes. */
export const changeTimeOf = ({ changedAt }: { changedAt: Date }, now: Date): Date =>
  new Date(Math.max(now.getTime(), changedAt.getTime() + 1));

export async function insertReview(trx: Knex, review: NewReview): Promise<number> {
  const [row] = (await trx('reviews').insert(review).returning('id')) as [{ id: number }];
  return row.id;
}
export async function updateReview(trx: Knex, id: number, change: object): Promise<void> {
  await trx('reviews').where({ id }).update(change);
}
export async function removeReview(trx: Knex, id: number): Promise<void> {
  await trx('reviews').where({ id }).delete();
}

const ENDED =
  'link_key = null, token_hash = null, contact = null, email_key = null, visited_on = null, ended_at = :now';

/** Erases the address and the link of an invitation. That there was one stays, so that no second one is sent. */
export async function endInvitation(trx: Knex, id: number, now: Date): Promise<void> {
  await rows(trx, `update review_invitations set ${ENDED} where id = :id`, { id, now });
}

/** Ends old invitations that led to no review. */
export const endInvitationsBefore = async (db: Knex, before: Date, now: Date): Promise<number> =>
  (
    await rows(
      db,
      `update review_invitations i set ${ENDED} where i.ended_at is null and i.invited_at < :before
         and not exists (select from reviews v where v.invitation_id = i.id) returning i.id`,
      { before, now },
    )
  ).length;

/** Erases the fingerprints of networks and devices that are older than this. */
export const eraseNetworkKeys = async (db: Knex, before: Date): Promise<number> =>
  (
    await rows(
      db,
      'update reviews set network_key = null, device_key = null where network_key is not null and sent_at < :before returning id',
      {
        before,
      },
    )
  ).length;

/** The services of the listing, or of the whole catalog if it names none. */
export async function findOfferedServices(db: Knex, dentistId: number): Promise<{ id: number; name: string }[]> {
  const own = await rows<{ id: number; name: string }>(
    db,
    `select s.id, s.name from dentist_services ds join services s on s.id = ds.service_id where ds.dentist_id = ? order by s.name`,
    [dentistId],
  );
  return own.length > 0 ? own : rows(db, 'select id, name from services order by name', []);
}
