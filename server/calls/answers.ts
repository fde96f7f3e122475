import type { Knex } from 'knex';
import type { CallAnswer } from '#contract/calls.ts';
import { addDays, dayOf } from '#shared/insights/report-zone.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { tooMany } from '#server/base/http/errors.ts';
import { requireTappedCall } from '#server/insights/tracking/call-proof.ts';
import { hasOpenPhoneProblem, reportWrongNumber } from '#server/listings/admin/problem-reports.ts';
import { listingNotFound } from '#server/listings/errors.ts';
import { answerLimitsOf } from './answer-limits.ts';
import * as sql from './queries.ts';

/** Two "wrong number" answers within this time open a problem. */
const WRONG_NUMBER_DAYS = 60;
const HOUR_SECONDS = 3_600;

/** Adds an answer to the sums of the month. A network counts once per listing and day. */
export async function countCallAnswer(ctx: Ctx, dentistId: number, answer: CallAnswer): Promise<void> {
  await requireTappedCall(ctx, dentistId);
  const now = ctx.clock.now();
  const admitted = answerLimitsOf(ctx.db).admit(ctx.network, dentistId, now);
  if (admitted === 'too many') throw tooMany(HOUR_SECONDS);
  if (admitted === 'again') return;
  await ctx.db.transaction(async (trx) => {
    if (!(await sql.listingExists(trx, dentistId))) throw listingNotFound();
    const today = dayOf(now);
    await sql.countAnswer(trx, dentistId, `${today.slice(0, 7)}-01`, answer);
    if (answer === 'wrong_number') await noteWrongNumber(trx, dentistId, today, now);
  });
}

/** While a problem about the phone is open, answers don't count toward the next one. */
async function noteWrongNumber(trx: Knex, dentistId: number, today: string, now: Date): Promise<void> {
  if (await hasOpenPhoneProblem(trx, dentistId)) return sql.deleteWrongNumberDay(trx, dentistId);
  const firstDay = await sql.findWrongNumberDay(trx, dentistId);
  if (firstDay === null || firstDay < addDays(today, -WRONG_NUMBER_DAYS))
    return sql.setWrongNumberDay(trx, dentistId, today);
  await sql.deleteWrongNumberDay(trx, dentistId);
  await reportWrongNumber(trx, dentistId, now);
}
