import type { z } from 'zod';
import type { requestReviewLink } from '#contract/reviews/reviews.ts';
import { EDIT_DAYS } from '#shared/reviews/review.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { verifyHumanCheck } from '#server/base/http/limits/human-check.ts';
import { enforceLimit } from '#server/base/http/limits/limits.ts';
import { emailKeyOf, sealContact } from '#server/base/sealed-contacts.ts';
import { listingNotFound } from '#server/listings/errors.ts';
import { findListing } from '#server/listings/listings.ts';
import { openAuthor } from './authors.ts';
import { emailLink } from './emails.ts';
import { createLinkKey, createToken, hashToken } from './links.ts';
import { fingerprintOf } from './fingerprints.ts';
import { isPracticeCode } from './practice-link.ts';
import { findUsableInvitation, insertInvitation, markPracticeInvited } from './queries-invitations.ts';
import { lockListing } from './queries.ts';

const DAY = 86_400_000;
/** Above what a waiting room sends in an hour. */
const PER_NETWORK = { hits: 60, seconds: 3_600 };
/** A low limit, because anyone can enter a stranger's address. */
const PER_ADDRESS = { hits: 5, seconds: 86_400 };

/**
 * Emails a person the link to write a review. An address that has a link already gets the same one, so that a person has one review
 * for each visit. The answer doesn't say which, because it would tell strangers who wrote a review.
 */
export async function sendReviewLink(
  ctx: Ctx,
  dentistId: number,
  { name, email, practiceCode, humanCheck }: z.output<(typeof requestReviewLink)['body']>,
): Promise<void> {
  const { db, clock, secret } = ctx;
  const now = clock.now();
  const emailKey = emailKeyOf(secret, email);
  const sentence = 'There were too many requests from here. Please try again in an hour.';
  const network = fingerprintOf(ctx, 'network', ctx.network, now).toString('base64url');
  await enforceLimit(ctx, 'LIMIT_CONTACT', `review link ${network}`, sentence, PER_NETWORK);
  const tomorrow = 'We sent this address several links today. Please use one of them, or try again tomorrow.';
  await enforceLimit(ctx, 'LIMIT_CONTACT', `review link ${emailKey.toString('base64url')}`, tomorrow, PER_ADDRESS);
  await db.transaction(async (trx) => {
    const listing = await findListing(trx, dentistId);
    if (!listing) throw listingNotFound();
    await verifyHumanCheck(trx, ctx, humanCheck);
    await lockListing(trx, listing.id);
    const writtenSince = new Date(now.getTime() - EDIT_DAYS * DAY);
    const known = await findUsableInvitation(trx, { dentistId: listing.id, emailKey, writtenSince });
    const isPracticeInvited = listing.claimed && (await isPracticeCode(trx, ctx, dentistId, practiceCode));
    if (known && isPracticeInvited) await markPracticeInvited(trx, known.id);
    if (known) return emailLink(trx, ctx, openAuthor(ctx, known));
    const linkKey = createLinkKey();
    await insertInvitation(trx, {
      requestId: null,
      dentistId: listing.id,
      linkKey,
      tokenHash: hashToken(createToken(ctx, linkKey)),
      contact: sealContact(secret, { name: name.trim() || null, email, phone: null }),
      emailKey,
      isPracticeInvited,
      visitedOn: null,
      invitedAt: now,
    });
    await emailLink(trx, ctx, {
      name: name.trim() || null,
      email,
      linkKey,
      listingName: listing.name,
      practiceName: listing.practiceName,
    });
  });
}
