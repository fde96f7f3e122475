import type { Knex } from 'knex';
import { addDays, dayOf, type Period } from '#shared/insights/report-zone.ts';
import type { Deps } from '#server/base/http/context.ts';
import { blocksCompletedBy, coverPeriod, type Block } from './day-blocks.ts';
import * as sql from './queries-daily.ts';
import { closeTops } from './queries-tops.ts';

/** Events arrive at most minutes late, so an hour after midnight a day can be closed. */
const SETTLE_MS = 3_600_000;

/** Closes every day that is over. Each day is a transaction, so an interrupted run loses nothing. */
export async function closeDays({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const last = addDays(dayOf(new Date(clock.now().getTime() - SETTLE_MS)), -1);
  let closedDays = 0;
  for (;;) {
    const closedOne = await db.transaction(async (trx) => {
      if (!(await sql.lockDayClosing(trx))) return false;
      const span = await sql.findClosedSpan(trx);
      const next = span ? addDays(span.last, 1) : await sql.findFirstDay(trx);
      if (!next || next > last) return false;
      const firstDay = firstBlockDay(span?.first ?? next, clock.now());
      await sql.closeDay(trx, next, clock.now());
      await closeTops(
        trx,
        next,
        blocksCompletedBy(next).filter(({ day }) => day >= firstDay),
      );
      return true;
    });
    if (!closedOne) return closedDays;
    closedDays += 1;
  }
}

/** The first day that blocks may contain: the first closed day, or the first day that retention leaves unchanged. */
function firstBlockDay(first: string, now: Date): string {
  const limit = new Date(now);
  limit.setUTCFullYear(limit.getUTCFullYear() - 2);
  const day = limit.toISOString().slice(0, 10);
  return first > day ? first : day;
}

export interface SplitPeriod {
  closed: Period | null;
  live: Period | null;
  blocks: Block[];
}

/** Splits a period into the closed days, as a range and as blocks, and the days that must be counted live. */
export async function splitPeriod(db: Knex, { from, to }: Period, now: Date): Promise<SplitPeriod> {
  const span = await sql.findClosedSpan(db);
  if (!span || span.last < from) return { closed: null, live: { from, to }, blocks: [] };
  const closed = { from, to: span.last < to ? span.last : to };
  const blocks = coverPeriod(
    { from: from < span.first ? span.first : from, to: closed.to },
    firstBlockDay(span.first, now),
  );
  return { closed, live: span.last < to ? { from: addDays(span.last, 1), to } : null, blocks };
}
