import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { owners, place, type Owners } from '#server/test/people/owners.ts';

let o: Owners;
let staff: { token: string };
beforeAll(async () => {
  o = await owners();
  staff = await o.app.signIn({ role: 'admin', name: 'Sam' });
});
afterAll(() => o.app.stop());

interface Entry {
  id: number;
  name: string;
  listings: number;
}
const list = async (kind: string, q = ''): Promise<Entry[]> =>
  (await o.app.get(`/api/admin/catalog/${kind}?q=${encodeURIComponent(q)}`, staff)).body;
const rename = (kind: string, id: number, body: object) =>
  o.app.call('PATCH', `/api/admin/catalog/${kind}/${id}`, { ...staff, body });
const merge = (kind: string, id: number, intoId: number) =>
  o.app.post(`/api/admin/catalog/${kind}/${id}/merge`, { intoId }, staff);
const found = async (query: string): Promise<number[]> =>
  (await o.app.get(`/api/directory?${query}`)).body.items.map(({ id }: { id: number }) => id);
const servicesOf = async (id: number): Promise<string[]> =>
  (await o.app.get(`/api/dentists/${id}`)).body.services.map(({ name }: { name: string }) => name);

describe('services for staff', () => {
  it('are listed with the number of their listings, and renamed without breaking old searches', async () => {
    const id = await o.create();
    const [service] = (await list('services')).filter(({ id: serviceId }) => serviceId === o.services[0]);
    expect(service!.listings).toBeGreaterThan(0);
    expect(
      (await rename('services', service!.id, { name: 'Whitening in a Day', read: { name: service!.name } })).status,
    ).toBe(200);
    expect(await servicesOf(id)).toContain('Whitening in a Day');
    expect(await found(`service=${encodeURIComponent(service!.name)}`)).toContain(id);
    expect((await rename('services', service!.id, { name: 'Late', read: { name: service!.name } })).status).toBe(409);
    const taken = await rename('services', o.services[1]!, { name: 'whitening in a day' });
    expect([taken.status, taken.body.error]).toEqual([409, 'name_taken']);
  });

  it('are merged into another, with their listings, old name, and old id', async () => {
    const [from, to] = [o.services[4]!, o.services[5]!];
    const both = await o.create(o.ann, { serviceIds: [from, to] });
    const one = await o.create(o.ann, { serviceIds: [from] });
    const [{ name }] = await o.app.deps.db('services').where({ id: from }).select('name');
    const merged = await merge('services', from, to);
    expect([merged.status, merged.body.listings]).toEqual([200, 2]);
    expect(await servicesOf(one)).toEqual(await servicesOf(both));
    expect(await found(`service=${encodeURIComponent(name)}`)).toEqual(expect.arrayContaining([one, both]));
    expect(await found(`service=${from}`)).toEqual(expect.arrayContaining([one, both]));
    expect((await list('services')).find(({ id }) => id === to)!.listings).toBe(2);
    expect((await merge('services', to, to)).status).toBe(400);
    expect((await merge('services', from, to)).status).toBe(404);
    const entry = await o.app.deps.db('auditLog').where({ action: 'catalog.merged' }).first();
    expect(entry.note).toContain('2 listings');
  });

  it('are added once, and a merge is undone with what it moved, also in the list', async () => {
    const { db } = o.app.deps;
    const add = (name: string) => o.app.post('/api/admin/catalog/services', { name }, staff);
    const { body: added } = await add('Moon Veneers');
    expect((await add(' moon  veneers')).body.error).toBe('name_taken');
    const { body: into } = await add('Star Veneers');
    const both = await o.create(o.ann, { serviceIds: [added.id, into.id] });
    const one = await o.create(o.ann, { serviceIds: [added.id] });
    const other = await o.create(o.ann, { serviceIds: [into.id] });
    const edited = await o.create(o.ann, { serviceIds: [added.id] });
    const { body: merged } = await merge('services', added.id, into.id);
    expect(merged.listings).toBe(3);
    const [listed] = (await o.app.get('/api/admin/catalog/services?q=star', staff)).body;
    expect(listed).toMatchObject({
      detail: 'Moon Veneers',
      merges: [{ id: merged.mergeId, name: 'Moon Veneers' }],
    });
    // A listing that lost the service since is left as it is.
    await db('dentistServices').where({ dentistId: edited }).delete();
    const undo = () => o.app.post(`/api/admin/catalog-merges/${merged.mergeId}/undo`, {}, staff);
    const { status, body } = await undo();
    expect([status, body]).toEqual([200, { listings: 2 }]);
    expect(await servicesOf(both)).toEqual(['Moon Veneers', 'Star Veneers']);
    expect(await servicesOf(one)).toEqual(['Moon Veneers']);
    expect(await servicesOf(other)).toEqual(['Star Veneers']);
    expect(await found('service=Moon Veneers')).toEqual(expect.arrayContaining([one, both]));
    expect(await found(`service=${added.id}`)).not.toContain(other);
    const [after] = (await o.app.get('/api/admin/catalog/services?q=star', staff)).body;
    expect(after).toMatchObject({ detail: '', merges: [], listings: 2 });
    expect((await undo()).body.error).toBe('already_undone');
    expect(await db('auditLog').where({ action: 'catalog.separated' }).first()).toMatchObject({
      subject: 'service',
      subjectId: String(added.id),
      note: `Moon Veneers (${added.id}) from Star Veneers (${into.id}), 2 listings`,
    });
  });

  it('that were merged in a chain are separated in the reverse order', async () => {
    const add = async (name: string): Promise<number> =>
      (await o.app.post('/api/admin/catalog/services', { name }, staff)).body.id;
    const [a, b, c] = [await add('Chain A'), await add('Chain B'), await add('Chain C')];
    const id = await o.create(o.ann, { serviceIds: [a] });
    const { body: first } = await merge('services', a, b);
    const { body: second } = await merge('services', b, c);
    const undo = (mergeId: number) => o.app.post(`/api/admin/catalog-merges/${mergeId}/undo`, {}, staff);
    expect((await undo(first.mergeId)).status).toBe(409);
    expect((await undo(second.mergeId)).status).toBe(200);
    expect(await servicesOf(id)).toEqual(['Chain B']);
    expect((await undo(first.mergeId)).status).toBe(200);
    expect(await servicesOf(id)).toEqual(['Chain A']);
    expect((await list('services', 'chain')).map(({ name }) => name)).toEqual(['Chain A', 'Chain B', 'Chain C']);
  });

  it('are deleted only if no listing uses them', async () => {
    const used = await o.app.call('DELETE', `/api/admin/catalog/services/${o.services[0]}`, staff);
    expect([used.status, used.body.error]).toEqual([409, 'in_use']);
    const [unused] = await o.app.deps.db('services').insert({ name: 'Tongue Art' }).returning('id');
    expect((await o.app.call('DELETE', `/api/admin/catalog/services/${unused.id}`, staff)).status).toBe(200);
  });
});

it.each(['services', 'practice-types', 'practices', 'insurance-plans'])(
  '%s are not merged if one of them was renamed unseen',
  async (kind) => {
    if (kind === 'practices')
      await o.app.deps.db('practices').insert([{ name: 'Acorn Dental' }, { name: 'Acorn Dentistry' }]);
    const [from, into] = await list(kind);
    const seen = { name: from!.name, intoName: into!.name };
    const send = (read: object) =>
      o.app.post(`/api/admin/catalog/${kind}/${from!.id}/merge`, { intoId: into!.id, read }, staff);
    await rename(kind, into!.id, { name: 'Something Else' });
    const refused = await send(seen);
    expect([refused.status, refused.body.error]).toEqual([409, 'changed_meanwhile']);
    expect(refused.body.now).toEqual({ ...seen, intoName: 'Something Else' });
    expect((await list(kind)).map(({ id }) => id)).toContain(from!.id);
    expect((await send(refused.body.now)).status).toBe(200);
  },
);

describe('practices for staff', () => {
  it('are renamed for all of their dentists, found by the new name, and merged', async () => {
    const first = await o.create(o.ann, { practice: { ...place, name: 'Juniper Dental' } });
    const second = await o.create(o.bob, { practice: { ...place, name: 'Juniper Dentistry' } });
    const [kept, gone] = await list('practices', 'juniper');
    expect([kept!.name, gone!.name, kept!.listings]).toEqual(['Juniper Dental', 'Juniper Dentistry', 1]);
    expect((await merge('practices', gone!.id, kept!.id)).body.listings).toBe(1);
    const [{ id: mergeId }] = (await o.app.get('/api/admin/catalog/practices?q=juniper', staff)).body[0].merges;
    expect((await o.app.post(`/api/admin/catalog-merges/${mergeId}/undo`, {}, staff)).body).toEqual({ listings: 1 });
    expect((await list('practices', 'juniper')).map(({ listings }) => listings)).toEqual([1, 1]);
    await merge('practices', gone!.id, kept!.id);
    expect((await rename('practices', kept!.id, { name: 'Redwood Dental' })).status).toBe(200);
    expect((await found('name=redwood dental')).toSorted()).toEqual([first, second].toSorted());
    expect(await list('practices', 'juniper')).toEqual([]);
  });
});

it('practice types are added, merged, and separated', async () => {
  const add = async (name: string): Promise<number> =>
    (await o.app.post('/api/admin/catalog/practice-types', { name }, staff)).body.id;
  const [from, into] = [await add('Night Clinic'), await add('Day Clinic')];
  const id = await o.create();
  await o.app.deps.db('dentists').where({ id }).update({ practiceTypeId: from });
  const typeOf = async () => (await o.app.get(`/api/dentists/${id}`)).body.practiceType.name;
  const { body } = await merge('practice-types', from, into);
  expect(await typeOf()).toBe('Day Clinic');
  await o.app.post(`/api/admin/catalog-merges/${body.mergeId}/undo`, {}, staff);
  expect(await typeOf()).toBe('Night Clinic');
  const refused = await o.app.post('/api/admin/catalog/practices', { name: 'X' }, staff);
  expect([refused.status, refused.body.message]).toEqual([400, 'Practices are added with their listings.']);
});

it('lists are for staff only', async () => {
  expect((await o.app.get('/api/admin/catalog/services', { token: o.ann.token })).status).toBe(403);
  expect((await o.app.get('/api/admin/catalog/colors', staff)).status).toBe(400);
});
