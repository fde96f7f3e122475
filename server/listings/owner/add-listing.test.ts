import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doctor, owners, paid, place, type Owners } from '#server/test/people/owners.ts';

let o: Owners;
beforeAll(async () => {
  o = await owners();
});
afterAll(() => o.app.stop());

describe('adding a listing', () => {
  it('creates practice, listing, and services in one request, owned by the creator and unrated', async () => {
    const { body } = await o.app.post(
      '/api/dentists',
      o.whole({
        dentist: {
          ...doctor,
          rating: 5,
          reviewCount: 900,
          isVerified: true,
          userId: o.bob.userId,
          isPaid: true,
          npi: '1234567893',
          slug: 'mine',
          id: 1,
        },
      }),
      { token: o.ann.token },
    );
    expect(body).toMatchObject({
      userId: o.ann.userId,
      rating: null,
      reviewCount: 0,
      isVerified: false,
      city: 'Austin',
      state: 'TX',
      role: 'owner',
      href: '/texas/austin/dentist/dr-ana-silva',
    });
    expect(body.services.map(({ id }: { id: number }) => id)).toEqual(o.services.slice(0, 2));
    expect(await o.app.deps.db('practices').where({ id: body.practiceId }).first()).toMatchObject({
      name: 'Silva Dental',
      state: 'TX',
      createdBy: o.ann.userId,
      isActive: true,
    });
    expect(await o.row(body.id)).toMatchObject({ npi: null, isPaid: true });
    expect((await o.history(body.id))[0]).toMatchObject({ field: 'created', by: 'Ann' });
  });

  it('keeps the description of the practice, for profiles without a text of their own', async () => {
    const { body } = await o.app.post(
      '/api/dentists',
      o.whole({
        dentist: { ...doctor, name: 'Dr. Ida Moss', phone: '(737) 555-0177' },
        practice: { ...place, description: 'Two chairs and a garden.' },
      }),
      { token: o.ann.token },
    );
    const description = { practiceDescription: 'Two chairs and a garden.' };
    expect((await o.app.get(`/api/dentists/${body.id}`)).body).toMatchObject(description);
    expect((await o.app.get(`/location${body.href}`)).body).toMatchObject(description);
    expect((await o.app.get(`/api/dentists?ids=${body.id}`)).body[0]).not.toHaveProperty('practiceDescription');
  });

  it('also works in the documented order, practice first', async () => {
    const practice = await o.app.post(
      '/api/practices',
      { ...place, description: null, image: '', isActive: true },
      { token: o.ann.token },
    );
    expect(practice.status).toBe(200);
    const { status, body } = await o.app.post(
      '/api/dentists',
      {
        ...doctor,
        practiceTypeId: 1,
        practiceId: practice.body.id,
        rating: 5.0,
        reviewCount: 0,
        isVerified: false,
        facebookUrl: '',
        website: 'www.silva.example',
      },
      { token: o.ann.token },
    );
    expect([status, body.practiceId, body.address, body.website, body.practiceType.id]).toEqual([
      200,
      practice.body.id,
      '1 Elm St',
      'https://www.silva.example',
      1,
    ]);
  });

  it('creates everything or nothing', async () => {
    const count = async () => (await o.app.deps.db('practices').count('* as n'))[0]!.n;
    const before = await count();
    for (const values of [
      { serviceIds: [] },
      { serviceIds: [999_999] },
      { dentist: { ...doctor, practiceTypeId: 999_999 } },
      { dentist: { ...doctor, experience: 0 } },
      { practice: { ...place, state: 'Atlantis' } },
      { practice: { ...place, zipCode: '7870' } },
      { dentist: { ...doctor, website: 'javascript:alert(1)' } },
      { humanCheck: { token: 'x', answer: 4 } },
      { isNewPractice: false },
      { isNewPractice: false, practiceId: 999_999 },
    ])
      expect((await o.app.post('/api/dentists', o.whole(values), { token: o.ann.token })).status).toBe(400);
    expect(await count()).toBe(before);
    const none = await o.app.post('/api/dentists', o.whole({ serviceIds: [] }), { token: o.ann.token });
    expect(none.body.message).toBe('Please select at least one service');
    const lacking = await o.app.post(
      '/api/dentists',
      o.whole({ dentist: { name: '' }, practice: { ...place, phone: '' } }),
      { token: o.ann.token },
    );
    expect(Object.keys(lacking.body.fields)).toEqual(
      expect.arrayContaining([
        'practice.phone',
        'dentist.name',
        'dentist.specialty',
        'dentist.experience',
        'dentist.phone',
      ]),
    );
  });

  it('accepts the form only with a correct, current, unused human check', async () => {
    const { body } = await o.app.get('/api/human-check');
    const right = { token: body.token, answer: body.a + body.b };
    const send = (humanCheck: unknown) => o.app.post('/api/dentists', o.whole({ humanCheck }), { token: o.ann.token });
    const refused = async (humanCheck: unknown) => {
      const answered = await send(humanCheck);
      expect([humanCheck, answered.status, answered.body.error, answered.body.message]).toEqual([
        humanCheck,
        400,
        'verification_failed',
        "Please solve the math problem correctly to confirm you're human.",
      ]);
    };
    await refused(undefined);
    await refused({ ...right, answer: right.answer + 1 });
    await refused({ ...right, token: `${right.token}x` });
    expect((await send({ ...right, answer: ` ${right.answer} ` })).status).toBe(200);
    await refused(right);
    const late = o.humanCheck();
    o.app.deps.clock.advance(600_001);
    await refused(late);
  });

  it('requires the same fields of a dentist alone, and the whole address of a practice', async () => {
    const before = await o.app.deps.db('dentists').count('* as n');
    for (const field of ['name', 'specialty', 'experience', 'phone']) {
      for (const body of [
        { ...doctor, [field]: undefined },
        { ...doctor, [field]: '' },
      ]) {
        const { status, body: answer } = await o.app.post('/api/dentists', body, { token: o.ann.token });
        expect([field, status, Object.keys(answer.fields)]).toEqual([field, 400, [field]]);
        expect(answer.fields[field]).toMatch(/^Please enter | is required$/);
      }
    }
    const bare = await o.app.post('/api/dentists', { name: 'Dr. Bare', serviceIds: o.services.slice(0, 1) }, o.ann);
    expect([bare.status, Object.keys(bare.body.fields)]).toEqual([400, ['specialty', 'phone', 'experience']]);
    expect((await o.app.post('/api/dentists', { ...doctor, serviceIds: [] }, o.ann)).status).toBe(400);
    expect(await o.app.deps.db('dentists').count('* as n')).toEqual(before);
    for (const field of ['name', 'phone', 'address', 'city', 'state', 'zipCode']) {
      const { status, body } = await o.app.post('/api/practices', { ...place, [field]: undefined }, o.ann);
      expect([field, status, Object.keys(body.fields)]).toEqual([field, 400, [field]]);
      expect(body.fields[field]).toMatch(/^Please | is required$/);
    }
    expect((await o.app.post('/api/practices', place, o.ann)).status).toBe(200);
  });

  it('accepts a dentist alone without a human check, as documented, twenty times a day', async () => {
    const { token } = await o.app.signIn(paid);
    const send = (more: object = {}) => o.app.post('/api/dentists', { ...doctor, city: 'Austin', ...more }, { token });
    for (let i = 0; i < 20; i++) expect((await send()).status).toBe(200);
    const over = await send();
    expect([over.status, Number(over.headers.get('retry-after')) > 80_000]).toEqual([429, true]);
    expect((await send({ humanCheck: o.humanCheck() })).status).toBe(200);
    o.app.deps.clock.advance(86_400_000);
    expect((await send()).status).toBe(200);
  });

  it.each([
    ['free', 'inactive'],
    ['professional', 'canceled'],
    ['pro_max', 'past_due'],
    ['free', 'active'],
  ])('is refused on %s %s', async (subscriptionPlan, subscriptionStatus) => {
    const { token } = await o.app.signIn({ subscriptionPlan, subscriptionStatus });
    for (const path of ['/api/practices', '/api/dentists']) {
      const { status, body } = await o.app.post(path, o.whole(), { token });
      expect([status, body.error]).toEqual([403, 'subscription_required']);
    }
    expect((await o.app.post('/api/dentists', o.whole())).status).toBe(401);
  });

  it('finds listings with the same phone, or the same name in the same ZIP code', async () => {
    const id = await o.create(o.bob, {
      dentist: { ...doctor, name: 'Dr. Unique Name', phone: '+1 (737) 555-0123' },
      practice: { ...place, name: 'Only Here Dental', zipCode: '78702' },
    });
    const ask = async (query: string) =>
      (await o.app.get(`/api/user/similar-listings?${query}`, { token: o.ann.token })).body.map(
        (found: { id: number }) => found.id,
      );
    expect(await ask('phone=737-555-0123')).toEqual([id]);
    // A listing from the registry has an NPI, and the form asks for none.
    await o.app.deps.db('dentists').where({ id }).update({ npi: '1234567893' });
    expect(await ask('phone=737-555-0123')).toEqual([id]);
    expect(await ask('name=dr.%20UNIQUE%20name&zip=78702-1234')).toEqual([id]);
    expect(await ask('name=Only%20here%20dental&zip=78702')).toEqual([id]);
    expect(await ask('name=Only%20here%20dental&zip=78703')).toEqual([]);
    expect(await ask('phone=555-0123')).toEqual([]);
    expect(
      (await o.app.get(`/api/user/similar-listings?phone=7375550123`, { token: o.ann.token })).body[0],
    ).toMatchObject({
      claimed: true,
      mine: false,
    });
  });
});
