import type { Knex } from 'knex';
import { addDays, dayOf, type Period } from '#contract/report-zone.ts';
import type { Deps } from '#server/http/context.ts';
import { blocksCompletedBy, coverPeriod, type Block } from './day-blocks.ts';
import * as sql from './queries-daily.ts';
import { closeTops } from './queries-tops.ts';

/** Events arrive minutes late at most; an hour after midnight a day is over for good. */
const SETTLE_MS = 3_600_000;

/** Counts every day that is over and not counted yet. Each day is a transaction, so a stop loses nothing. */
export async function closeDays({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const last = addDays(dayOf(new Date(clock.now().getTime() - SETTLE_MS)), -1);
  let sealed = 0;
  for (;;) {
    const more = await db.transaction(async (trx) => {
      if (!(await sql.lockDayClosing(trx))) return false;
      const known = await sql.findClosedSpan(trx);
      const next = known ? addDays(known.last, 1) : await sql.findFirstDay(trx);
      if (!next || next > last) return false;
      const whole = firstBlockDay(known?.first ?? next, clock.now());
      await sql.closeDay(trx, next, clock.now());
      await closeTops(
        trx,
        next,
        blocksCompletedBy(next).filter(({ day }) => day >= whole),
      );
      return true;
    });
    if (!more) return sealed;
    sealed += 1;
  }
}

/** Blocks begin where counting did, and not before what retention takes apart. */
function firstBlockDay(first: string, now: Date): string {
  const limit = new Date(now);
  limit.setUTCFullYear(limit.getUTCFullYear() - 2);
  const day = limit.toISOString().slice(0, 10);
  return first > day ? first : day;
}

export interface SplitPeriod {
  sealed: Period | null;
  live: Period | null;
  blocks: Block[];
}

/** Which days of a period are written down, singly and in blocks, and which must be counted now. */
export async function splitPeriod(db: Knex, { from, to }: Period, now: Date): Promise<SplitPeriod> {
  const known = await sql.findClosedSpan(db);
  if (!known || known.last < from) return { sealed: null, live: { from, to }, blocks: [] };
  const sealed = { from, to: known.last < to ? known.last : to };
  const blocks = coverPeriod(
    { from: from < known.first ? known.first : from, to: sealed.to },
    firstBlockDay(known.first, now),
  );
  return { sealed, live: known.last < to ? { from: addDays(known.last, 1), to } : null, blocks };
}
