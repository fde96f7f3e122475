import type { Request } from 'express';
import type { Knex } from 'knex';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { conflict, Refusal } from '#server/base/http/errors.ts';
import { readCell } from '#server/bulk/read/cells.ts';
import { readCsv, type CsvFile, type CsvRow } from '#server/bulk/read/csv.ts';
import { decodeBytes } from '#server/bulk/read/decode.ts';
import { readBytes } from '#server/bulk/read/read-bytes.ts';
import { readUpload } from '#server/bulk/upload/upload.ts';
import {
  deleteImported,
  findListingNames,
  findServiceIds,
  hasReviews,
  insertImported,
  lockReviews,
  updateListings,
} from './queries-import.ts';
import { columnNames, readReview } from './read-review.ts';

/** A reply names this many bad rows, and counts the others. */
const NAMED_ROWS = 100;

/** Imports the file of an export, or nothing of it. */
export async function importUploadedReviews(ctx: Ctx<Actor>, req: Request): Promise<{ imported: number }> {
  const { file } = await readUpload(req, ctx.config.DATA_DIR);
  const bytes = readBytes(file);
  try {
    if (file.encoding.broken > 0)
      throw new Refusal(422, 'not_csv', 'Some characters of this file can’t be read. Please save it as UTF-8.');
    const csv = await readCsv(decodeBytes(bytes, file.encoding.encoding));
    const missing = columnNames.find((name) => !csv.headers.includes(name));
    if (missing)
      throw new Refusal(
        422,
        'not_reviews',
        `This file has no column “${missing}.” Please choose a CSV file that was exported here.`,
      );
    return await ctx.db.transaction((trx) => importRows(trx, ctx, csv));
  } finally {
    bytes.destroy();
    await file.remove();
  }
}

/** Undoes an import, so that a corrected file can be imported. */
export const removeImportedReviews = (ctx: Ctx<Actor>): Promise<{ removed: number }> =>
  ctx.db.transaction(async (trx) => {
    await lockReviews(trx);
    const removed = await deleteImported(trx);
    if (removed > 0)
      await audit(trx, ctx.actor, {
        at: ctx.clock.now(),
        action: 'review.import_undone',
        subject: 'review',
        note: `Removed ${describeCount(removed)}.`,
      });
    return { removed };
  });

const describeCount = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'review' : 'reviews'}`;

async function importRows(trx: Knex, ctx: Ctx<Actor>, { headers, batches }: CsvFile): Promise<{ imported: number }> {
  const now = ctx.clock.now();
  await lockReviews(trx);
  if (await hasReviews(trx))
    throw conflict(
      'This directory already has reviews, so nothing was imported. Reviews can be imported only into a directory without any.',
      'not_empty',
    );
  const services = await findServiceIds(trx);
  const problems: [line: string, reason: string][] = [];
  let imported = 0;
  let bad = 0;
  for await (const batch of batches) {
    const rows = batch.map((row) => ({ row, cells: readCells(row, headers) }));
    const ids = rows.map(({ cells }) => Number(cells.listingId)).filter((id) => Number.isInteger(id) && id < 2 ** 31);
    const listings = await findListingNames(trx, ids);
    const read = rows.map(({ row, cells }) => ({
      line: row.line,
      review: whyUnreadable(row, headers) ?? readReview(cells, { listings, services, now }),
    }));
    const good = read.flatMap(({ line, review }) => {
      if (typeof review !== 'string') return [review];
      bad += 1;
      if (problems.length < NAMED_ROWS) problems.push([`Line ${line}`, review]);
      return [];
    });
    if (bad === 0) await insertImported(trx, good);
    imported += good.length;
  }
  if (bad > 0)
    throw new Refusal(
      422,
      'bad_rows',
      `Nothing was imported, because ${bad === 1 ? 'one row has a problem' : `${bad.toLocaleString('en-US')} rows have problems`}.`,
      { fields: Object.fromEntries(problems) },
    );
  if (imported === 0) throw new Refusal(422, 'empty_file', 'This file has no reviews.');
  await updateListings(trx);
  await audit(trx, ctx.actor, {
    at: now,
    action: 'review.imported',
    subject: 'review',
    note: `Imported ${describeCount(imported)}.`,
  });
  return { imported };
}

const readCells = ({ cells }: CsvRow, headers: readonly string[]): Record<string, string> =>
  Object.fromEntries(headers.map((name, index) => [name, readCell(cells[index] ?? '')]));

const whyUnreadable = ({ broken, cells }: CsvRow, headers: readonly string[]): string | undefined =>
  broken ?? (cells.length === headers.length ? undefined : `The row has ${cells.length} cells, not ${headers.length}.`);
