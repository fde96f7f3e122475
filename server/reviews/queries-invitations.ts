import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { findInvitation, type InvitationRow } from './queries.ts';

interface VisitRow {
  requestId: number;
  contact: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  emailKey: Buffer | null;
  visitedOn: string;
  dentistId: number;
  listingName: string;
  practiceName: string | null;
}

/**
 * Accepted requests whose day has passed on the practice's calendar, without an invitation yet. Declined, canceled, and closed requests
 * have another state, and requests by phone have no address. Visits of long ago are left out, for example when this server was off.
 */
export const lockVisits = (
  trx: Knex,
  { now, since, zone, limit }: { now: Date; since: Date; zone: string; limit: number },
): Promise<VisitRow[]> =>
  rows(
    trx,
    `select r.id as request_id, r.contact, r.name, r.email, r.phone, r.email_key,
       cast(cast(r.offered_at at time zone coalesce(d.time_zone, :zone) as date) as text) as visited_on,
       d.id as dentist_id, d.name as listing_name, p.name as practice_name
     from appointment_requests r
     join dentists d on d.id = r.dentist_id
     left join practices p on p.id = d.practice_id
     where r.state = 'accepted' and r.erased_at is null and r.offered_at > :since and r.offered_at < :now
       and cast(r.offered_at at time zone coalesce(d.time_zone, :zone) as date)
         < cast(cast(:now as timestamptz) at time zone coalesce(d.time_zone, :zone) as date)
       and d.deleted_at is null and (r.email_key is not null or r.email is not null)
       and not exists (select from review_invitations i where i.request_id = r.id)
     order by r.id limit :limit for update of r skip locked`,
    { now, since, zone, limit },
  );

export async function insertInvitation(
  trx: Knex,
  invitation: {
    requestId: number | null;
    dentistId?: number;
    linkKey: Buffer;
    tokenHash: Buffer;
    contact: string;
    emailKey: Buffer;
    isPracticeInvited?: boolean;
    visitedOn: string | null;
    invitedAt: Date;
  },
): Promise<void> {
  await trx('reviewInvitations').insert(invitation);
}

/** Invitations to remind of, once: without a review, and while the request is still accepted. */
export const lockUnanswered = (
  trx: Knex,
  { before, limit }: { before: Date; limit: number },
): Promise<Pick<InvitationRow, 'contact' | 'id' | 'linkKey' | 'listingName' | 'practiceName'>[]> =>
  rows(
    trx,
    `select i.id, i.link_key, i.contact, d.name as listing_name, p.name as practice_name
     from review_invitations i
     join appointment_requests r on r.id = i.request_id
     join dentists d on d.id = r.dentist_id
     left join practices p on p.id = d.practice_id
     where i.ended_at is null and i.reminded_at is null and i.invited_at < :before and r.state = 'accepted'
       and d.deleted_at is null and not exists (select from reviews v where v.invitation_id = i.id)
     order by i.id limit :limit for update of i skip locked`,
    { before, limit },
  );

export async function markReminded(trx: Knex, ids: readonly number[], now: Date): Promise<void> {
  await trx('reviewInvitations').whereIn('id', ids).update({ remindedAt: now });
}

/** Notes that the author of an unwritten review opened the practice's own link. A written one keeps its mark. */
export async function markPracticeInvited(trx: Knex, id: number): Promise<void> {
  await rows(
    trx,
    `update review_invitations i set is_practice_invited = true where id = :id
       and not exists (select from reviews v where v.invitation_id = i.id)`,
    { id },
  );
}

/** The newest link of this address to a review of the listing that is unwritten, or was written since. */
export async function findUsableInvitation(
  trx: Knex,
  { dentistId, emailKey, writtenSince }: { dentistId: number; emailKey: Buffer; writtenSince: Date },
): Promise<InvitationRow | undefined> {
  const [found] = await rows<{ id: number }>(
    trx,
    `select i.id from review_invitations i
     left join appointment_requests r on r.id = i.request_id left join reviews v on v.invitation_id = i.id
     where i.email_key = :emailKey and i.ended_at is null and coalesce(v.dentist_id, r.dentist_id, i.dentist_id) = :dentistId
       and (v.id is null or v.written_at > :writtenSince)
     order by i.id desc limit 1`,
    { dentistId, emailKey, writtenSince } as never,
  );
  return found && findInvitation(trx, found.id);
}
