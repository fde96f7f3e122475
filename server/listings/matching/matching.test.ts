import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { explainMatch, findDuplicates, findMatches, findNamedListings, MATCH_SCORE, matchTable } from './matching.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

const office = { phone: '(617) 555-0101', address: '1 Elm St', city: 'Boston', state: 'MA', zipCode: '02134' };

/** Replaces all listings with one of this name, and returns its id. */
async function list(name: string, values: object = {}): Promise<number> {
  const { db } = app.deps;
  await db.raw('delete from dentists');
  const [row] = await db('dentists').insert({ name, ...office, ...values }).returning('id'); // prettier-ignore
  return (row as { id: number }).id;
}

/** Scores a candidate at the same office. */
async function score(name: string, values: object = {}) {
  const ids = { npi: null, license: null, licenseState: null };
  const at = { phone: '617-555-0101', address: '1 Elm Street', zip: '02134' };
  const [match] = await findMatches(app.deps.db, { ...ids, ...at, name, ...values }, 1);
  return match ?? { score: 0, evidence: [] };
}

/** The number of listings that a row of a source gives its values to. */
const countMatched = (name: string, subject: 'person' | 'office', values: { address?: string } = {}) =>
  app.deps.db.transaction(async (trx) => {
    await trx.raw(
      `create temporary table candidates on commit drop as select 1 as row, cast(null as integer) as id, cast(null as text) as npi,
         cast(null as text) as license, cast(null as text) as license_state, cast(:name as text) as name,
         '617-555-0101' as phone, cast(:address as text) as address, '02134' as zip`,
      { name, address: values.address ?? '1 Elm Street' },
    );
    await matchTable(trx, 'candidates', subject);
    const counted = await trx.raw<{ rows: { n: number }[] }>('select count(*)::int as n from matches');
    return counted.rows[0]!.n;
  });

describe('names with generations and numbers', () => {
  it.each([
    ['John Smith Sr.', 'John Smith Jr.'],
    ['John Smith II', 'John Smith III'],
    ['John Smith, Jr., DDS', 'Dr. John A. Smith III'],
    ['Bright Dental 1', 'Bright Dental 2'],
    ['Bright Dental #12', 'Bright Dental #13'],
  ])('%s and %s at one office are two', async (listed, name) => {
    const id = await list(listed);
    expect(await score(name)).toMatchObject({ score: 60, evidence: ['phone', 'address'] });
    expect(await countMatched(name, 'person')).toBe(0);
    await app.deps.db('dentists').insert({ name, ...office });
    expect(await findDuplicates(app.deps.db)).toEqual([]);
    const named = { row: 1, id: null, npi: null, name, zip: '02134', phone: null, address: null };
    await app.deps.db('dentists').where({ name }).delete();
    expect((await findNamedListings(app.deps.db, [named])).flatMap(({ ids }) => ids)).not.toContain(id);
  });

  it.each([
    ['John Smith', 'John Smith Jr.'],
    ['John Smith III, DMD', 'Dr. John Smith'],
    ['John Smith', 'John Smith 3rd'],
    ['Bright Dental', 'Bright Dental 2'],
    ['Bright Dental 24', 'Bright Dental'],
  ])('%s and %s at one office may be one, and need an id to match', async (listed, name) => {
    const [practice] = await app.deps.db('practices').insert({ name: 'John Smith DDS PC' }).returning('id'); // prettier-ignore
    const { id: practiceId } = practice as { id: number };
    await list(listed, { practiceId, license: 'DN01234', licenseState: 'MA' });
    const found = await score(name);
    expect(found.score).toBeLessThan(MATCH_SCORE);
    expect(explainMatch(found.evidence)).toBe(
      'It has the same phone number, the same street and ZIP code, and a name that differs by Jr., Sr., or a number.',
    );
    expect(await countMatched(name, 'person')).toBe(0);
    await app.deps.db('dentists').insert({ name, ...office });
    expect(await findDuplicates(app.deps.db)).toHaveLength(2);
    // Each office of an owner may state the owner's license.
    const isOffice = name.startsWith('Bright');
    await list(listed, { license: 'DN01234', licenseState: 'MA' });
    const license = { license: '1234', licenseState: 'MA', phone: null, address: null };
    expect((await score(name, license)).score >= MATCH_SCORE).toBe(!isOffice);
    await list(listed, { npi: '1234567893' });
    const npi = { npi: '1234567893', phone: null, address: null };
    expect((await score(name, npi)).score).toBeGreaterThanOrEqual(MATCH_SCORE);
  });

  it.each([
    ['John Smith Jr., DDS', 'Dr. John Q. Smith Jr'],
    ['John Smith III', 'Smith, John 3rd'],
    ['Bright Dental II', 'Bright Dentistry 2'],
    ['Dr. Ann Poe, DDS', 'Poe, Ann B.'],
    ['J.R. Poe', 'Poe, J. R., DDS'],
  ])('%s and %s at one office are one', async (listed, name) => {
    await list(listed);
    expect((await score(name)).score).toBeGreaterThanOrEqual(MATCH_SCORE);
    expect(await countMatched(name, 'person')).toBe(1);
  });

  it('an office is one of two with the same phone number by its number, or its street', async () => {
    const elsewhere = { address: '9 Oak St' };
    await list('Bright Dental 1');
    expect(await countMatched('Bright Dental 1', 'office', elsewhere)).toBe(1);
    expect(await countMatched('Bright Dental 2', 'office', elsewhere)).toBe(0);
    expect(await countMatched('Bright Dental 2', 'office')).toBe(1);
    const [practice] = await app.deps.db('practices').insert({ name: 'Bright Dental 1' }).returning('id'); // prettier-ignore
    await list('Ann Poe', { practiceId: (practice as { id: number }).id });
    expect(await countMatched('Bright Dental 1', 'office', elsewhere)).toBe(1);
    expect(await countMatched('Bright Dental 2', 'office', elsewhere)).toBe(0);
  });
});
