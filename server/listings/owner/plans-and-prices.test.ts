import { afterAll, beforeAll, expect, it } from 'vitest';
import { doctor, owners, type Owners } from '#server/test/people/owners.ts';

let o: Owners;
beforeAll(async () => {
  o = await owners();
});
afterAll(() => o.app.stop());

const profile = async (id: number) => (await o.app.get(`/api/dentists/${id}`)).body;
const putBack = (id: number, entryId: number) =>
  o.app.post(`/api/user/dentists/${id}/history/${entryId}/put-back`, {}, { token: o.ann.token });

it('an owner names plans by any of their names, and then accepts insurance', async () => {
  const id = await o.create();
  expect(await profile(id)).toMatchObject({ plans: [], gender: null, whiteningPrice: null });
  const { status, body } = await o.put(id, { insurancePlans: 'cigna dental; DELTA DENTAL PPO', gender: 'female' });
  expect([status, body.insurancePlans]).toEqual([200, 'Delta Dental; Cigna']);
  expect(await profile(id)).toMatchObject({
    plans: ['Delta Dental', 'Cigna'],
    acceptsInsurance: true,
    gender: 'female',
  });
  expect(await o.history(id)).toContainEqual(
    expect.objectContaining({ field: 'insurancePlans', before: null, after: 'Delta Dental; Cigna', source: 'owner' }),
  );
  // A practice that accepts no insurance names no plan.
  await o.put(id, { acceptsInsurance: false });
  expect(await profile(id)).toMatchObject({ plans: [], acceptsInsurance: false });
  const cleared = (await o.history(id)).find(
    (entry: { field: string; after: unknown }) => entry.field === 'insurancePlans' && entry.after === null,
  );
  expect((await putBack(id, cleared.id)).status).toBe(200);
  expect(await profile(id)).toMatchObject({ plans: ['Delta Dental', 'Cigna'], acceptsInsurance: true });
});

it('refuses plans, genders, and prices that make no sense', async () => {
  const id = await o.create();
  const refusals: [Record<string, unknown>, string, RegExp][] = [
    [{ insurancePlans: 'Aetna; Acme Teeth' }, 'insurancePlans', /“Acme Teeth\.”/],
    [{ gender: 'unknown' }, 'gender', /female or male/],
    [{ whiteningPriceFrom: 0 }, 'whiteningPriceFrom', /\$1 to \$100,000/],
    [{ whiteningPriceFrom: '299.50' }, 'whiteningPriceFrom', /without cents/],
    [{ whiteningPriceTo: 400 }, 'whiteningPriceFrom', /lowest price/],
    [{ whiteningPriceFrom: 500, whiteningPriceTo: 400 }, 'whiteningPriceTo', /can’t be below/],
  ];
  for (const [values, field, sentence] of refusals) {
    const { status, body } = await o.put(id, values);
    expect([values, status, body.fields?.[field]]).toEqual([values, 400, expect.stringMatching(sentence)]);
  }
  expect(await profile(id)).toMatchObject({ plans: [], gender: null, whiteningPrice: null });
});

it('a price carries who stated it and when, and a confirmation states it again', async () => {
  const id = await o.create();
  const { body } = await o.put(id, { whiteningPriceFrom: '$299', whiteningPriceTo: '1,450' });
  expect(body).toMatchObject({ whiteningPriceFrom: 299, whiteningPriceTo: 1450 });
  const price = { from: 299, to: 1450, statedOn: '2025-03-03', statedBy: 'practice' };
  expect((await profile(id)).whiteningPrice).toEqual(price);
  o.app.deps.clock.advance(40 * 86_400_000);
  await o.put(id, { bio: 'Nothing about prices.' });
  expect((await profile(id)).whiteningPrice).toEqual(price);
  const admin = await o.app.signIn({ role: 'admin' });
  await o.app.call('PUT', `/api/admin/listings/${id}`, { token: admin.token, body: { whiteningPriceFrom: 250 } });
  expect((await profile(id)).whiteningPrice).toEqual({
    ...price,
    from: 250,
    statedOn: '2025-04-12',
    statedBy: 'staff',
  });
  o.app.deps.clock.advance(400 * 86_400_000);
  expect((await o.app.post(`/api/user/dentists/${id}/confirm`, {}, { token: o.ann.token })).status).toBe(200);
  expect((await profile(id)).whiteningPrice).toEqual({
    ...price,
    from: 250,
    statedOn: '2026-05-17',
    statedBy: 'practice',
  });
  // Without a lowest price there is no range.
  await o.put(id, { whiteningPriceFrom: null });
  expect(await profile(id)).toMatchObject({ whiteningPrice: null });
  expect(await o.row(id)).toMatchObject({ whiteningPriceTo: null, whiteningPriceOn: null });
});

it('a new listing can state all of it', async () => {
  const id = await o.create(o.ann, {
    dentist: { ...doctor, insurancePlans: 'Aetna', gender: 'male', whiteningPriceFrom: 199 },
  });
  expect(await profile(id)).toMatchObject({
    plans: ['Aetna'],
    acceptsInsurance: true,
    gender: 'male',
    whiteningPrice: { from: 199, to: null, statedBy: 'practice' },
  });
});
