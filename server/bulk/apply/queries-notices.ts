import type { Knex } from 'knex';
import { lapsedStatuses, NO_DISCIPLINE } from '#shared/listings/source-facts.ts';
import type { ApplyOptions } from './queries-apply.ts';

const LAPSED = `(${lapsedStatuses.map((status) => `'${status}'`).join(', ')})`;

const HAS_LAPSED = `c.after ->> 'licenseStatus' in ${LAPSED}`;
const IS_DISCIPLINED = `c.after ->> 'licenseDiscipline' <> '${NO_DISCIPLINE}'`;

/**
 * Opens a problem for staff where a file says that a license has lapsed, that its dentist was disciplined, or that a practice has
 * closed, and takes the Verified badge off a listing with such a license. The listing stays public until staff decide.
 */
export async function noteLapses(
  trx: Knex,
  { runId, mapped, at, userId, source }: Pick<ApplyOptions, 'runId' | 'mapped' | 'at' | 'userId' | 'source'>,
): Promise<void> {
  if (mapped.has('licenseStatus') || mapped.has('licenseDiscipline')) {
    await trx.raw(`
      create temporary table plan_lapsed on commit drop as
        select c.dentist_id as id, d.is_verified, concat_ws(' and ', case when ${HAS_LAPSED} then 'is ' || d.license_status end,
            case when ${IS_DISCIPLINED} then format('is listed with “%s”', d.license_discipline) end) as state
          from import_changes c join dentists d on d.id = c.dentist_id
        where c.run_id = ${runId} and (${HAS_LAPSED} or ${IS_DISCIPLINED});
      update import_changes c set before = c.before || '{"isVerified": true}' from plan_lapsed l
        where c.run_id = ${runId} and l.id = c.dentist_id and l.is_verified`);
    await trx.raw(
      `insert into listing_history (dentist_id, at, user_id, field, before, after, source, source_name)
       select id, cast(:at as timestamptz), cast(:userId as int), 'isVerified', 'true', 'false', 'import', cast(:source as text)
       from plan_lapsed where is_verified`,
      { at, userId, source },
    );
    await trx.raw(`update dentists d set is_verified = false from plan_lapsed l where l.id = d.id and l.is_verified`);
    await trx.raw(
      `insert into listing_problems (dentist_id, about, message, created_at, run_id)
       select d.id, 'other', format('%s: license %s %s %s.%s', cast(:source as text), d.license_state, d.license, l.state,
           case when l.is_verified then ' The listing lost its Verified badge.' else '' end),
         cast(:at as timestamptz), ${runId}
       from plan_lapsed l join dentists d on d.id = l.id`,
      { at, source },
    );
  }
  if (mapped.has('operatingStatus'))
    await trx.raw(
      `insert into listing_problems (dentist_id, about, message, created_at, run_id)
       select d.id, 'closed', format('%s: this practice is %s%s.', cast(:source as text), d.operating_status,
           coalesce(' (' || d.operating_confidence || ' % sure)', '')),
         cast(:at as timestamptz), ${runId}
       from import_changes c join dentists d on d.id = c.dentist_id
       where c.run_id = ${runId} and c.after ->> 'operatingStatus' <> 'open'`,
      { at, source },
    );
}
