import type { Knex } from 'knex';
import type { CatalogPlan } from '#contract/directory/search-help.ts';
import {
  foldPlanName,
  formatPlans,
  insurancePlans,
  readPlans,
  shippedAliases,
  storedNameOf,
  type AddedPlanNames,
} from '#shared/places/insurance-plans.ts';
import { badRequest } from '#server/base/http/errors.ts';
import * as sql from './queries-plans.ts';

export { findPlanRows, type PlanRow } from './queries-plans.ts';

export interface OfferedPlan {
  slug: string;
  name: string;
  names: readonly string[];
}

/** All names of a plan that people and files use. */
export const listPlanNames = ({ id, name, slug, aliases }: sql.PlanRow): string[] => [
  ...new Set([name, ...(insurancePlans[id - 1] ? [storedNameOf(id)] : []), ...aliases, ...shippedAliases(slug)]),
];

/** The plan that a merged plan is part of, or the plan itself. */
export function findWhole(plan: sql.PlanRow, plans: readonly sql.PlanRow[]): sql.PlanRow {
  const whole = plans.find(({ id }) => id === plan.mergedInto);
  return whole ? findWhole(whole, plans) : plan;
}

export async function findCatalogPlans(db: Knex): Promise<CatalogPlan[]> {
  const plans = await sql.findPlanRows(db);
  return plans.map((plan) => {
    const whole = findWhole(plan, plans);
    const gone = whole.retiredAt ? 'retired' : plan.mergedInto === null ? null : 'merged';
    return { slug: plan.slug, name: whole.name, storedName: plan.storedName, gone };
  });
}

/** The bits of the plans with these slugs and of what was merged into them. 0 if none of them is offered. */
export async function findPlanBits(db: Knex, slugs: readonly string[]): Promise<bigint> {
  const plans = await sql.findPlanRows(db);
  const bitsOf = (slug: string): bigint => {
    const key = foldPlanName(slug);
    const plan =
      plans.find((one) => one.slug === slug) ??
      plans.find((one) => listPlanNames(one).some((name) => foldPlanName(name) === key));
    const whole = plan && findWhole(plan, plans);
    return whole && !whole.retiredAt ? BigInt(whole.bits) : 0n;
  };
  return slugs.reduce((bits, slug) => bits | bitsOf(slug), 0n);
}

/** The bits of each plan that patients can choose, by its slug. */
export async function findPlanBitsBySlug(db: Knex): Promise<Map<string, bigint>> {
  const plans = await sql.findPlanRows(db);
  return new Map(
    plans
      .filter((plan) => plan.mergedInto === null && !plan.retiredAt)
      .map(({ slug, bits }): [string, bigint] => [slug, BigInt(bits)]),
  );
}

/** The names that staff gave to plans. The names that we ship with don't need a query. */
export async function findAddedPlanNames(db: Knex): Promise<AddedPlanNames> {
  const plans = await sql.findPlanRows(db);
  return new Map(
    plans.flatMap(({ name, slug, aliases, storedName }) =>
      [name, slug, storedName, ...aliases].map((text): [string, string] => [foldPlanName(text), storedName]),
    ),
  );
}

/** The plans that patients can choose, with all names of what they include. */
export async function findOfferedPlans(db: Knex): Promise<OfferedPlan[]> {
  const plans = await sql.findPlanRows(db);
  return plans
    .filter((plan) => plan.mergedInto === null && !plan.retiredAt)
    .map((whole) => ({
      slug: whole.slug,
      name: whole.name,
      names: plans.filter((plan) => findWhole(plan, plans) === whole).flatMap(listPlanNames),
    }));
}

/** Replaces the names of plans with the stored ones. Throws if a name is unknown. `field` is its path in the body. */
export async function resolvePlans<V extends { insurancePlans?: string | null | undefined }>(
  db: Knex,
  values: V,
  field = 'insurancePlans',
): Promise<V> {
  if (!values.insurancePlans || readPlans(values.insurancePlans).unknown.length === 0) return values;
  const { known, unknown } = readPlans(values.insurancePlans, await findAddedPlanNames(db));
  if (unknown.length > 0) {
    const sentence = `We don’t know the insurance plan “${unknown[0]!}.”`;
    throw badRequest(sentence, { [field]: sentence });
  }
  return { ...values, insurancePlans: formatPlans(known) };
}
