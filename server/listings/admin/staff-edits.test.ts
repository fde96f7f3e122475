import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { owners, type Owners } from '#server/test/people/owners.ts';
import { picture } from '#server/test/files/pictures.ts';

let o: Owners;
let staff: { token: string };
beforeAll(async () => {
  o = await owners();
  staff = await o.app.signIn({ role: 'admin', name: 'Sam', subscriptionPlan: 'free', subscriptionStatus: 'inactive' });
});
afterAll(() => o.app.stop());

const auditOf = async (id: number): Promise<string[]> =>
  (
    await o.app.deps
      .db('auditLog')
      .where({ subject: 'listing', subjectId: String(id) })
      .orderBy('id')
      .select('action')
  ).map(({ action }: { action: string }) => action);

describe('staff', () => {
  it('add a listing without an owner, with its practice and services', async () => {
    const body = {
      name: 'Dr. Uma Patel',
      specialty: 'Orthodontist',
      phone: '(512) 555-0188',
      practiceName: 'Patel Orthodontics',
      address: '9 Oak St',
      city: 'Austin',
      state: 'TX',
      zipCode: '78702',
      serviceIds: o.services.slice(0, 2),
    };
    const created = await o.app.post('/api/admin/listings', body, staff);
    expect(created.status).toBe(200);
    const { id } = created.body;
    const shown = (await o.app.get(`/api/dentists/${id}`)).body;
    expect(shown).toMatchObject({
      name: 'Dr. Uma Patel',
      practiceName: 'Patel Orthodontics',
      claimed: false,
      isVerified: false,
    });
    expect(shown.services).toHaveLength(2);
    expect(await auditOf(id)).toEqual(['listing.created']);
    expect((await o.app.post('/api/admin/listings', body, { token: o.ann.token })).status).toBe(403);
    expect((await o.app.post('/api/admin/listings', { ...body, name: '' }, staff)).body.fields).toEqual({
      name: 'Please enter a name.',
    });
  });

  it('are held to the same rules as owners', async () => {
    const id = await o.create();
    for (const [path, token] of [
      [`/api/admin/listings/${id}`, staff.token],
      [`/api/user/dentists/${id}`, o.ann.token],
    ] as const) {
      const { status, body } = await o.app.call('PUT', path, {
        token,
        body: { phone: 'call me', state: 'Narnia', zipCode: '1', whiteningPriceFrom: 'cheap' },
      });
      expect([status, body.fields]).toEqual([
        400,
        {
          phone: 'Please enter a phone number such as (512) 555-0142.',
          state: 'Please choose a US state.',
          zipCode: 'Please enter a ZIP code such as 78701.',
          whiteningPriceFrom: 'Please enter a price from $1 to $100,000, without cents.',
        },
      ]);
    }
    const { status } = await o.app.call('PUT', `/api/admin/listings/${id}`, {
      ...staff,
      body: { phone: '+1 512.555.0142 ext. 7', practiceName: 'Elm Dental', serviceIds: [o.services[3]] },
    });
    expect(status).toBe(200);
  });

  it('change the photos, the logo, and the portrait of any listing, which the audit log records', async () => {
    const id = await o.create();
    const path = `/api/admin/listings/${id}/photos`;
    const first = await o.app.post(path, { image: await picture() }, staff);
    expect([first.status, first.body.length]).toEqual([200, 1]);
    const { body: photos } = await o.app.post(path, { image: await picture(), alt: 'Door' }, staff);
    const reversed = photos
      .toReversed()
      .map(({ id: photoId, alt }: { id: number; alt: string }) => ({ id: photoId, alt }));
    const arranged = await o.app.call('PUT', path, { ...staff, body: { photos: reversed.slice(0, 1) } });
    expect(arranged.body.map(({ alt }: { alt: string }) => alt)).toEqual(['Door']);
    const restored = await o.app.post(`${path}/restore`, { url: photos[0].url, position: 0 }, staff);
    expect(restored.body.map(({ url }: { url: string }) => url)).toEqual(photos.map(({ url }: { url: string }) => url));
    const images = { logo: await picture(), profileImage: await picture() };
    expect((await o.app.call('PUT', `/api/admin/listings/${id}`, { ...staff, body: images })).status).toBe(200);
    expect((await o.row(id)).logo).toMatch(/^\/media\//);
    expect(await auditOf(id)).toEqual(Array.from({ length: 5 }, () => 'listing.edited'));
    expect((await o.app.post(path, { image: await picture() }, { token: o.ann.token })).status).toBe(403);
  });
});
