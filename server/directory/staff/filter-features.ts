import type { Knex } from 'knex';
import type { FilterValues } from '#shared/tables/table-shape.ts';
import { practiceTypeFeature, PRO_MAX, serviceFeature, stateFeature } from '../features.ts';
import * as sql from './queries-features.ts';
import type { FeatureTest } from './queries-features.ts';

/**
 * The features that only staff filter by, as the function listing_entries() assigns them. A search for any of these reads the same index as
 * the directory.
 */
const staffFeatures = {
  paid: 10_201,
  verified: 10_202,
  owned: 10_203,
  review: 10_204,
  photos: 10_205,
  phone: 10_206,
  website: 10_207,
  no_phone: 10_210,
  no_address: 10_211,
  no_place: 10_212,
  no_hours: 10_213,
  no_npi: 10_214,
  no_services: 10_215,
  from_owner: 10_220,
  from_manager: 10_221,
  from_staff: 10_222,
  from_import: 10_223,
} as const;
type StaffFeature = keyof typeof staffFeatures;

/** The filters that ask for one feature. */
const yesOrNo = new Set<string>(['verified', 'owned', 'review', 'photos', 'phone', 'website'] satisfies StaffFeature[]);

const isStaffFeature = (name: string): name is StaffFeature => Object.hasOwn(staffFeatures, name);
const has = (name: StaffFeature): FeatureTest => ({ feature: staffFeatures[name] });
const not = (test: FeatureTest): FeatureTest => ({ not: test });
/** Null if one of the tests is unknown. */
const anyOf = (tests: readonly (FeatureTest | null)[]): FeatureTest | null =>
  tests.every((test) => test !== null) ? { any: tests } : null;

const plans: Record<string, FeatureTest> = {
  free: not(has('paid')),
  paid: { all: [has('paid'), not({ feature: PRO_MAX })] },
  pro_max: { feature: PRO_MAX },
};

/** The test of a filter, or null if it asks for something that is no feature. */
async function testOf(db: Knex, name: string, values: readonly string[]): Promise<FeatureTest | null> {
  switch (name) {
    case 'state':
      return anyOf(values.map((value) => (/^[A-Z]{2}$/.test(value) ? { feature: stateFeature(value) } : null)));
    case 'plan':
      return anyOf(values.map((value) => plans[value] ?? null));
    case 'source':
      return anyOf(
        values.map((value) => (isStaffFeature(`from_${value}`) ? has(`from_${value}` as StaffFeature) : null)),
      );
    case 'practiceType':
      return { any: (await sql.findPracticeTypeIds(db, values)).map((id) => ({ feature: practiceTypeFeature(id) })) };
    case 'service':
      return { any: (await sql.findServiceIds(db, values)).map((id) => ({ feature: serviceFeature(id) })) };
    case 'health':
      return anyOf(values.map((check) => (isStaffFeature(check) ? has(check) : null)));
    default:
      if (!yesOrNo.has(name) || !isStaffFeature(name)) return null;
      return values[0] === '0' ? not(has(name)) : has(name);
  }
}

/** Divides filters into a test of features and the other filters. */
export async function splitFilters(
  db: Knex,
  filters: FilterValues,
): Promise<{ test: FeatureTest; others: FilterValues } | null> {
  const tests: FeatureTest[] = [];
  const others: FilterValues = {};
  for (const [name, values] of Object.entries(filters)) {
    const test = await testOf(db, name, values);
    if (test) tests.push(test);
    else others[name] = values;
  }
  return tests.length === 0 ? null : { test: { all: tests }, others };
}
