import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
beforeAll(async () => {
  app = await testApp({ env: { LIMIT_CONTACT: '50/3600' } });
  boss = await app.signIn({ role: 'admin' });
});
afterAll(() => app.stop());

const listing = async (values: object): Promise<number> => {
  const [row] = await app.deps
    .db('dentists')
    .insert({ city: 'Austin', state: 'TX', ...values })
    .returning('id');
  return row.id as number;
};
const picture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
const row = async (id: number) => app.deps.db('dentists').where({ id }).first();
const post = (path: string, body?: object) => app.post(path, body, { token: boss.token });
const get = (path: string) => app.get(path, { token: boss.token });

describe('listings for admins', () => {
  it('are found by id, phone, email, ZIP, or name', async () => {
    const id = await listing({ name: 'Zebulon Quirk', phone: '(512) 555-0177', zipCode: '78701' });
    for (const q of ['zebulon', 'quirk austin', 'quirk TX', '512-555-0177', `#${id}`, '%', '_']) {
      const { body } = await get(`/api/admin/listings?q=${encodeURIComponent(q)}`);
      const found = body.some((one: { id: number }) => one.id === id);
      expect([q, found]).toEqual([q, q !== '_' && q !== '%']);
    }
    expect((await app.get('/api/admin/listings')).status).toBe(401);
  });

  it('can be edited, verified, deleted, and restored, and every change is logged', async () => {
    const id = await listing({ name: 'Ada Before', phone: '(512) 555-0100' });
    const edit = (body: object) => app.call('PUT', `/api/admin/listings/${id}`, { token: boss.token, body });
    expect((await edit({ name: 'Ada After', userId: 1, rating: 5, isVerified: true })).status).toBe(200);
    expect(await row(id)).toMatchObject({ name: 'Ada After', userId: null, rating: null, isVerified: false });
    expect((await edit({ state: 'Narnia' })).body.fields).toHaveProperty('state');
    await post(`/api/admin/listings/${id}/verify`, { verified: true });
    const { body } = await get(`/api/admin/listings/${id}`);
    const change = body.history.find((entry: { field: string }) => entry.field === 'name');
    await post(`/api/admin/listings/${id}/put-back`, { entryId: change.id });
    expect(await row(id)).toMatchObject({ name: 'Ada Before', isVerified: true });
    await app.call('DELETE', `/api/admin/listings/${id}`, { token: boss.token });
    expect((await app.get(`/api/dentists/${id}`)).status).toBe(404);
    expect((await get('/api/admin/listings?deleted=1')).body[0].id).toBe(id);
    expect((await post(`/api/admin/listings/${id}/restore`)).status).toBe(200);
    expect((await post(`/api/admin/listings/${id}/restore`)).status).toBe(404);
    const actions = (await get(`/api/admin/audit-log?subject=listing&subjectId=${id}`)).body.map(
      (e: { action: string }) => e.action,
    );
    expect(actions).toEqual(['restored', 'deleted', 'put_back', 'verified', 'edited'].map((verb) => `listing.${verb}`));
  });

  it('can be merged with chosen fields, owner, and old addresses, and separated again', async () => {
    const { userId } = await app.signIn();
    const kept = await listing({ name: 'Grace Kept', phone: '(512) 555-0101', website: 'https://kept.example.com' });
    const gone = await listing({
      name: 'Grace Gone',
      phone: '(512) 555-0202',
      website: 'https://gone.example.com',
      userId,
    });
    const path = (await get(`/api/admin/listings/${gone}`)).body.listing.href as string;
    const { body } = await post(`/api/admin/listings/${kept}/merge`, { otherId: gone, take: ['phone'] });
    expect(await row(kept)).toMatchObject({ phone: '(512) 555-0202', website: 'https://kept.example.com', userId });
    expect((await app.get(`/location${path}`)).body.id).toBe(kept);
    expect((await app.get(`/api/dentists/${gone}`)).body.id).toBe(kept);
    await app.call('PUT', `/api/admin/listings/${kept}`, { token: boss.token, body: { phone: '(512) 555-0303' } });
    const undone = await post(`/api/admin/merges/${body.mergeId}/undo`);
    expect(undone.body).toEqual({ kept: ['phone'] });
    expect(await row(kept)).toMatchObject({ phone: '(512) 555-0303', userId: null });
    expect(await row(gone)).toMatchObject({ deletedAt: null, userId });
    expect((await app.get(`/location${path}`)).body.id).toBe(gone);
    expect((await post(`/api/admin/merges/${body.mergeId}/undo`)).status).toBe(409);
    expect((await post(`/api/admin/listings/${kept}/merge`, { otherId: kept })).status).toBe(400);
  });

  it('keep the source of each value that is merged, and get their own back when the merge is undone', async () => {
    const stamp = (source: string) => JSON.stringify({ phone: { source, at: '2026-01-01T00:00:00.000Z' } });
    const kept = await listing({ name: 'Hope Kept', phone: '(512) 555-0101', fieldSources: stamp('import') });
    const gone = await listing({ name: 'Hope Gone', phone: '(512) 555-0202', fieldSources: stamp('owner') });
    const sourceOf = async () => ((await row(kept)).fieldSources as Record<string, { source: string }>).phone!.source;
    const { body } = await post(`/api/admin/listings/${kept}/merge`, { otherId: gone, take: ['phone'] });
    expect([(await row(kept)).phone, await sourceOf()]).toEqual(['(512) 555-0202', 'owner']);
    expect((await post(`/api/admin/merges/${body.mergeId}/undo`)).body).toEqual({ kept: [] });
    expect([(await row(kept)).phone, await sourceOf()]).toEqual(['(512) 555-0101', 'import']);
  });

  it('rank the origin of each field: owners, then staff, then the field’s authority, then other sources', async () => {
    const stamps = {
      phone: { source: 'owner', at: '2026-01-01T00:00:00.000Z' },
      address: { source: 'staff', at: '2026-01-01T00:00:00.000Z' },
      npi: { source: 'import', via: 'npi', at: '2026-01-01T00:00:00.000Z' },
      website: { source: 'import', via: 'overture', at: '2026-02-01T00:00:00.000Z' },
    };
    const id = await listing({ name: 'Iris Origins', fieldSources: JSON.stringify(stamps) });
    const { origins } = (await get(`/api/admin/listings/${id}`)).body;
    const ranks = ['phone', 'address', 'npi', 'website'].map((field) => origins[field].rank as number);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(new Set(ranks).size).toBe(4);
    expect(origins.website.at).toBe('2026-02-01T00:00:00.000Z');
  });

  it('are merged with their photos and cover, which undoing the merge restores', async () => {
    const owner = await app.signIn({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });
    const kept = await listing({ name: 'Plain Kept' });
    const gone = await listing({ name: 'Pictured Gone', userId: owner.userId });
    const image = `data:image/png;base64,${(await picture()).toString('base64')}`;
    expect((await app.post(`/api/user/dentists/${gone}/photos`, { image, alt: 'Door' }, owner)).status).toBe(200);
    const { practiceImage } = await row(gone);
    const { body } = await post(`/api/admin/listings/${kept}/merge`, { otherId: gone, take: ['photos'] });
    expect((await row(kept)).practiceImage).toBe(practiceImage);
    const gallery = async (id: number) => app.deps.db('dentistPhotos').where({ dentistId: id }).pluck('alt');
    expect(await gallery(kept)).toEqual(['Door']);
    expect((await post(`/api/admin/merges/${body.mergeId}/undo`)).body).toEqual({ kept: [] });
    expect([await gallery(kept), await gallery(gone)]).toEqual([[], ['Door']]);
    expect((await row(kept)).practiceImage).toBeNull();
  });

  it('can be transferred to another account, with the fee', async () => {
    const id = await listing({ name: 'Hand Over' });
    const to = await app.signIn();
    expect(
      (await post(`/api/admin/listings/${id}/transfer`, { email: 'nobody@example.com' })).body.fields,
    ).toHaveProperty('email');
    expect((await post(`/api/admin/listings/${id}/transfer`, { email: to.email })).status).toBe(200);
    expect((await row(id)).userId).toBe(to.userId);
    expect((await post(`/api/admin/listings/${id}/transfer`, { email: to.email })).status).toBe(409);
    const jobs = await app.deps.db.raw(`select count(*) as n from jobs where name = 'billing.transfer'`);
    expect(jobs.rows[0].n).toBe(1);
  });

  it('can be reported by visitors, and an admin closes the report', async () => {
    const id = await listing({ name: 'Wrong Phone' });
    const { body: sum } = await app.get('/api/human-check');
    const report = {
      about: 'phone',
      message: '<script>alert(1)</script>',
      email: '',
      humanCheck: { token: sum.token, answer: sum.a + sum.b },
    };
    expect((await app.post(`/api/dentists/${id}/problems`, { ...report, about: 'nonsense' })).status).toBe(400);
    expect((await app.post(`/api/dentists/${id}/problems`, report)).status).toBe(200);
    expect((await app.post(`/api/dentists/${id}/problems`, report)).body.error).toBe('verification_failed');
    const [problem] = (await get('/api/admin/problems?status=open')).body;
    expect(problem).toMatchObject({ dentistId: id, message: report.message, email: null });
    await app.call('PATCH', `/api/admin/problems/${problem.id}`, { token: boss.token, body: { status: 'resolved' } });
    expect((await get('/api/admin/problems?status=open')).body).toEqual([]);
  });
});
