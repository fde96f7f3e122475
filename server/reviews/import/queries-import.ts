import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import type { ReviewAnswers } from '../queries.ts';

/** Keeps others from adding reviews until the transaction ends. */
export async function lockReviews(trx: Knex): Promise<void> {
  await rows(trx, 'lock table reviews in share row exclusive mode', []);
}

/** Whether the directory has a review that isn't invented, in whichever state. */
export const hasReviews = async (trx: Knex): Promise<boolean> =>
  (await rows(trx, `select id from reviews where source <> 'sample' limit 1`, [])).length > 0;

export const findListingNames = async (trx: Knex, ids: readonly number[]): Promise<Map<number, string>> =>
  new Map(
    (
      await rows<{ id: number; name: string }>(
        trx,
        'select id, name from dentists where id = any(cast(:ids as integer[])) and deleted_at is null',
        { ids },
      )
    ).map(({ id, name }) => [id, name]),
  );

export const findServiceIds = async (trx: Knex): Promise<Map<string, number>> =>
  new Map(
    (await rows<{ id: number; name: string }>(trx, 'select id, name from services', [])).map(({ id, name }) => [
      name,
      id,
    ]),
  );

export interface ImportedReview extends ReviewAnswers {
  dentistId: number;
  source: 'imported';
  verifiedBy: null;
  status: 'published';
  stars: number;
  serviceId: number | null;
  visitMonth: string;
  body: string;
  authorName: string;
  language: string;
  writtenAt: Date;
  sentAt: Date;
  changedAt: Date;
  publishedAt: Date;
  reply: string | null;
  repliedAt: Date | null;
}

/** A statement has at most 65,535 values. */
const AT_ONCE = 1_000;

export async function insertImported(trx: Knex, reviews: readonly ImportedReview[]): Promise<void> {
  for (let at = 0; at < reviews.length; at += AT_ONCE) await trx('reviews').insert(reviews.slice(at, at + AT_ONCE));
}

export const deleteImported = async (trx: Knex): Promise<number> =>
  (await rows(trx, `delete from reviews where source = 'imported' returning id`, [])).length;

/** Removes the sentences of samples from cards, because imported reviews replace samples, and marks public pages as changed. */
export async function updateListings(trx: Knex): Promise<void> {
  await rows(
    trx,
    `update dentists set review_line = null where review_line is not null and id in (select dentist_id from reviews where source = 'imported')`,
    [],
  );
  await rows(trx, 'insert into directory_changes default values', []);
}
