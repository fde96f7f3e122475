import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayInGroup, type GroupRole } from '#shared/groups/group-roles.ts';
import { picture } from '#server/test/files/pictures.ts';
import { groups, type Groups } from '#server/test/people/groups.ts';

let g: Groups;
beforeAll(async () => {
  g = await groups();
});
afterAll(() => g.app.stop());

type Group = Awaited<ReturnType<Groups['make']>>;
const holidays = '2026-12-24: 8:00 AM – 12:00 PM; 2026-12-25: Closed';

const call = (method: string, group: Group, role: GroupRole, path: string, body?: object) =>
  g.app.call(method, `/api/user/groups/${group.id}/changes${path}`, { token: group.people[role].token, body });
const preview = (group: Group, role: GroupRole, ids: number[], values: object = { holidayHours: holidays }) =>
  call('POST', group, role, '', { values, ids });
async function run(group: Group, role: GroupRole, id: number, verb: 'apply' | 'undo') {
  expect((await call('POST', group, role, `/${id}/${verb}`, {})).status).toBe(200);
  await g.app.jobs();
  return (await call('GET', group, role, `/${id}`)).body;
}
const hoursOf = async (ids: number[]): Promise<(string | null)[]> =>
  (await g.app.deps.db('dentists').whereIn('id', ids).orderBy('id').select('holidayHours')).map(
    (row) => row.holidayHours as string | null,
  );

describe('a change of many locations', () => {
  it('sets the dates in all locations but the exceptions, keeps their other dates, and is undone', async () => {
    const group = await g.make({ locations: 8 });
    const changed = group.ids.slice(0, 4);
    const own = '2026-11-26: 9:00 AM – 11:00 AM; 2026-12-25: 9:00 AM – 10:00 AM';
    await g.app.deps.db('dentists').where({ id: changed[0] }).update({ holidayHours: own });
    const before = await hoursOf(group.ids);
    const previewed = (await preview(group, 'editor', changed)).body;
    expect(previewed).toMatchObject({ status: 'previewed', total: 4, changed: 0 });
    expect(await hoursOf(group.ids)).toEqual(before);
    expect(await run(group, 'editor', previewed.id, 'apply')).toMatchObject({
      status: 'applied',
      changed: 4,
      canUndo: true,
    });
    expect(await hoursOf(group.ids)).toEqual([
      `2026-11-26: 9:00 AM – 11:00 AM; ${holidays}`,
      ...Array.from({ length: 3 }, () => holidays),
      ...Array.from({ length: 4 }, () => null),
    ]);
    expect((await call('GET', group, 'owner', '')).body).toMatchObject([
      { id: previewed.id, values: { holidayHours: holidays } },
    ]);
    expect(await run(group, 'owner', previewed.id, 'undo')).toMatchObject({ status: 'undone', restored: 4, kept: 0 });
    expect(await hoursOf(group.ids)).toEqual(before);
  });

  it('skips locations that changed since the preview, and an undo keeps those that were edited since', async () => {
    const group = await g.make();
    const { id } = (await preview(group, 'owner', group.ids)).body;
    const edit = (dentistId: number, holidayHours: string) =>
      g.app.call('PUT', `/api/user/dentists/${dentistId}`, { token: group.people.owner.token, body: { holidayHours } });
    g.app.deps.clock.advance(1000);
    await edit(group.ids[0]!, '2026-12-31: Closed');
    expect(await run(group, 'owner', id, 'apply')).toMatchObject({ changed: 2, skipped: 1 });
    await edit(group.ids[1]!, '2026-12-30: Closed');
    expect(await run(group, 'owner', id, 'undo')).toMatchObject({ restored: 1, kept: 1 });
    expect(await hoursOf(group.ids)).toEqual(['2026-12-31: Closed', '2026-12-30: Closed', null]);
  });

  it('reaches only the locations of the person who makes it, and of the person who undoes it', async () => {
    const [group, other] = [await g.make(), await g.make()];
    const foreign = [...group.ids, group.spare, ...other.ids];
    const own = (await preview(group, 'regional', foreign)).body;
    expect(own.total).toBe(1);
    await run(group, 'regional', own.id, 'apply');
    expect(await hoursOf(foreign)).toEqual([holidays, ...Array.from({ length: foreign.length - 1 }, () => null)]);
    expect((await preview(group, 'owner', foreign)).body.total).toBe(3);
    const all = (await preview(group, 'owner', group.ids, { holidayHours: '2026-12-31: Closed' })).body;
    await run(group, 'owner', all.id, 'apply');
    expect(await run(group, 'regional', all.id, 'undo')).toMatchObject({ restored: 1, kept: 2 });
    expect((await hoursOf(group.ids)).map((text) => text?.includes('2026-12-31') ?? false)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('is hidden from roles without edits, from other groups, from strangers, and from staff', async () => {
    const [group, other] = [await g.make(), await g.make()];
    const { id } = (await preview(group, 'owner', group.ids)).body;
    const admin = await g.app.signIn({ role: 'admin' });
    for (const [method, path] of [
      ['GET', `/${id}`],
      ['POST', `/${id}/apply`],
      ['POST', `/${id}/undo`],
    ] as const) {
      const body = method === 'GET' ? undefined : {};
      for (const role of ['regional', 'editor', 'billing', 'reader'] as const) {
        const { status } = await call(method, group, role, path, body);
        const expected = !mayInGroup(role, 'edit') ? 403 : method === 'GET' ? 200 : 409;
        expect([role, path, status]).toEqual([role, path, expected]);
      }
      const url = `/api/user/groups/${group.id}/changes${path}`;
      const token = other.people.owner.token;
      expect((await g.app.call(method, url, { token, body })).status).toBe(404);
      expect((await call(method, other, 'owner', path, body)).status).toBe(404);
      const ofStaff = `/api/admin/bulk-changes${path}`;
      expect((await g.app.call(method, ofStaff, { token: admin.token, body })).status).toBe(404);
    }
    expect(await hoursOf(group.ids)).toEqual([null, null, null]);
  });

  it('stops when the person loses the role before it runs', async () => {
    const group = await g.make();
    const { id } = (await preview(group, 'editor', group.ids)).body;
    await call('POST', group, 'editor', `/${id}/apply`, {});
    await g.app.deps.db('listingManagers').where({ id: group.people.editor.personId }).delete();
    await g.app.jobs();
    expect((await call('GET', group, 'owner', `/${id}`)).body).toMatchObject({
      changed: 0,
      stopped: expect.stringContaining('no longer'),
    });
    expect(await hoursOf(group.ids)).toEqual([null, null, null]);
  });

  it('sets the week, the plans, the price, and the cover of the chosen locations, and an undo brings everything back', async () => {
    const group = await g.make({ locations: 4 });
    const [first, second, , exception] = group.ids as [number, number, number, number];
    const { db } = g.app.deps;
    const add = (id: number, image: string) =>
      g.app.post(`/api/user/dentists/${id}/photos`, { image, alt: 'Our door' }, group.people.owner);
    expect((await add(first, await picture())).status).toBe(200);
    await db('dentists').where({ id: second }).update({ whiteningPriceFrom: 100, whiteningPriceTo: 200 });
    const stored = async () => ({
      listings: await db('dentists')
        .whereIn('id', group.ids)
        .orderBy('id')
        .select('id', 'mondayHours', 'insurancePlans', 'whiteningPriceFrom', 'whiteningPriceTo', 'practiceImage'),
      photos: await db('dentistPhotos').whereIn('dentistId', group.ids).orderBy(['dentistId', 'position']).select('dentistId', 'alt'), // prettier-ignore
    });
    const before = await stored();
    const values = {
      mondayHours: '8:00 AM - 5:00 PM',
      insurancePlans: 'Aetna; Cigna',
      whiteningPriceFrom: 300,
      photos: [{ image: await picture(), alt: 'The team' }],
    };
    const { id, total } = (await preview(group, 'editor', group.ids.slice(0, 3), values)).body;
    expect([total, await stored()]).toEqual([3, before]);
    // The price of the second location would contradict itself, so all of it stays.
    const applied = await run(group, 'editor', id, 'apply');
    expect(applied).toMatchObject({ changed: 2, skipped: 1 });
    expect(applied.reasons[0].reason).toBe('The highest price can’t be below the lowest price.');
    const after = await stored();
    expect(after.listings.map((row) => [row.mondayHours, row.insurancePlans, row.whiteningPriceFrom])).toEqual([
      ['8:00 AM - 5:00 PM', 'Aetna; Cigna', 300],
      [null, null, 100],
      ['8:00 AM - 5:00 PM', 'Aetna; Cigna', 300],
      [null, null, null],
    ]);
    expect(after.photos.map(({ dentistId, alt }) => [dentistId, alt])).toEqual([
      [first, 'The team'],
      [first, 'Our door'],
      [group.ids[2], 'The team'],
    ]);
    expect(after.listings[0]!.practiceImage).toMatch(/^\/media\//);
    expect(after.listings.find((row) => row.id === exception)!.practiceImage).toBe(null);
    const [latest] = (await call('GET', group, 'owner', '')).body;
    expect(latest.values).toMatchObject({ whiteningPriceFrom: 300, photos: [{ url: after.listings[0]!.practiceImage, alt: 'The team' }] }); // prettier-ignore
    expect(await run(group, 'owner', id, 'undo')).toMatchObject({ status: 'undone', restored: 2, kept: 0 });
    expect(await stored()).toEqual(before);
  });

  it('adds photos only while the plan includes them, and plans only that exist', async () => {
    const group = await g.make();
    expect((await preview(group, 'owner', group.ids, { insurancePlans: 'Nobody Dental' })).status).toBe(400);
    await g.app.deps.db('users').where({ id: group.people.owner.userId }).update({ subscriptionStatus: 'canceled' });
    const refused = await preview(group, 'owner', group.ids, { photos: [{ image: await picture() }] });
    expect(refused.body.error).toBe('subscription_required');
  });

  it('refuses hours that cannot be read, and an empty change', async () => {
    const group = await g.make();
    for (const hours of [{}, { holidayHours: '' }, { holidayHours: 'always' }, { holidayHours: '2026-13-41: Closed' }])
      expect([hours, (await preview(group, 'owner', group.ids, hours)).status]).toEqual([hours, 400]);
  });
});
