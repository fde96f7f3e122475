import type { z } from 'zod';
import { listingPath } from '#shared/listings/listing-path.ts';
import type { findOwnPractice, PracticeMatch } from '#contract/directory/practice-finder.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { findSimilarNames } from './did-you-mean.ts';
import { searchAllIds } from './search.ts';
import { findIdsByNpi, findIdsByPhone, findMatchRows, type MatchRow } from './queries-practice-finder.ts';

type Reply = z.input<(typeof findOwnPractice)['reply']>;

const MOST_MATCHES = 30;
const SHORTEST_NAME = 2;
const zipAtEnd = /(?:^|[\s,])(\d{5})(?:-\d{4})?$/;

function standingOf(row: MatchRow, userId: number | undefined): PracticeMatch['standing'] {
  if (row.userId !== null) return row.userId === userId || row.isManager ? 'yours' : 'managed';
  return row.isPending ? 'pending' : 'unclaimed';
}
const order: Record<PracticeMatch['standing'], number> = { yours: 0, pending: 1, unclaimed: 2, managed: 3 };

async function findIds(ctx: Ctx, text: string): Promise<{ kind: Reply['kind']; ids: number[] }> {
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  if (/^[\d\s().+-]*$/.test(text) && digits.length === 10) {
    const ids = await findIdsByPhone(ctx.db, digits, MOST_MATCHES + 1);
    if (ids.length > 0) return { kind: 'phone', ids };
    const npiIds = await findIdsByNpi(ctx.db, digits);
    return npiIds.length > 0 ? { kind: 'npi', ids: npiIds } : { kind: 'phone', ids };
  }
  const zip = zipAtEnd.exec(text)?.[1];
  const name = text.replace(zipAtEnd, '').replace(/[\s,]+$/, '');
  if (name.length < SHORTEST_NAME && !zip) return { kind: null, ids: [] };
  const search = { name, location: zip, sort: 'name' as const };
  let ids = await searchAllIds(ctx.db, search, ctx.clock, MOST_MATCHES + 1);
  if (ids.length === 0)
    for (const similar of await findSimilarNames(ctx.db, name)) {
      ids = await searchAllIds(ctx.db, { ...search, name: similar }, ctx.clock, MOST_MATCHES + 1);
      if (ids.length > 0) break;
    }
  return { kind: name === '' ? 'zip' : 'name', ids };
}

export async function findPractices(ctx: Ctx, text: string): Promise<Reply> {
  const { kind, ids } = await findIds(ctx, text);
  const userId = ctx.actor?.userId;
  const rows = await findMatchRows(ctx.db, ids.slice(0, MOST_MATCHES), userId ?? null);
  const items = rows.map((row) => ({
    id: row.id,
    name: row.name,
    practiceName: row.practiceName,
    address: row.address,
    city: row.city,
    state: row.state,
    zipCode: row.zipCode,
    href: listingPath(row),
    standing: standingOf(row, userId),
  }));
  return {
    kind,
    items: items.toSorted((a, b) => order[a.standing] - order[b.standing]),
    hasMore: ids.length > MOST_MATCHES,
  };
}
