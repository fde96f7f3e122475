import { createHmac } from 'node:crypto';
import type { Knex } from 'knex';
import QRCode from 'qrcode';
import type { PracticeLink } from '#contract/reviews/practice-link.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { lockOwnListing, requireRole } from '#server/listings/access/access.ts';
import { findLinkVersion, replaceLink } from './queries-practice-link.ts';

/** 80 bits, because a person may type them from a card. A guess would only gain a mark on the own review. */
const CODE_LENGTH = 20;

const codeOf = ({ secret }: Pick<Deps, 'secret'>, dentistId: number, version: number): string =>
  createHmac('sha256', secret.key('practice review link'))
    .update(`${dentistId} ${version}`)
    .digest('hex')
    .slice(0, CODE_LENGTH);

async function describe(deps: Deps, dentistId: number, version: number): Promise<PracticeLink> {
  const url = `${deps.config.PUBLIC_URL}/write-review/${dentistId}/${codeOf(deps, dentistId, version)}`;
  return { url, qr: await QRCode.toString(url, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }) };
}

export async function findPracticeLink(ctx: Ctx<Actor>, dentistId: number): Promise<PracticeLink> {
  await requireRole(ctx.db, ctx.actor, dentistId);
  return describe(ctx, dentistId, await findLinkVersion(ctx.db, dentistId));
}

export async function replacePracticeLink(ctx: Ctx<Actor>, dentistId: number): Promise<PracticeLink> {
  const version = await ctx.db.transaction(async (trx) => {
    await lockOwnListing(trx, ctx.actor, dentistId);
    const now = ctx.clock.now();
    await audit(trx, ctx.actor, {
      at: now,
      action: 'listing.review_link_replaced',
      subject: 'listing',
      subjectId: dentistId,
      note: 'The link and QR code for reviews were replaced',
    });
    return replaceLink(trx, dentistId, now);
  });
  return describe(ctx, dentistId, version);
}

/** True if the code is that of the listing's present link. Case and spaces don't matter, because a person may have typed it. */
export async function isPracticeCode(db: Knex, deps: Deps, dentistId: number, code: string): Promise<boolean> {
  if (code === '') return false;
  return code.trim().toLowerCase() === codeOf(deps, dentistId, await findLinkVersion(db, dentistId));
}
