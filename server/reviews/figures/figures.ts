import type { z } from 'zod';
import type { reviewFigures } from '#contract/reviews/review-figures.ts';
import { dayOf } from '#shared/insights/report-zone.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { countEvents, countImported, type ReviewEvent } from './queries-figures.ts';

const MONTHS = 12;

/** This month and those before it, newest first, such as 2026-03. */
export function listMonths(today: string, count: number): string[] {
  const last = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  return Array.from({ length: count }, (_, n) => last - n).map(
    (month) => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`,
  );
}

/** The counts of each of the last twelve months, and the refusals by reason and stars. */
export async function findReviewFigures({ db, clock }: Ctx<Actor>): Promise<z.input<(typeof reviewFigures)['reply']>> {
  const months = listMonths(dayOf(clock.now()), MONTHS);
  const counts = await countEvents(db, `${months.at(-1)!}-01`);
  const sum = (month: string, event: ReviewEvent) =>
    counts.reduce((total, count) => (count.month === month && count.event === event ? total + count.n : total), 0);
  const refusals = new Map<string, { month: string; reason: string; stars: number[] }>();
  for (const { event, month, reason, stars, n } of counts) {
    if (event !== 'refused' || reason === null || stars === null) continue;
    const key = `${month} ${reason}`;
    const row = refusals.get(key) ?? { month, reason, stars: [0, 0, 0, 0, 0] };
    row.stars[stars - 1] = n;
    refusals.set(key, row);
  }
  return {
    imported: await countImported(db),
    months: months.map((month) => ({
      month,
      received: sum(month, 'received'),
      published: sum(month, 'published'),
      refused: sum(month, 'refused'),
      reported: sum(month, 'reported'),
      appealed: sum(month, 'appealed'),
    })),
    refusals: [...refusals.values()].toReversed(),
  };
}
