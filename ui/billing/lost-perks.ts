import { plans } from '#shared/billing/plans.ts';

/** Perks that pause without a paid plan. The owner keeps the listing and can still edit its basic fields. */
const pausedWithoutPlan = [
  'Verified badge',
  'Photos',
  'Website link',
  'Insights',
  'Appointment requests',
  'Managers you invited',
  'Claiming more practices',
  'A profile without ads',
];

/** The perks of a plan that a lower one lacks. */
export function findLostPerks(from: string, to: string): string[] {
  const indexOf = (id: string) => plans.findIndex((plan) => plan.id === id);
  const firstLost = to === 'free' ? indexOf('professional') : indexOf(to);
  const higherPerks = plans
    .slice(firstLost + 1, indexOf(from) + 1)
    .toReversed()
    .flatMap(({ perks }) => perks)
    .filter((perk) => !perk.startsWith('Everything in'));
  return to === 'free' && from !== 'free' ? [...higherPerks, ...pausedWithoutPlan] : higherPerks;
}
