import type { Knex } from 'knex';
import { cleanText } from '#server/places/location.ts';
import * as sql from './queries-practices.ts';

export const countPractices = sql.countPractices;

export async function* streamPractices(db: Knex, sliceSize = 2_000): AsyncGenerator<sql.PracticeRow[]> {
  for (let afterId = 0; ;) {
    const slice = await sql.findPracticesAfter(db, afterId, sliceSize);
    if (slice.length > 0) yield slice;
    if (slice.length < sliceSize) return;
    afterId = slice.at(-1)!.id;
  }
}

export async function findPracticesPage(
  db: Knex,
  name: string,
  page: number,
  pageSize: number,
): Promise<{ items: sql.PracticeRow[]; total: number }> {
  const nameStart = cleanText(name);
  return {
    items: await sql.findPracticesByName(db, nameStart, (page - 1) * pageSize, pageSize),
    total: await sql.countPractices(db, nameStart),
  };
}
