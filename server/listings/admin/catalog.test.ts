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
    expect([merged.status, merged.body]).toEqual([200, { listings: 2 }]);
    expect(await servicesOf(one)).toEqual(await servicesOf(both));
    expect(await found(`service=${encodeURIComponent(name)}`)).toEqual(expect.arrayContaining([one, both]));
    expect(await found(`service=${from}`)).toEqual(expect.arrayContaining([one, both]));
    expect((await list('services')).find(({ id }) => id === to)!.listings).toBe(2);
    expect((await merge('services', to, to)).status).toBe(400);
    expect((await merge('services', from, to)).status).toBe(404);
    const entry = await o.app.deps.db('auditLog').where({ action: 'catalog.merged' }).first();
    expect(entry.note).toContain('2 listings');
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
    expect((await merge('practices', gone!.id, kept!.id)).body).toEqual({ listings: 1 });
    expect((await rename('practices', kept!.id, { name: 'Redwood Dental' })).status).toBe(200);
    expect((await found('name=redwood dental')).toSorted()).toEqual([first, second].toSorted());
    expect(await list('practices', 'juniper')).toEqual([]);
  });
});

it('lists are for staff only', async () => {
  expect((await o.app.get('/api/admin/catalog/services', { token: o.ann.token })).status).toBe(403);
  expect((await o.app.get('/api/admin/catalog/colors', staff)).status).toBe(400);
});
