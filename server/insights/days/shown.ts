import type { Knex } from 'knex';
import type { Shown } from '#contract/dashboard.ts';
import { addDays, type Period } from '#shared/insights/report-zone.ts';
import { sumShown } from './queries-shown.ts';

/** How often searches showed listings in as many whole days as both periods have. Null if none was counted yet. */
export async function findShown(
  db: Knex,
  ids: readonly number[],
  { period, previous }: { period: Period; previous: Period },
): Promise<Map<number, Shown> | null> {
  if (ids.length === 0) return null;
  // Today isn't over, so both periods end a day earlier.
  const start = addDays(period.from, -1);
  const both = { from: addDays(previous.from, -1), to: addDays(period.to, -1) };
  const rows = await sumShown(db, ids, start, both);
  const since = rows[0]?.since ?? null;
  if (since === null) return null;
  const count = (id: number, action: string, isBefore: boolean) =>
    rows.find((row) => row.dentistId === id && row.action === action && row.isBefore === isBefore)?.n ?? 0;
  return new Map(
    ids.map((id) => [
      id,
      {
        now: count(id, 'shown', false),
        before: since <= both.from ? count(id, 'shown', true) : null,
        since: since > start ? since : null,
        sponsored: { shown: count(id, 'sponsored', false), clicks: count(id, 'sponsored_click', false) },
      },
    ]),
  );
}

/** The sum of several listings, which were counted over the same days. */
export const addShown = (a: Shown, b: Shown): Shown => ({
  now: a.now + b.now,
  before: a.before === null || b.before === null ? null : a.before + b.before,
  since: a.since,
  sponsored:
    a.sponsored && b.sponsored
      ? { shown: a.sponsored.shown + b.sponsored.shown, clicks: a.sponsored.clicks + b.sponsored.clicks }
      : (a.sponsored ?? b.sponsored),
});
