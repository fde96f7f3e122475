import type { Knex } from 'knex';
import {
  DECIDE_HOURS,
  FINGERPRINT_DAYS,
  HOLD_HOURS,
  type ReviewFlag,
  type ReviewStatus,
} from '#shared/reviews/review.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { clientNetwork } from '#server/base/http/limits/client-network.ts';
import { emailKeyOf } from '#server/base/sealed-contacts.ts';
import { checkText } from './check-text.ts';
import { recentNetworkKeys } from './network-key.ts';
import { isCopy } from './prints.ts';
import * as sql from './queries-checks.ts';
import type { InvitationRow } from './queries.ts';

const HOUR = 3_600_000;
/** A practice's waiting room sends fewer in an hour; more from one network are a burst. */
export const MAX_FROM_NETWORK = 10;

interface CheckedReview {
  /** Null before its first version is stored. */
  id: number | null;
  text: string;
  prints: readonly number[];
}

/** Every reason for staff to look at a review. The stars and the answers aren't passed, so that they can't matter. */
export async function checkReview(
  trx: Knex,
  ctx: Ctx,
  invitation: InvitationRow,
  { id, text, prints }: CheckedReview,
): Promise<ReviewFlag[]> {
  const now = ctx.clock.now();
  const flags = checkText(text);
  if ((await sql.findSimilarPrints(trx, prints, id)).some((other) => isCopy(prints, other))) flags.push('copied');
  const others = await sql.countFromNetwork(trx, {
    keys: recentNetworkKeys(ctx, ctx.network, now),
    from: new Date(now.getTime() - HOUR),
    to: now,
    exceptId: id,
  });
  if (others >= MAX_FROM_NETWORK) flags.push('burst');
  return [...flags, ...(await checkInsider(trx, ctx, invitation))];
}

async function checkInsider(trx: Knex, ctx: Ctx, { dentistId, practiceId, emailKey }: InvitationRow) {
  const since = new Date(ctx.clock.now().getTime() - FINGERPRINT_DAYS * 24 * HOUR);
  const { userIds, emails, addresses } = await sql.findInsiders(trx, { dentistId, practiceId, since });
  const flags: ReviewFlag[] = [];
  if (ctx.actor && userIds.includes(ctx.actor.userId)) flags.push('sameAccount');
  if (emailKey && emails.some((email) => emailKeyOf(ctx.secret, email).equals(emailKey))) flags.push('sameEmail');
  if (addresses.some((address) => clientNetwork(address) === ctx.network)) flags.push('sameNetwork');
  return flags;
}

/** Whether a waiting review turned out to be part of a burst: more came from its network within an hour of it. */
export async function isInBurst(
  trx: Knex,
  { id, networkKey, sentAt }: { id: number; networkKey: Buffer | null; sentAt: Date },
): Promise<boolean> {
  if (!networkKey) return false;
  const around = {
    keys: [networkKey],
    from: new Date(sentAt.getTime() - HOUR),
    to: new Date(sentAt.getTime() + HOUR),
    exceptId: id,
  };
  return (await sql.countFromNetwork(trx, around)) > MAX_FROM_NETWORK;
}

/** The way that a review takes: to the job that publishes it, or to staff. Only its flags decide. */
export function choosePath(
  flags: readonly ReviewFlag[],
  now: Date,
): { status: ReviewStatus; publishAt: Date | null; dueAt: Date | null } {
  const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR);
  return flags.length === 0
    ? { status: 'waiting', publishAt: inHours(HOLD_HOURS), dueAt: null }
    : { status: 'flagged', publishAt: null, dueAt: inHours(DECIDE_HOURS) };
}
