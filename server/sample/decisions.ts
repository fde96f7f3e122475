import { formatPlans, insurancePlans } from '#shared/places/insurance-plans.ts';
import type { Random } from './random.ts';
import { neutralNames, shortHairNames } from './words.ts';

/** Values that patients decide by. A part of the sample listings has each. */
export interface Decisions {
  plans: string | null;
  gender: 'female' | 'male' | null;
  price: { from: number; to: number | null; daysAgo: number } | null;
}

/** The first plans of the catalog are the largest, so most listings name some of these. */
function inventPlans(random: Random): string | null {
  const count = 1 + random.below(5);
  return formatPlans(
    Array.from({ length: count }, () => {
      const reach = random.chance(0.8) ? 12 : insurancePlans.length;
      return insurancePlans[Math.min(random.below(reach), random.below(reach))]!.name;
    }),
  );
}

function inventPrice(random: Random): Decisions['price'] {
  const from = 99 + 50 * random.below(11);
  return { from, to: random.chance(0.7) ? from + 50 * (1 + random.below(8)) : null, daysAgo: random.below(560) };
}

export function inventDecisions(
  random: Random,
  {
    firstName,
    insurance,
    whitens,
    isOwned,
  }: { firstName: string; insurance: boolean; whitens: boolean; isOwned: boolean },
): Decisions {
  return {
    plans: insurance && random.chance(isOwned ? 0.9 : 0.45) ? inventPlans(random) : null,
    gender:
      random.chance(0.7) && !neutralNames.has(firstName) ? (shortHairNames.has(firstName) ? 'male' : 'female') : null,
    price: whitens && random.chance(isOwned ? 0.9 : 0.37) ? inventPrice(random) : null,
  };
}
