import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

export interface AgreementRow {
  version: number;
  body: string;
  publishedAt: Date;
  publishedBy: string | null;
}

/** The newest version. A migration has inserted the first. */
export async function findAgreement(db: Knex): Promise<AgreementRow> {
  const [agreement] = await rows<AgreementRow>(
    db,
    `select a.version, a.body, a.published_at, u.name as published_by
     from business_agreements a left join users u on u.id = a.published_by order by a.version desc limit 1`,
  );
  return agreement!;
}

export async function lockAgreements(trx: Knex): Promise<void> {
  await trx.raw('lock table business_agreements in share row exclusive mode');
}

export async function insertAgreement(
  trx: Knex,
  agreement: { body: string; publishedAt: Date; publishedBy: number },
): Promise<void> {
  await trx('businessAgreements').insert(agreement);
}

/** True if the present owner's team has accepted this version for the listing. */
export async function hasAccepted(
  db: Knex,
  { dentistId, ownerId, version }: { dentistId: number; ownerId: number; version: number },
): Promise<boolean> {
  return (await db('agreementAcceptances').where({ dentistId, ownerId, version }).first('id')) !== undefined;
}

export async function insertAcceptance(
  trx: Knex,
  acceptance: {
    dentistId: number;
    ownerId: number;
    version: number;
    userId: number;
    acceptedBy: string;
    acceptedAt: Date;
  },
): Promise<void> {
  await trx('agreementAcceptances').insert(acceptance);
}

/** The practices that take requests, and how many of them have accepted a version. */
export async function countAcceptances(db: Knex, version: number): Promise<{ practices: number; accepted: number }> {
  const [counts] = await rows<{ practices: number; accepted: number }>(
    db,
    `select cast(count(*) as integer) as practices, cast(count(*) filter (where exists (
         select from agreement_acceptances a
         where a.dentist_id = s.dentist_id and a.owner_id = s.owner_id and a.version = :version)) as integer) as accepted
     from appointment_settings s join dentists d on d.id = s.dentist_id and d.user_id = s.owner_id
     where s.is_on and d.deleted_at is null`,
    { version },
  );
  return counts!;
}

interface AcceptanceRow {
  dentistId: number;
  listingName: string;
  version: number;
  acceptedBy: string;
  acceptedAt: Date;
}
export const findAcceptances = (db: Knex, limit: number): Promise<AcceptanceRow[]> =>
  rows(
    db,
    `select a.dentist_id, d.name as listing_name, a.version, a.accepted_by, a.accepted_at
     from agreement_acceptances a join dentists d on d.id = a.dentist_id order by a.id desc limit ?`,
    [limit],
  );
