import { dayOf } from '#shared/insights/report-zone.ts';
import type { Deps } from '#server/base/http/context.ts';
import { findConfirmedShare } from '#server/confirmations/confirmed-share.ts';
import { countChecks, findDays, saveDay } from './queries.ts';

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 90;

export async function describeDataHealth({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const at = clock.now();
  const since = dayOf(new Date(at.getTime() - SHOWN_DAYS * DAY_MS));
  const [current, days] = [await countChecks(db), await findDays(db, since)];
  return { at, ...current, confirmed: await findConfirmedShare({ db, clock }), days };
}

/** The counts that were stored last, of the last week. */
export async function findLastDay({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return (await findDays(db, dayOf(new Date(clock.now().getTime() - 7 * DAY_MS)))).at(-1);
}

/** Stores today's counts. A second run on the same day replaces them. */
export async function saveDataHealth({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await saveDay(db, dayOf(clock.now()), await countChecks(db));
}
