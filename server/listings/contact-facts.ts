import { isEntitled } from '#contract/billing/entitlement.ts';
import { dayOf } from '#contract/insights/report-zone.ts';
import type { Ctx } from '#server/http/context.ts';
import { findContactRow } from './queries-contact-facts.ts';

/** Fewer answers than this say little, so profiles don't show them. */
const MIN_REACHED = 3;

/** Adds to a profile whether the practice takes appointment requests, and how many callers reached it this month. */
export async function withContactFacts<L extends { id: number }>(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  listing: L,
): Promise<L & { takesAppointments: boolean; reachedByPhone: number | null }> {
  const month = `${dayOf(clock.now()).slice(0, 7)}-01`;
  const { isOn, subscriptionStatus, subscriptionPlan, reached } = await findContactRow(db, listing.id, month);
  return {
    ...listing,
    takesAppointments: isOn && isEntitled({ subscriptionStatus, subscriptionPlan }),
    reachedByPhone: reached >= MIN_REACHED ? reached : null,
  };
}
