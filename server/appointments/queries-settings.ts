import type { Knex } from 'knex';
import { openStates } from '#shared/appointments/appointment-state.ts';
import { rows } from '#server/base/db/knex.ts';

/** A listing with its settings. The settings of an earlier owner count as none. */
export interface SettingsRow {
  dentistId: number;
  name: string;
  phone: string | null;
  timeZone: string | null;
  state: string | null;
  slug: string | null;
  citySlug: string | null;
  ownerId: number | null;
  ownerStatus: string | null;
  ownerPlan: string | null;
  isOn: boolean;
  note: string;
  serviceIds: number[];
  services: { id: number; name: string }[];
  waiting: number;
  agreementAccepted: boolean;
}

const SETTINGS = `
  select d.id as dentist_id, d.name, d.phone, d.time_zone, d.state, d.slug, c.slug as city_slug, d.user_id as owner_id,
    u.subscription_status as owner_status, u.subscription_plan as owner_plan, coalesce(a.is_on, false) as is_on,
    coalesce(a.note, '') as note, coalesce(a.service_ids, '{}') as service_ids,
    (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.id), '[]')
     from dentist_services ds join services s on s.id = ds.service_id where ds.dentist_id = d.id) as services,
    (select cast(count(*) as integer) from appointment_requests r
     where r.dentist_id = d.id and r.owner_id = d.user_id and r.state = 'new' and r.erased_at is null) as waiting,
    exists (select from agreement_acceptances g where g.dentist_id = d.id and g.owner_id = d.user_id
      and g.version = (select max(version) from business_agreements)) as agreement_accepted
  from dentists d
  left join cities c on c.id = d.city_id
  left join users u on u.id = d.user_id
  left join appointment_settings a on a.dentist_id = d.id and a.owner_id = d.user_id`;

export async function findSettings(db: Knex, dentistId: number): Promise<SettingsRow | null> {
  const [row] = await rows<SettingsRow>(db, `${SETTINGS} where d.id = ? and d.deleted_at is null`, [dentistId]);
  return row ?? null;
}

export const findSettingsOfUser = (db: Knex, userId: number, groupId: number | null): Promise<SettingsRow[]> =>
  rows(
    db,
    `${SETTINGS} where d.deleted_at is null and d.user_id is not null
       and (d.user_id = :userId or d.id in (select managed_listings(:userId)))
       and within_group(d.id, cast(:groupId as integer))
     order by d.id limit 500`,
    { userId, groupId },
  );

export async function upsertSettings(
  trx: Knex,
  settings: {
    dentistId: number;
    ownerId: number;
    isOn: boolean;
    note: string;
    serviceIds: number[];
    updatedAt: Date;
  },
): Promise<void> {
  await trx('appointmentSettings').insert(settings).onConflict('dentistId').merge();
}

export interface OpenGroup {
  dentistId: number;
  ownerId: number | null;
  listingOwner: number | null;
  listingDeleted: boolean;
  ownerStatus: string | null;
  ownerPlan: string | null;
}
/** The listings and owners that have open requests. */
export const findOpenGroups = (db: Knex): Promise<OpenGroup[]> =>
  rows(
    db,
    `select distinct r.dentist_id, r.owner_id, d.user_id as listing_owner, d.deleted_at is not null as listing_deleted,
       u.subscription_status as owner_status, u.subscription_plan as owner_plan
     from appointment_requests r join dentists d on d.id = r.dentist_id left join users u on u.id = d.user_id
     where r.state = any(cast(:states as text[]))`,
    { states: openStates },
  );

export const findOpenIds = async (db: Knex, { dentistId, ownerId }: OpenGroup): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      db,
      `select id from appointment_requests where dentist_id = :dentistId
         and owner_id is not distinct from cast(:ownerId as integer) and state = any(cast(:states as text[])) order by id`,
      { dentistId, ownerId, states: openStates },
    )
  ).map(({ id }) => id);

const ERASED = `contact = null, email_key = null, name = null, email = null, phone = null, times = '{}', service_id = null, insurance = null,
  is_new_patient = null, offered_at = null, link_key = null, token_hash = null, erased_at = :now`;

/** Erases the personal data of these requests and of unused invitations to review their visits, and closes those still open. The rows stay for the counts. */
export async function eraseRequests(trx: Knex, ids: readonly number[], now: Date): Promise<void> {
  await rows(
    trx,
    `update appointment_requests set ${ERASED}, state = case when state = any(cast(:states as text[])) then 'closed' else state end
     where id = any(:ids)`,
    { ids, now, states: openStates },
  );
  await rows(
    trx,
    `update review_invitations i set link_key = null, token_hash = null, contact = null, email_key = null, visited_on = null, ended_at = :now
     where i.request_id = any(:ids) and not exists (select from reviews v where v.invitation_id = i.id)`,
    { ids, now },
  );
  await rows(trx, 'update appointment_events set message = null, offered_at = null where request_id = any(:ids)', {
    ids,
  });
}

/** Up to 1,000 requests that last changed before a time. */
export const findOldIds = async (trx: Knex, before: Date): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      trx,
      `select id from appointment_requests where erased_at is null and changed_at < :before
       order by changed_at limit 1000 for update skip locked`,
      { before },
    )
  ).map(({ id }) => id);
