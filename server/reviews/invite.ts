import { FALLBACK_ZONE } from '#shared/appointments/appointment-state.ts';
import { REMINDER_DAYS } from '#shared/reviews/review.ts';
import type { Deps } from '#server/base/http/context.ts';
import { emailKeyOf, openContact, sealContact } from '#server/base/sealed-contacts.ts';
import { openAuthor } from './authors.ts';
import { emailInvitation, emailReminder } from './emails.ts';
import { createLinkKey, createToken, hashToken } from './links.ts';
import * as sql from './queries-invitations.ts';

const DAY = 86_400_000;
const BATCH_SIZE = 100;
/** Patients are not asked about older visits. */
const MAX_AGE_DAYS = 21;

/** Asks patients with an accepted request how it was, once, on a day after the appointment. */
export async function invitePatients(deps: Deps): Promise<void> {
  let count = 0;
  for (;;) {
    const invited = await inviteBatch(deps);
    count += invited;
    if (invited < BATCH_SIZE) break;
  }
  if (count > 0) deps.log.info({ count }, 'patients asked for reviews');
}

const inviteBatch = (deps: Deps): Promise<number> =>
  deps.db.transaction(async (trx) => {
    const now = deps.clock.now();
    const since = new Date(now.getTime() - MAX_AGE_DAYS * DAY);
    const visits = await sql.lockVisits(trx, { now, since, zone: FALLBACK_ZONE, limit: BATCH_SIZE });
    for (const { requestId, visitedOn, listingName, practiceName, ...visit } of visits) {
      const { name, email } = openContact(deps.secret, visit);
      const linkKey = createLinkKey();
      await sql.insertInvitation(trx, {
        requestId,
        linkKey,
        tokenHash: hashToken(createToken(deps, linkKey)),
        contact: sealContact(deps.secret, { name, email, phone: null }),
        emailKey: visit.emailKey ?? emailKeyOf(deps.secret, email ?? ''),
        visitedOn,
        invitedAt: now,
      });
      await emailInvitation(trx, deps, { name, email, linkKey, listingName, practiceName });
    }
    return visits.length;
  });

/** Reminds of each unanswered invitation once. */
export async function remindPatients(deps: Deps): Promise<void> {
  for (;;) {
    const count = await deps.db.transaction(async (trx) => {
      const now = deps.clock.now();
      const before = new Date(now.getTime() - REMINDER_DAYS * DAY);
      const invitations = await sql.lockUnanswered(trx, { before, limit: BATCH_SIZE });
      for (const invitation of invitations) await emailReminder(trx, deps, openAuthor(deps, invitation));
      await sql.markReminded(trx, invitations.map(({ id }) => id), now); // prettier-ignore
      return invitations.length;
    });
    if (count < BATCH_SIZE) return;
  }
}
