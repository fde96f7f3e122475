import type { Knex } from 'knex';
import type { z } from 'zod';
import type * as contract from '#contract/reviews/reviews.ts';
import { FALLBACK_ZONE } from '#shared/appointments/appointment-state.ts';
import { localDate } from '#shared/listings/holiday-hours.ts';
import { listingPath } from '#shared/listings/listing-path.ts';
import {
  ANONYMOUS_AUTHOR,
  DECIDE_HOURS,
  EDIT_DAYS,
  listVisitMonths,
  signatureOf,
  type Verification,
} from '#shared/reviews/review.ts';
import { audit } from '#server/audit/audit.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { badRequest, conflict, notFound } from '#server/base/http/errors.ts';
import { enforceLimit } from '#server/base/http/limits/limits.ts';
import { dropPictures } from '#server/listings/photos/media.ts';
import { announceReview } from './announce-review.ts';
import { openAuthor } from './authors.ts';
import { checkReview, choosePath } from './check-review.ts';
import { fingerprintOf } from './fingerprints.ts';
import { hashToken } from './links.ts';
import * as photos from './photos/photos.ts';
import { printsOf } from './prints.ts';
import * as sql from './queries.ts';

type View = z.input<(typeof contract.viewReview)['reply']>;
type Saved = z.output<(typeof contract.saveReview)['body']>;
type Form = Omit<Saved, 'device' | 'photoConsent' | 'photos' | 'removedPhotos' | 'token'>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Far above what a waiting room sends. Below it, a burst is stored and looked at, so that none is lost. */
const PER_NETWORK = { hits: 300, seconds: 3_600 };
const PER_REVIEW = { hits: 20, seconds: 3_600 };

const unknownLink = () =>
  notFound('This link is no longer valid. The invitation has ended, or the review was deleted.');
const notPossible = (sentence: string) => conflict(sentence, 'not_possible');

async function limitChanges(ctx: Ctx, tokenHash: Buffer): Promise<void> {
  const sentence = 'There were too many changes from here. Please try again in an hour.';
  const network = fingerprintOf(ctx, 'network', ctx.network, ctx.clock.now()).toString('base64url');
  await enforceLimit(ctx, 'LIMIT_CONTACT', `review network ${network}`, sentence, PER_NETWORK);
  await enforceLimit(ctx, 'LIMIT_CONTACT', `review ${tokenHash.toString('base64url')}`, sentence, PER_REVIEW);
}

/** The months to choose from: since the appointment, or the last twelve. */
function monthsFor({ visitedOn, timeZone }: sql.InvitationRow, now: Date): string[] {
  const today = localDate(timeZone ?? FALLBACK_ZONE, now);
  return visitedOn ? listVisitMonths(visitedOn, today) : listVisitMonths(`${Number(today.slice(0, 4)) - 1}${today.slice(4)}`, today).slice(0, 12); // prettier-ignore
}

const editableUntil = ({ writtenAt }: sql.ReviewRow): Date => new Date(writtenAt.getTime() + EDIT_DAYS * DAY);
const canAppeal = ({ status, appealedAt }: sql.ReviewRow): boolean => status === 'refused' && appealedAt === null;

const verificationOf = ({ requestId, isPracticeInvited }: sql.InvitationRow): Verification =>
  requestId !== null ? 'visit' : isPracticeInvited ? 'practice' : 'email';

async function toView(ctx: Ctx, invitation: sql.InvitationRow): Promise<View> {
  const { db } = ctx;
  const review = await sql.findReviewOf(db, invitation.id);
  const now = ctx.clock.now();
  const { dentistId, listingName, listingDeleted, listingState } = invitation;
  return {
    practice: {
      name: listingName,
      href: listingDeleted ? null : listingPath({ ...invitation, id: dentistId, state: listingState }),
    },
    verifiedBy: verificationOf(invitation),
    services: await sql.findOfferedServices(db, dentistId),
    months: monthsFor(invitation, now),
    signature: signatureOf(openAuthor(ctx, invitation).name),
    review: review
      ? {
          ...review,
          text: review.body,
          photos: await photos.openPhotos(ctx, review.id, 400),
          signed: review.authorName !== ANONYMOUS_AUTHOR,
          expectedBy: review.publishAt ?? (review.status === 'flagged' ? review.dueAt : null),
          canAppeal: canAppeal(review),
          editableUntil: editableUntil(review),
          canEdit: editableUntil(review) > now,
        }
      : null,
  };
}

export async function viewOwnReview(ctx: Ctx, token: string): Promise<View> {
  const invitation = await sql.findInvitationByToken(ctx.db, hashToken(token));
  if (!invitation) throw unknownLink();
  return toView(ctx, invitation);
}

/** Stores a review, or the author's change of it. The same values sent twice change nothing. */
export async function saveOwnReview(ctx: Ctx, form: Saved): Promise<View> {
  const tokenHash = hashToken(form.token);
  await limitChanges(ctx, tokenHash);
  photos.requireConsent(form);
  // An unknown link costs no decoding.
  if (form.photos.length > 0 && !(await sql.findInvitationByToken(ctx.db, tokenHash))) throw unknownLink();
  const pictures = await photos.receivePhotos(ctx, form.photos);
  let stored: readonly unknown[] = [];
  try {
    stored = await ctx.db.transaction((trx) => saveLocked(trx, ctx, tokenHash, form, pictures));
  } finally {
    const unused = pictures.filter((picture) => !stored.includes(picture)).map(({ hash }) => hash);
    await dropPictures(ctx.db, unused);
  }
  return viewOwnReview(ctx, form.token);
}

/** Returns the pictures that the review keeps. */
async function saveLocked(
  trx: Knex,
  ctx: Ctx,
  tokenHash: Buffer,
  { token: _, photos: _sent, removedPhotos, photoConsent: __, device, ...form }: Saved,
  pictures: readonly photos.ReviewPicture[],
): Promise<photos.ReviewPicture[]> {
  const invitation = await sql.lockInvitation(trx, tokenHash);
  if (!invitation) throw unknownLink();
  if (invitation.listingDeleted) throw notPossible('This practice is no longer listed, so its reviews are closed.');
  const before = (await sql.lockReviewOf(trx, invitation.id)) ?? null;
  const values = await toValues(trx, ctx, invitation, form, before);
  const change = await photos.planPhotos(trx, before?.id ?? null, pictures, removedPhotos);
  if (before && isSame(before, values) && change.added.length + change.removed.length === 0) return [];
  if (before && editableUntil(before) <= ctx.clock.now())
    throw notPossible(`A review can be changed for ${EDIT_DAYS} days. You can still delete it.`);
  const id = await storeReview(trx, ctx, invitation, before, { ...values, hasPhotos: change.count > 0, device });
  await photos.changePhotos(trx, ctx, id, change);
  return change.added;
}

async function toValues(
  trx: Knex,
  ctx: Ctx,
  invitation: sql.InvitationRow,
  { text, signed, ...form }: Form,
  before: sql.ReviewRow | null,
) {
  // A review that is changed keeps a month that has left the list since.
  if (form.visitMonth !== before?.visitMonth && !monthsFor(invitation, ctx.clock.now()).includes(form.visitMonth)) {
    const sentence = 'Please choose the month of your visit from the list.';
    throw badRequest(sentence, { visitMonth: sentence });
  }
  await refuseSecondReview(trx, invitation, form.visitMonth);
  const services = form.serviceId === null ? [] : await sql.findOfferedServices(trx, invitation.dentistId);
  if (form.serviceId !== null && !services.some(({ id }) => id === form.serviceId)) {
    const sentence = 'Please choose what was done from the list.';
    throw badRequest(sentence, { serviceId: sentence });
  }
  const authorName = signed ? signatureOf(openAuthor(ctx, invitation).name) : ANONYMOUS_AUTHOR;
  return { ...form, body: text, authorName };
}

/** A person has one review for each practice and visit. The lock makes two links of one person see each other. */
async function refuseSecondReview(trx: Knex, invitation: sql.InvitationRow, visitMonth: string): Promise<void> {
  await sql.lockListing(trx, invitation.dentistId);
  if (!(await sql.hasOtherReview(trx, invitation, visitMonth))) return;
  const sentence = 'You have already reviewed a visit in this month. Please change that review by its own link.';
  throw badRequest(sentence, { visitMonth: sentence });
}

type Values = Awaited<ReturnType<typeof toValues>>;
const isSame = (review: sql.ReviewRow, values: Values): boolean =>
  (Object.keys(values) as (keyof Values)[]).every((name) => review[name] === values[name]);

async function storeReview(
  trx: Knex,
  ctx: Ctx,
  invitation: sql.InvitationRow,
  before: sql.ReviewRow | null,
  { visitMonth, hasPhotos, device, ...values }: Values & { hasPhotos: boolean; device: string | undefined },
): Promise<number> {
  const now = ctx.clock.now();
  const prints = printsOf(values.body);
  const flags = await checkReview(trx, ctx, invitation, {
    id: before?.id ?? null,
    text: values.body,
    hasPhotos,
    device,
    prints,
  });
  const path = choosePath(flags, now);
  const networkKey = fingerprintOf(ctx, 'network', ctx.network, now);
  const deviceKey = device === undefined ? null : fingerprintOf(ctx, 'device', device, now);
  const sent = {
    ...values,
    ...path,
    visitMonth: `${visitMonth}-01`,
    flags,
    prints,
    networkKey,
    deviceKey,
    sentAt: now,
  };
  const changedAt = before ? sql.changeTimeOf(before, now) : now;
  const id =
    before?.id ??
    (await sql.insertReview(trx, {
      ...sent,
      dentistId: invitation.dentistId,
      invitationId: invitation.id,
      verifiedBy: verificationOf(invitation),
      writtenAt: now,
      changedAt,
    }));
  if (before)
    await sql.updateReview(trx, id, { ...sent, changedAt, publishedAt: null, decidedAt: null, decidedBy: null, reason: null }); // prettier-ignore
  if (before?.status === 'published') await announceReview(trx, 'review.removed', before, now);
  await audit(trx, null, {
    at: now,
    action: before ? 'review.edited' : 'review.received',
    subject: 'review',
    subjectId: id,
    note: flags.length > 0 ? `Flagged: ${flags.join(', ')}` : 'No check flagged it',
  });
  return id;
}

/** Deletes the review for good, or ends an invitation without one. The link stops working. */
export async function deleteOwnReview(ctx: Ctx, token: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const invitation = await sql.lockInvitation(trx, hashToken(token));
    if (!invitation) throw unknownLink();
    const now = ctx.clock.now();
    const review = await sql.lockReviewOf(trx, invitation.id);
    if (review) {
      await photos.removeAllPhotos(trx, review.id);
      await sql.removeReview(trx, review.id);
      await audit(trx, null, {
        at: now,
        action: 'review.deleted',
        subject: 'review',
        subjectId: review.id,
        note: 'By its author',
      });
      if (review.status === 'published') await announceReview(trx, 'review.removed', review, now);
    }
    await sql.endInvitation(trx, invitation.id, now);
  });
}

/** Puts a refused review into the staff's queue again, once. */
export async function appealOwnReview(
  ctx: Ctx,
  { token, appeal }: z.output<(typeof contract.appealReview)['body']>,
): Promise<View> {
  const tokenHash = hashToken(token);
  await limitChanges(ctx, tokenHash);
  await ctx.db.transaction(async (trx) => {
    const invitation = await sql.lockInvitation(trx, tokenHash);
    if (!invitation) throw unknownLink();
    const review = await sql.lockReviewOf(trx, invitation.id);
    if (!review || review.status !== 'refused')
      throw notPossible('Only a review that we refused can be looked at again.');
    if (review.appealedAt) throw notPossible("We've already looked at this review again, and the decision is final.");
    const now = ctx.clock.now();
    await sql.updateReview(trx, review.id, {
      status: 'flagged',
      appeal,
      appealedAt: now,
      dueAt: new Date(now.getTime() + DECIDE_HOURS * HOUR),
      changedAt: sql.changeTimeOf(review, now),
    });
    await audit(trx, null, { at: now, action: 'review.appealed', subject: 'review', subjectId: review.id });
  });
  return viewOwnReview(ctx, token);
}
