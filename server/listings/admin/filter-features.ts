import type { Knex } from 'knex';
import type { FilterValues } from '#contract/tables/table-shape.ts';
import { PRO_MAX, stateFeature } from '#server/listings/search/rare/features.ts';
import { featureOfFlag, featureOfPracticeType } from '#server/listings/search/rare/staff-features.ts';
import { flagConditions, type Flag } from './queries-flags.ts';
import * as sql from './queries-filter-bits.ts';
import type { BitTest } from './queries-filter-bits.ts';

/** Services with a greater number are in no bitmap. */
const LAST_SERVICE = 62;

const isFlag = (name: string): name is Flag => Object.hasOwn(flagConditions, name);
/** The filters that ask for one flag. */
const tableFlags = new Set<string>(['verified', 'owned', 'review', 'photos', 'phone', 'website'] satisfies Flag[]);
const isTableFlag = (name: string): name is Flag => tableFlags.has(name);
const flag = (name: Flag): BitTest => ({ feature: featureOfFlag(name) });
const not = (test: BitTest): BitTest => ({ not: test });
/** Null if one of the tests is unknown. */
const anyOf = (tests: readonly (BitTest | null)[]): BitTest | null =>
  tests.every((test) => test !== null) ? { any: tests } : null;

const plans: Record<string, BitTest> = {
  free: not(flag('paid')),
  paid: { all: [flag('paid'), not({ feature: PRO_MAX })] },
  pro_max: { feature: PRO_MAX },
};

const testServices = (ids: readonly number[]): BitTest | null =>
  anyOf(ids.map((id) => (id > LAST_SERVICE ? null : { feature: id })));

async function testPracticeTypes(db: Knex, names: readonly string[]): Promise<BitTest | null> {
  const features = (await sql.findPracticeTypeIds(db, names)).map(featureOfPracticeType);
  return anyOf(features.map((feature) => (feature === null ? null : { feature })));
}

async function testHealth(db: Knex, checks: readonly string[]): Promise<BitTest | null> {
  const hasServices =
    checks.includes('no_services') && (await sql.findLastService(db)) <= LAST_SERVICE ? flag('service') : null;
  return anyOf(
    checks.map((check) => {
      if (check === 'no_services') return hasServices && not(hasServices);
      return isFlag(check) ? flag(check) : null;
    }),
  );
}

/** The test of a filter in the bitmaps, or null if they don't hold it. */
async function testOf(db: Knex, name: string, values: readonly string[]): Promise<BitTest | null> {
  switch (name) {
    case 'state':
      return anyOf(values.map((value) => (/^[A-Z]{2}$/.test(value) ? { feature: stateFeature(value) } : null)));
    case 'plan':
      return anyOf(values.map((value) => plans[value] ?? null));
    case 'source':
      return anyOf(values.map((value) => (isFlag(`from_${value}`) ? flag(`from_${value}` as Flag) : null)));
    case 'practiceType':
      return testPracticeTypes(db, values);
    case 'service':
      return testServices(await sql.findServiceIds(db, values));
    case 'health':
      return testHealth(db, values);
    default:
      if (!isTableFlag(name)) return null;
      return values[0] === '0' ? not(flag(name)) : flag(name);
  }
}

/** Divides filters into a test of the bitmaps and the filters that they don't hold. */
export async function splitFilters(
  db: Knex,
  filters: FilterValues,
): Promise<{ test: BitTest; others: FilterValues } | null> {
  const tests: BitTest[] = [];
  const others: FilterValues = {};
  for (const [name, values] of Object.entries(filters)) {
    const test = await testOf(db, name, values);
    if (test) tests.push(test);
    else others[name] = values;
  }
  return tests.length === 0 ? null : { test: { all: tests }, others };
}
