import type { Knex } from 'knex';
import type { AppointmentAction, AppointmentActor, AppointmentState } from '#shared/appointments/appointment-state.ts';
import { rows } from '#server/base/db/knex.ts';

/** A request as it is stored: `contact` holds the sealed name, email address, and phone. */
export interface StoredRequest {
  id: number;
  contact: string | null;
  dentistId: number;
  ownerId: number | null;
  linkKey: Buffer | null;
  state: AppointmentState;
  name: string | null;
  email: string | null;
  phone: string | null;
  times: string[];
  service: string | null;
  insurance: string | null;
  isNewPatient: boolean | null;
  offeredAt: Date | null;
  createdAt: Date;
  changedAt: Date;
  erasedAt: Date | null;
  listingName: string;
  practiceName: string | null;
  listingPhone: string | null;
  timeZone: string | null;
  listingOwner: number | null;
  listingDeleted: boolean;
  listingState: string | null;
  slug: string | null;
  citySlug: string | null;
}
interface EventRow {
  requestId: number;
  at: Date;
  actor: AppointmentActor;
  action: AppointmentAction | 'request';
  offeredAt: Date | null;
  reason: string | null;
  message: string | null;
  by: string | null;
}

const COLUMNS = `r.id, r.dentist_id, r.owner_id, r.link_key, r.state, r.contact, r.name, r.email, r.phone, r.times, s.name as service, r.insurance,
  r.is_new_patient, r.offered_at, r.created_at, r.changed_at, r.erased_at, d.name as listing_name, p.name as practice_name,
  d.phone as listing_phone, d.time_zone, d.user_id as listing_owner, d.deleted_at is not null as listing_deleted,
  d.state as listing_state, d.slug, c.slug as city_slug`;
const SOURCE = `appointment_requests r join dentists d on d.id = r.dentist_id
  left join practices p on p.id = d.practice_id
  left join services s on s.id = r.service_id
  left join cities c on c.id = d.city_id`;

export interface NewRequest {
  dentistId: number;
  ownerId: number;
  linkKey: Buffer;
  tokenHash: Buffer;
  contact: string;
  emailKey: Buffer | null;
  times: string[];
  serviceId: number | null;
  insurance: string | null;
  isNewPatient: boolean;
  createdAt: Date;
  changedAt: Date;
}

/** Null if a request with this token exists already. */
export async function insertRequest(trx: Knex, request: NewRequest): Promise<number | null> {
  const [row] = (await trx('appointmentRequests')
    .insert(request)
    .onConflict(trx.raw('(token_hash) where token_hash is not null'))
    .ignore()
    .returning('id')) as { id: number }[];
  return row?.id ?? null;
}

async function findOne(db: Knex, where: string, bindings: Record<string, unknown>): Promise<StoredRequest | null> {
  const [row] = await rows<StoredRequest>(db, `select ${COLUMNS} from ${SOURCE} where ${where}`, bindings as never);
  return row ?? null;
}
export const findRequest = (db: Knex, id: number): Promise<StoredRequest | null> => findOne(db, 'r.id = :id', { id });
export const findByToken = (db: Knex, tokenHash: Buffer): Promise<StoredRequest | null> =>
  findOne(db, 'r.token_hash = :tokenHash', { tokenHash });

export async function lockRequest(trx: Knex, id: number): Promise<StoredRequest | null> {
  await trx('appointmentRequests').where({ id }).forUpdate().first('id');
  return findRequest(trx, id);
}
export async function lockByToken(trx: Knex, tokenHash: Buffer): Promise<StoredRequest | null> {
  const found = (await trx('appointmentRequests').where({ tokenHash }).forUpdate().first('id')) as
    { id: number } | undefined;
  return found ? findRequest(trx, found.id) : null;
}

export async function updateRequest(
  trx: Knex,
  id: number,
  change: { state: AppointmentState; changedAt: Date; offeredAt?: Date },
): Promise<void> {
  await trx('appointmentRequests').where({ id }).update(change);
}

export async function addEvent(
  trx: Knex,
  event: {
    requestId: number;
    at: Date;
    actor: AppointmentActor;
    action: AppointmentAction | 'request';
    userId?: number | null;
    madeWith?: string | undefined;
    offeredAt?: Date | null;
    reason?: string | null;
    message?: string | null;
  },
): Promise<void> {
  await trx('appointmentEvents').insert(event);
}

export const findEvents = (db: Knex, ids: readonly number[]): Promise<EventRow[]> =>
  rows(
    db,
    `select e.request_id, e.at, e.actor, e.action, e.offered_at, e.reason, e.message, coalesce(e.made_with, u.name) as by
     from appointment_events e left join users u on u.id = e.user_id where e.request_id = any(:ids) order by e.id`,
    { ids },
  );

/** The names of services that belong to the listing. */
export const findServices = (db: Knex, dentistId: number): Promise<{ id: number; name: string }[]> =>
  rows(
    db,
    `select s.id, s.name from dentist_services ds join services s on s.id = ds.service_id
     where ds.dentist_id = ? order by s.id`,
    [dentistId],
  );

/**
 * The requests to the listings that a user owns or manages. Requests from the time of an earlier owner and erased ones are
 * left out.
 */
const RECEIVED = `r.owner_id = d.user_id and r.erased_at is null and d.deleted_at is null
  and (d.user_id = :userId or d.id in (select managed_listings(:userId)))`;

export async function findReceived(
  db: Knex,
  { userId, groupId = null }: { userId: number; groupId?: number | null },
  states: readonly AppointmentState[],
  dentistId: number | null,
  page: { limit: number; offset: number },
): Promise<{ items: StoredRequest[]; total: number }> {
  const where = `${RECEIVED} and within_group(d.id, cast(:groupId as integer))
    and r.state = any(cast(:states as text[])) and (cast(:dentistId as integer) is null or d.id = :dentistId)`;
  const items = await rows<StoredRequest>(
    db,
    `select ${COLUMNS} from ${SOURCE} where ${where} order by r.changed_at desc, r.id desc limit :limit offset :offset`,
    { userId, groupId, states, dentistId, ...page },
  );
  const [count] = await rows<{ n: number }>(
    db,
    `select count(*) as n from appointment_requests r join dentists d on d.id = r.dentist_id where ${where}`,
    { userId, groupId, states, dentistId },
  );
  return { items, total: count!.n };
}

export const findAllReceived = (db: Knex, userId: number, limit: number): Promise<StoredRequest[]> =>
  rows(db, `select ${COLUMNS} from ${SOURCE} where ${RECEIVED} order by r.id desc limit :limit`, { userId, limit });

/** The instant of a time on the clock of a zone. Null if that clock skips it, because of daylight saving time. */
export async function toInstant(db: Knex, localTime: string, zone: string): Promise<Date | null> {
  const [row] = await rows<{ at: Date; isExact: boolean }>(
    db,
    `select at, at at time zone :zone = cast(:localTime as timestamp) as is_exact
     from (select cast(:localTime as timestamp) at time zone :zone as at) t`,
    { localTime, zone },
  );
  return row?.isExact ? row.at : null;
}

/** The owner and the managers of a listing, to email. */
export const findTeamEmails = (db: Knex, dentistId: number): Promise<{ id: number; email: string; name: string }[]> =>
  rows(
    db,
    `select u.id, u.email, u.name from users u where u.id in (
       select user_id from dentists where id = :dentistId
       union select listing_editors(id) from dentists where id = :dentistId and user_id is not null) order by u.id`,
    { dentistId },
  );

/** Requests with a contact in the clear. */
export const lockUnsealed = (
  trx: Knex,
  limit: number,
): Promise<{ id: number; name: string; email: string | null; phone: string | null }[]> =>
  rows(
    trx,
    `select id, name, email, phone from appointment_requests where name is not null order by id limit ? for update skip locked`,
    [limit],
  );

export async function storeSealed(
  trx: Knex,
  id: number,
  sealed: { contact: string; emailKey: Buffer | null },
): Promise<void> {
  await trx('appointmentRequests')
    .where({ id })
    .update({ ...sealed, name: null, email: null, phone: null });
}
