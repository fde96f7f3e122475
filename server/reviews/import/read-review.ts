import { z } from 'zod';
import { id, text } from '#contract/values.ts';
import {
  MAX_REPLY_LENGTH,
  MAX_REVIEW_LENGTH,
  MIN_REVIEW_LENGTH,
  reviewLanguages,
  verifications,
} from '#shared/reviews/review.ts';
import type { ImportedReview } from './queries-import.ts';

const blankAsNull = z.string().transform((value) => (value === '' ? null : value));
const answer = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false', ''], 'Must be true, false, or blank.'))
  .transform((value) => (value === '' ? null : value === 'true'));
const moment = z.iso
  .datetime({ offset: true, error: 'Must be a time such as 2026-03-01T15:00:00Z.' })
  .transform((value) => new Date(value));
const words = (max: number) => text(max).transform((value) => value.replaceAll('\r\n', '\n'));

/** The columns of the export. `verifiedBy` is checked, but not kept, because this directory didn't verify anything. */
const columns = z.object({
  listingId: z.string().regex(/^[1-9]\d{0,9}$/, 'Must be the number of a listing.').transform(Number).pipe(id), // prettier-ignore
  listingName: z.string(),
  status: z.literal('published', 'Only published reviews can be imported.'),
  stars: z.string().regex(/^[1-5]$/, 'Must be 1 to 5.').transform(Number), // prettier-ignore
  explained: answer,
  onTime: answer,
  priceAsTold: answer,
  wouldReturn: answer,
  service: blankAsNull,
  visitMonth: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Must be a month such as 2026-03.'),
  text: words(MAX_REVIEW_LENGTH).refine(
    (value) => [...value].length >= MIN_REVIEW_LENGTH,
    `Must have at least ${MIN_REVIEW_LENGTH} characters.`,
  ),
  language: z.enum(reviewLanguages, 'Must be en or es.'),
  author: text(60).refine((value) => value.trim() !== '', 'Must not be blank.'),
  writtenAt: moment,
  verifiedBy: blankAsNull.pipe(z.enum(verifications, `Must be one of ${verifications.join(', ')}.`).nullable()),
  reply: blankAsNull.pipe(words(MAX_REPLY_LENGTH).nullable()),
  repliedAt: blankAsNull.pipe(moment.nullable()),
});
export const columnNames = Object.keys(columns.shape);

interface Known {
  listings: ReadonlyMap<number, string>;
  services: ReadonlyMap<string, number>;
  now: Date;
}

/** A review from the cells of a row, or why it can't be imported. */
export function readReview(cells: Record<string, string>, { listings, services, now }: Known): ImportedReview | string {
  const result = columns.safeParse(cells);
  if (!result.success) {
    const [issue] = result.error.issues;
    return `${String(issue!.path[0])}: ${issue!.message}`;
  }
  const { listingId, listingName, service, text: body, author, writtenAt, visitMonth, reply, repliedAt } = result.data;
  const listing = listings.get(listingId);
  if (listing === undefined) return `listingId: There is no listing ${listingId}.`;
  if (listing !== listingName) return `listingName: Listing ${listingId} is “${listing}” here, not “${listingName}.”`;
  const serviceId = service === null ? null : services.get(service);
  if (serviceId === undefined) return `service: There is no service “${service}.”`;
  if (writtenAt > now || (repliedAt && repliedAt > now)) return 'writtenAt, repliedAt: Must not be in the future.';
  if (visitMonth > now.toISOString().slice(0, 7)) return 'visitMonth: Must not be in the future.';
  if ((reply === null) !== (repliedAt === null)) return 'reply: Needs both its text and its time.';
  const { status, stars, explained, onTime, priceAsTold, wouldReturn, language } = result.data;
  return {
    dentistId: listingId,
    source: 'imported',
    verifiedBy: null,
    status,
    stars,
    explained,
    onTime,
    priceAsTold,
    wouldReturn,
    serviceId,
    visitMonth: `${visitMonth}-01`,
    body,
    authorName: author,
    language,
    writtenAt,
    sentAt: writtenAt,
    changedAt: now,
    publishedAt: now,
    reply,
    repliedAt,
  };
}
