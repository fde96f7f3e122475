import { CONFIRMED_DAYS } from '#contract/confirmations.ts';
import type { Deps } from '#server/base/http/context.ts';
import { countConfirmed, countConfirmedByState } from './queries-confirmed.ts';

type Clocked = Pick<Deps, 'db' | 'clock'>;
const daysAgo = (now: Date): Date => new Date(now.getTime() - CONFIRMED_DAYS * 86_400_000);

/** For the About page, which shows it without the states. */
export async function countRecentlyConfirmed({ db, clock }: Clocked): Promise<{ days: number; confirmed: number }> {
  return { days: CONFIRMED_DAYS, confirmed: await countConfirmed(db, daysAgo(clock.now())) };
}

interface ConfirmedShare {
  days: number;
  count: number;
  states: { state: string; listings: number; confirmed: number }[];
}

/** The listings that were confirmed within 90 days, in total and by state, the state with the most listings first. */
export async function findConfirmedShare({ db, clock }: Clocked): Promise<ConfirmedShare> {
  const rows = await countConfirmedByState(db, daysAgo(clock.now()));
  return {
    days: CONFIRMED_DAYS,
    count: rows.reduce((sum, { confirmed }) => sum + confirmed, 0),
    // A listing without a state counts in the total only.
    states: rows.flatMap(({ state, ...counts }) => (state === null ? [] : [{ state, ...counts }])),
  };
}
