import type { Knex } from 'knex';
import { addDays, dayOf, type Period } from '#contract/report-zone.ts';
import type { Deps } from '#server/http/context.ts';
import { completedBy, cover, type Block } from './day-blocks.ts';
import * as sql from './queries-daily.ts';
import { sealTops } from './queries-tops.ts';

/** Events arrive minutes late at most; an hour after midnight a day is over for good. */
const SETTLES = 3_600_000;

/** Counts every day that is over and not counted yet. Each day is a transaction, so a stop loses nothing. */
export async function sealDays({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const last = addDays(dayOf(new Date(clock.now().getTime() - SETTLES)), -1);
  let sealed = 0;
  for (;;) {
    const more = await db.transaction(async (trx) => {
      if (!(await sql.lockSeals(trx))) return false;
      const known = await sql.sealedSpan(trx);
      const next = known ? addDays(known.last, 1) : await sql.firstDay(trx);
      if (!next || next > last) return false;
      const whole = wholeFrom(known?.first ?? next, clock.now());
      await sql.sealDay(trx, next, clock.now());
      await sealTops(
        trx,
        next,
        completedBy(next).filter(({ day }) => day >= whole),
      );
      return true;
    });
    if (!more) return sealed;
    sealed += 1;
  }
}

/** Blocks begin where counting did, and not before what retention takes apart. */
function wholeFrom(first: string, now: Date): string {
  const limit = new Date(now);
  limit.setUTCFullYear(limit.getUTCFullYear() - 2);
  const day = limit.toISOString().slice(0, 10);
  return first > day ? first : day;
}

export interface Split {
  sealed: Period | null;
  live: Period | null;
  blocks: Block[];
}

/** Which days of a period are written down, singly and in blocks, and which must be counted now. */
export async function split(db: Knex, { from, to }: Period, now: Date): Promise<Split> {
  const known = await sql.sealedSpan(db);
  if (!known || known.last < from) return { sealed: null, live: { from, to }, blocks: [] };
  const sealed = { from, to: known.last < to ? known.last : to };
  const blocks = cover({ from: from < known.first ? known.first : from, to: sealed.to }, wholeFrom(known.first, now));
  return { sealed, live: known.last < to ? { from: addDays(known.last, 1), to } : null, blocks };
}
