import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CatalogEntry } from '#contract/listings/admin-catalog.ts';
import type { CatalogPlan } from '#contract/directory/search-help.ts';
import { importText } from '#server/test/files/bulk.ts';
import { owners, type Owners } from '#server/test/people/owners.ts';

let o: Owners;
let staff: { token: string };
beforeAll(async () => {
  o = await owners();
  staff = await o.app.signIn({ role: 'admin', name: 'Sam' });
});
afterAll(() => o.app.stop());
beforeEach(async () => {
  const { db } = o.app.deps;
  await db('insurancePlans').where('id', '>', 42).delete();
  await db('insurancePlans').update({
    name: db.raw('stored_name'),
    aliases: [],
    mergedInto: null,
    retiredAt: null,
    bits: db.raw('1::bigint << (id - 1)::int'),
  });
});

const PLANS = '/api/admin/catalog/insurance-plans';
const list = async (q = ''): Promise<CatalogEntry[]> =>
  (await o.app.get(`${PLANS}?pageSize=100&q=${encodeURIComponent(q)}`, staff)).body;
const find = async (name: string): Promise<CatalogEntry> => (await list()).find((plan) => plan.name === name)!;
const rename = async (name: string, newName: string, read = name) =>
  o.app.call('PATCH', `${PLANS}/${(await find(name)).id}`, { ...staff, body: { name: newName, read: { name: read } } });
const merge = async (name: string, into: string) =>
  o.app.post(`${PLANS}/${(await find(name)).id}/merge`, { intoId: (await find(into)).id }, staff);
const retire = async (name: string, retired = true) =>
  o.app.post(`${PLANS}/${(await find(name)).id}/retire`, { retired }, staff);
const offered = async (): Promise<string[]> =>
  ((await o.app.get('/api/insurance-plans')).body as CatalogPlan[])
    .filter(({ gone }) => gone === null)
    .map(({ name }) => name);
const found = async (plan: string): Promise<number[]> =>
  (await o.app.get(`/api/directory?plan=${plan}`)).body.items.map(({ id }: { id: number }) => id);
const shownPlans = async (id: number): Promise<string[]> => (await o.app.get(`/api/dentists/${id}`)).body.plans;
const createWith = async (insurancePlans: string): Promise<number> => {
  const id = await o.create();
  expect((await o.put(id, { insurancePlans })).status).toBe(200);
  return id;
};
const suggested = async (q: string): Promise<string[]> =>
  (await o.app.get(`/api/suggest?q=${encodeURIComponent(q)}`)).body.plans.map(({ name }: { name: string }) => name);
const readSentence = async (q: string) =>
  (await o.app.get(`/api/search/sentence?q=${encodeURIComponent(q)}`)).body.params;

describe('a renamed plan', () => {
  it('has its new name on profiles, in filters, and in suggestions, and is found by both names', async () => {
    const id = await createWith('Avesis; DenCap');
    const before = await find('Avesis');
    expect((await rename('Avesis', 'Northwind Dental')).status).toBe(200);
    expect(await shownPlans(id)).toEqual(['DenCap', 'Northwind Dental']);
    expect(await offered()).toContain('Northwind Dental');
    expect(await offered()).not.toContain('Avesis');
    for (const slug of ['avesis', 'northwind-dental']) expect([slug, await found(slug)]).toEqual([slug, [id]]);
    for (const typed of ['avesi', 'northw']) expect(await suggested(typed)).toEqual(['Northwind Dental']);
    expect(await find('Northwind Dental')).toMatchObject({ id: before.id, detail: expect.stringContaining('Avesis') });
  });

  it('is understood by owners, staff, and files under each of its names', async () => {
    await rename('Avesis', 'Northwind Dental');
    for (const name of ['Northwind Dental', 'northwind dental plan', 'Avesis Dental', 'Avesis'])
      expect(await shownPlans(await createWith(`Aetna; ${name}`))).toEqual(['Aetna', 'Northwind Dental']);
    const refused = await o.put(await o.create(), { insurancePlans: 'Northwind; Acme Teeth' });
    expect([refused.status, refused.body.fields.insurancePlans]).toEqual([
      400,
      expect.stringContaining('“Northwind.”'),
    ]);
    const run = await importText(
      o.app,
      'Name,City,State,Plans\nNora Wind,Austin,TX,northwind dental; Cigna\nAda Old,Austin,TX,Avesis\nEve Un,Austin,TX,Southwind\n',
      { options: { refuseBadCells: true } },
    );
    expect(run).toMatchObject({ rowsNew: 2, rowsRefused: 1 });
    const [nora] = (await o.app.get('/api/dentists/search?name=Nora%20Wind')).body;
    expect(nora.plans).toEqual(['Cigna', 'Northwind Dental']);
    const exported = (await o.app.get('/api/admin/export-csv', staff)).text;
    expect(exported).toContain('Cigna; Northwind Dental');
    expect((await importText(o.app, exported)).rowsSame).toBeGreaterThan(1);
  });

  it('needs a unique name, and an edit over a newer, unseen one is rejected', async () => {
    for (const name of ['Aetna', 'aetna dmo', 'BCBS', 'delta-dental']) {
      const { status, body } = await rename('Avesis', name);
      expect([name, status, body.error]).toEqual([name, 409, 'name_taken']);
    }
    expect((await rename('Avesis', 'A; B')).status).toBe(400);
    expect((await rename('Avesis', 'Northwind Dental')).status).toBe(200);
    expect((await rename('Northwind Dental', 'Other', 'Avesis')).body.error).toBe('changed_meanwhile');
    expect((await rename('Northwind Dental', 'Avesis')).status).toBe(200);
  });
});

describe('a merged plan', () => {
  it('shows as the other one, once, and its listings are found by it', async () => {
    const [both, one] = [await createWith('Unum; Humana'), await createWith('Unum')];
    const history = await o.history(one);
    const counted = (await find('Unum')).listings;
    expect((await merge('Unum', 'Humana')).body).toEqual({ listings: counted });
    expect([await shownPlans(both), await shownPlans(one)]).toEqual([['Humana'], ['Humana']]);
    for (const slug of ['humana', 'unum']) expect(await found(slug)).toEqual(expect.arrayContaining([both, one]));
    expect(await offered()).not.toContain('Unum');
    expect(await suggested('starmount')).toEqual(['Humana']);
    expect((await readSentence('dentist that takes unum insurance in austin')).plan).toBe('humana');
    expect(await find('Unum')).toMatchObject({ gone: 'merged', mergedInto: 'Humana' });
    expect(await o.history(one)).toEqual(history);
  });

  it('can be separated again, also from a plan that was merged further', async () => {
    const id = await createWith('Unum');
    await merge('Unum', 'Humana');
    await merge('Humana', 'Aetna');
    expect(await shownPlans(id)).toEqual(['Aetna']);
    const separate = async () => o.app.post(`${PLANS}/${(await find('Unum')).id}/separate`, {}, staff);
    expect((await separate()).status).toBe(200);
    expect(await shownPlans(id)).toEqual(['Unum']);
    expect(await found('aetna')).not.toContain(id);
    expect(await found('unum')).toContain(id);
    expect((await separate()).status).toBe(409);
    const notes = await o.app.deps
      .db('auditLog')
      .where({ subject: 'insurance plan' })
      .orderBy('id', 'desc')
      .pluck('action');
    expect(notes.slice(0, 3)).toEqual(['catalog.separated', 'catalog.merged', 'catalog.merged']);
  });

  it('is never part of itself, also when two people merge at the same time', async () => {
    const [unum, humana] = [await find('Unum'), await find('Humana')];
    expect((await o.app.post(`${PLANS}/${unum.id}/merge`, { intoId: unum.id }, staff)).status).toBe(400);
    const replies = await Promise.all([
      o.app.post(`${PLANS}/${unum.id}/merge`, { intoId: humana.id }, staff),
      o.app.post(`${PLANS}/${humana.id}/merge`, { intoId: unum.id }, staff),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('a retired plan', () => {
  it('is hidden from patients and new choices, and comes back with all of its listings', async () => {
    const id = await createWith('Solstice; Cigna');
    expect((await retire('Solstice')).status).toBe(200);
    expect([await shownPlans(id), await found('solstice'), await suggested('solst')]).toEqual([['Cigna'], [], []]);
    expect(await offered()).not.toContain('Solstice');
    expect(await find('Solstice')).toMatchObject({ gone: 'retired', listings: 1 });
    // A save by the owner keeps it.
    expect((await o.put(id, { insurancePlans: 'Solstice; Aetna' })).body.insurancePlans).toBe('Aetna; Solstice');
    expect((await retire('Solstice', false)).status).toBe(200);
    expect([await shownPlans(id), await found('solstice')]).toEqual([['Aetna', 'Solstice'], [id]]);
  });
});

describe('an added plan', () => {
  it('is chosen by owners, found by patients, and renamed like any other', async () => {
    const { status, body } = await o.app.post(PLANS, { name: 'Acme Smiles' }, staff);
    expect([status, body]).toEqual([200, { id: 43 }]);
    const stored = (await o.app.get('/api/insurance-plans')).body.find(
      ({ name }: CatalogPlan) => name === 'Acme Smiles',
    );
    expect(stored).toEqual({ slug: 'acme-smiles', name: 'Acme Smiles', storedName: 'Plan 43', gone: null });
    const [byName, byStoredName] = [await createWith('acme smiles; Aetna'), await createWith('Plan 43')];
    expect(await shownPlans(byName)).toEqual(['Aetna', 'Acme Smiles']);
    expect(await found('acme-smiles')).toEqual(expect.arrayContaining([byName, byStoredName]));
    await rename('Acme Smiles', 'Acme Dental');
    expect(await shownPlans(byStoredName)).toEqual(['Acme Dental']);
    expect((await o.app.post(PLANS, { name: 'acme SMILES' }, staff)).body.error).toBe('name_taken');
  });

  it('is refused once every bit is in use', async () => {
    for (let id = 43; id <= 63; id++)
      expect((await o.app.post(PLANS, { name: `Extra ${id}` }, staff)).body).toEqual({ id });
    const last = await createWith('Extra 63');
    expect([await shownPlans(last), await found('extra-63')]).toEqual([['Extra 63'], [last]]);
    expect((await o.app.post(PLANS, { name: 'One more' }, staff)).body.error).toBe('catalog_full');
  });
});

it('counts listings, lists plans by any of their names, and changes the version of cached pages', async () => {
  const version = async () =>
    Number((await o.app.deps.db('contentVersions').where({ subject: 'listings' }).sum('n as n').first())!.n);
  const [before, count] = [await version(), (await find('Careington')).listings];
  await createWith('Careington');
  expect((await find('Careington')).listings).toBe(count + 1);
  expect((await list('care 500')).map(({ name }) => name)).toEqual(['Careington']);
  const created = await version();
  expect(created).toBeGreaterThan(before);
  await rename('Careington', 'Care One');
  expect(await version()).toBeGreaterThan(created);
});

it('plans are changed by staff only, and never deleted', async () => {
  const { id } = await find('Unum');
  expect((await o.app.post(`${PLANS}/${id}/retire`, { retired: true }, { token: o.ann.token })).status).toBe(403);
  expect((await o.app.call('DELETE', `${PLANS}/${id}`, staff)).body.error).toBe('in_use');
  const ids = await o.app.deps.db('insurancePlans').pluck('slug');
  expect(ids).toHaveLength(42);
});
