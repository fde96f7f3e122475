import type { Knex } from 'knex';
import type { z } from 'zod';
import type { agreementForStaff, publishAgreement } from '#contract/appointments/agreement.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { conflict } from '#server/base/http/errors.ts';
import * as sql from './queries-agreement.ts';

const SHOWN_ACCEPTANCES = 100;

export { findAgreement } from './queries-agreement.ts';

/**
 * Requires the agreement in force for a listing that takes requests. A caller who names its version accepts it, which is stored with
 * the name of their account and the time.
 */
export async function requireAgreement(
  trx: Knex,
  { actor, clock }: Pick<Ctx<Actor>, 'actor' | 'clock'>,
  listing: { dentistId: number; ownerId: number },
  accepted: number | undefined,
): Promise<void> {
  const { version } = await sql.findAgreement(trx);
  if (await sql.hasAccepted(trx, { ...listing, version })) return;
  if (accepted !== version)
    throw conflict(
      accepted === undefined
        ? 'Please accept the business associate agreement first.'
        : 'The business associate agreement has changed. Please read the new version.',
      'agreement_required',
    );
  await sql.insertAcceptance(trx, {
    ...listing,
    version,
    userId: actor.userId,
    acceptedBy: `${actor.name} <${actor.email}>`,
    acceptedAt: clock.now(),
  });
}

export async function describeAgreement({ db }: Ctx<Actor>): Promise<z.input<(typeof agreementForStaff)['reply']>> {
  const agreement = await sql.findAgreement(db);
  return {
    agreement,
    ...(await sql.countAcceptances(db, agreement.version)),
    acceptances: await sql.findAcceptances(db, SHOWN_ACCEPTANCES),
  };
}

export async function publishNewAgreement(
  ctx: Ctx<Actor>,
  { body, replaces }: z.output<(typeof publishAgreement)['body']>,
): Promise<sql.AgreementRow> {
  return ctx.db.transaction(async (trx) => {
    await sql.lockAgreements(trx);
    const before = await sql.findAgreement(trx);
    if (before.version !== replaces)
      throw conflict('The agreement has changed since you opened it. Please reload the page.', 'changed_meanwhile');
    if (before.body === body) throw conflict('The text is the same as before.', 'unchanged');
    const at = ctx.clock.now();
    await sql.insertAgreement(trx, { body, publishedAt: at, publishedBy: ctx.actor.userId });
    const agreement = await sql.findAgreement(trx);
    await audit(trx, ctx.actor, {
      at,
      action: 'agreement.published',
      subject: 'settings',
      subjectId: 'business-agreement',
      before: { version: before.version },
      after: { version: agreement.version },
    });
    return agreement;
  });
}
