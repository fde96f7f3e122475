import { z } from 'zod';
import { mentionNames } from '#shared/reviews/mentions.ts';
import {
  MAX_APPEAL_LENGTH,
  MAX_REVIEW_LENGTH,
  MAX_REVIEW_PHOTOS,
  MIN_REVIEW_LENGTH,
  reviewLanguages,
  reviewQuestions,
  reviewSources,
  reviewStatuses,
  verifications,
  type ReviewQuestion,
} from '#shared/reviews/review.ts';
import { endpoint } from '../endpoint.ts';
import { dataUrl } from '../listings/practice-fields.ts';
import { humanAnswer } from '../site.ts';
import { email, flag, id, idParam, line, ok, pageNumber, pageSize, sentTime, text } from '../values.ts';

const named = z.object({ id: z.int(), name: z.string() });
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Please choose the month of your visit.');

const questions = <Field extends z.ZodType>(field: Field) =>
  Object.fromEntries(reviewQuestions.map(({ name }) => [name, field])) as Record<ReviewQuestion, Field>;

/** A form sends yes, no, or nothing for a skipped question. */
const answer = z
  .enum(['yes', 'no', ''], 'Please answer yes or no, or skip the question.')
  .default('')
  .transform((value) => (value === '' ? null : value === 'yes'));
const tooManyPhotos = `A review can have up to ${MAX_REVIEW_PHOTOS} photos.`;
const tooShort = `Please write at least ${MIN_REVIEW_LENGTH} characters.`;

/** The fields of the author's form. A browser without scripts sends each as text. */
export const reviewForm = z.object({
  stars: z.coerce
    .number('Please choose one to five stars.')
    .pipe(z.int('Please choose one to five stars.').min(1, 'Please choose one to five stars.').max(5, 'Please choose one to five stars.')), // prettier-ignore
  ...questions(answer),
  serviceId: z.preprocess((value) => (value === '' ? null : (value ?? null)), z.coerce.number().pipe(id).nullable()),
  visitMonth: month,
  text: text(MAX_REVIEW_LENGTH, 'Please write about your visit.')
    .transform((value) => value.replaceAll('\r\n', '\n').trim())
    // The database counts characters, and an emoji has two or more units of UTF-16.
    .pipe(z.string().refine((value) => [...value].length >= MIN_REVIEW_LENGTH, tooShort)),
  language: z.enum(reviewLanguages, 'Please choose English or Spanish.'),
  /** Shows the first name and the initial of the last name, instead of “Patient.” */
  signed: z.enum(['yes', 'no'], 'Please choose how to sign.').transform((value) => value === 'yes'),
  /** The ids of the author's photos to delete. */
  removedPhotos: z.array(z.coerce.number().pipe(id)).max(MAX_REVIEW_PHOTOS).default([]),
  /** The author took the new photos, and each person in them is the author or agreed. Required for a new photo. */
  photoConsent: z.boolean().default(false),
});

const answers = questions(z.boolean().nullable());

const shownPhoto = z.object({ url: z.string(), width: z.int(), height: z.int() });
/** A photo as a data URL, because only its author and staff see it before the review is published. */
export const ownPhoto = z.object({ id: z.int(), image: z.string(), width: z.int(), height: z.int() });
export type OwnPhoto = z.output<typeof ownPhoto>;

export const shownReview = z.object({
  id: z.int(),
  stars: z.int(),
  ...answers,
  service: z.string().nullable(),
  /** Such as 2026-03. */
  visitMonth: z.string(),
  text: z.string(),
  language: z.enum(reviewLanguages),
  author: z.string(),
  photos: z.array(shownPhoto),
  writtenAt: sentTime,
  /** How the author is known: by an accepted request, by the practice's own link, or only by the email address. Null if imported. */
  verifiedBy: z.enum(verifications).nullable(),
  /** The practice's answer. */
  reply: z.string().nullable(),
  repliedAt: sentTime.nullable(),
});
export type ShownReview = z.output<typeof shownReview>;

const counted = z.object({ yes: z.int(), asked: z.int() });
const shownReviews = z.object({
  total: z.int(),
  /** Null without reviews. */
  average: z.number().nullable(),
  /** How many reviews have one star, two, and so on to five. */
  stars: z.array(z.int()),
  answers: z.object(questions(counted)),
  /** The filters that keep a review, with their counts. */
  services: z.array(named.extend({ count: z.int() })),
  languages: z.array(z.object({ language: z.enum(reviewLanguages), count: z.int() })),
  withPhotos: z.int(),
  verified: z.int(),
  /** How many reviews have words of a fixed list in their text, the most frequent first. */
  mentions: z.array(z.object({ name: z.enum(mentionNames), count: z.int() })),
  /** Written here, taken over from another directory, or invented. A listing shows only the first of these that it has. Null without any. */
  source: z.enum(reviewSources).nullable(),
  /** How many pass the filters. */
  matching: z.int(),
  reviews: z.array(shownReview),
});
export type ShownReviews = z.output<typeof shownReviews>;

export const listReviews = endpoint('GET', '/api/dentists/:id/reviews', {
  summary: 'The published reviews of a listing by its patients, newest first, with the sums of all. The number that pass the filters is also in X-Total-Count', // prettier-ignore
  params: idParam,
  query: z.object({
    stars: z.enum(['1', '2', '3', '4', '5'], 'Stars are 1 to 5.').transform(Number).optional(),
    service: z.coerce.number().pipe(id).optional(),
    language: z.enum(reviewLanguages, 'Languages are en and es.').optional(),
    /** Only reviews with photos. */
    photos: flag.optional(),
    /** Only reviews of verified visits. */
    verified: flag.optional(),
    mention: z.enum(mentionNames, `Mentions are ${mentionNames.join(', ')}.`).optional(),
    page: pageNumber.optional(),
    pageSize: pageSize.optional(),
  }),
  reply: shownReviews,
});

const ownReview = z.object({
  practice: z.object({ name: z.string(), href: z.string().nullable() }),
  verifiedBy: z.enum(verifications),
  services: z.array(named),
  months: z.array(z.string()),
  /** “Pia P.”, or “Patient” if the request had no name. */
  signature: z.string(),
  /** Null until it is written. */
  review: z
    .object({
      status: z.enum(reviewStatuses),
      stars: z.int(),
      ...answers,
      serviceId: z.int().nullable(),
      visitMonth: z.string(),
      text: z.string(),
      language: z.enum(reviewLanguages),
      signed: z.boolean(),
      photos: z.array(ownPhoto),
      sentAt: sentTime,
      /** By when it is published, or staff decide. Null once that is done. */
      expectedBy: sentTime.nullable(),
      /** Why it was refused. */
      reason: z.string().nullable(),
      appeal: z.string().nullable(),
      canAppeal: z.boolean(),
      editableUntil: sentTime,
      canEdit: z.boolean(),
    })
    .nullable(),
});
export type OwnReview = z.output<typeof ownReview>;

/** Sent in the body, because addresses are logged. A person without scripts pastes the whole link, which ends with it. */
const token = z
  .string()
  .max(300)
  .transform((value) => value.slice(value.lastIndexOf('#') + 1).trim());

export const linkForm = z.object({
  name: line(80).default(''),
  email,
});
export const requestReviewLink = endpoint('POST', '/api/dentists/:id/review-links', {
  summary: 'Email the link to write a review of a listing, or to change the one that this address wrote',
  params: idParam,
  body: linkForm.extend({
    /** The code at the end of the practice's own link. A wrong one changes nothing but the mark of the review. */
    practiceCode: line(40).default(''),
    humanCheck: humanAnswer,
  }),
  reply: ok,
  errors: { verification_failed: 400 },
});

export const viewReview = endpoint('POST', '/api/reviews/view', {
  summary: 'A review, or the invitation to write one, by the token in the link of its author',
  body: z.object({ token }),
  reply: ownReview,
});
export const saveReview = endpoint('POST', '/api/reviews/save', {
  summary: 'Send a review, or change it within 30 days. It is checked before it shows',
  body: reviewForm.extend({
    token,
    /** A random value that the browser made for reviews and keeps. Reviews sent with the same one are counted. */
    device: z
      .string()
      .regex(/^[\w-]{16,64}$/)
      .optional(),
    /** New photos, as data URLs of JPEG, PNG, or WebP. */
    photos: z.array(dataUrl).max(MAX_REVIEW_PHOTOS, tooManyPhotos).default([]),
  }),
  reply: ownReview,
  errors: { not_possible: 409 },
  limit: 22_000_000,
});
export const deleteReview = endpoint('POST', '/api/reviews/delete', {
  summary:
    'Delete a review for good, with the address and the link of its author; without a review, end the invitation',
  body: z.object({ token }),
  reply: ok,
});
const appealForm = z.object({
  appeal: text(MAX_APPEAL_LENGTH)
    .transform((value) => value.trim())
    .pipe(z.string().min(1, 'Please say why the decision is wrong.')),
});
export const appealReview = endpoint('POST', '/api/reviews/appeal', {
  summary: 'Ask staff once to look again at a refused review',
  body: appealForm.extend({ token }),
  reply: ownReview,
  errors: { not_possible: 409 },
});
