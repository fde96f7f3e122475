import type { Knex } from 'knex';
import { addDays, dayOf, type Period } from '#shared/insights/report-zone.ts';
import type { Deps } from '#server/base/http/context.ts';
import * as sql from './queries-daily.ts';
import { closeShown } from './queries-shown.ts';
import { closeTops } from './queries-tops.ts';

/** Events arrive at most minutes late, so an hour after midnight a day can be closed. */
const SETTLE_MS = 3_600_000;

/** Closes every day that is over. Each day is a transaction, so an interrupted run loses nothing. */
export async function sealDays({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const last = addDays(dayOf(new Date(clock.now().getTime() - SETTLE_MS)), -1);
  let closedDays = 0;
  for (;;) {
    const closedOne = await db.transaction(async (trx) => {
      if (!(await sql.lockDayClosing(trx))) return false;
      const span = await sql.findClosedSpan(trx);
      const next = span ? addDays(span.last, 1) : await sql.findFirstDay(trx);
      if (!next || next > last) return false;
      await sql.closeDay(trx, next, clock.now());
      await closeTops(trx, next);
      await closeShown(trx, next);
      return true;
    });
    if (!closedOne) return closedDays;
    closedDays += 1;
  }
}

/** Splits a period into the closed days and the days that must be counted live. */
export async function splitPeriod(
  db: Knex,
  { from, to }: Period,
): Promise<{ closed: Period | null; live: Period | null }> {
  const span = await sql.findClosedSpan(db);
  if (!span || span.last < from) return { closed: null, live: { from, to } };
  return {
    closed: { from, to: span.last < to ? span.last : to },
    live: span.last < to ? { from: addDays(span.last, 1), to } : null,
  };
}
