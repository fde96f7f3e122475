import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reviews, uniqueWords, type Reviews } from '#server/test/people/reviews.ts';
import { eraseOldTraces } from './retention.ts';

let r: Reviews;
const listings: number[] = [];
beforeAll(async () => {
  r = await reviews({ TRUST_PROXY: '1' });
  for (let n = 0; n < 10; n++) listings.push(await r.create());
});
afterAll(() => r.app.stop());
beforeEach(async () => {
  r.app.deps.clock.set('2025-03-11T18:00:00Z');
  await r.app.deps.db('reviews').delete();
  await r.app.deps.db('rateLimits').delete();
});

const networkOf = (n: number) => ({ 'x-forwarded-for': `10.${n >> 8}.${n & 255}.7` });

/** Sends reviews, some at once, and returns how many were accepted, refused by the limits, and published or flagged at the end. */
async function send(count: number, one: (n: number) => { dentistId: number; network: number; values: object }) {
  let refused = 0;
  const save = async (n: number) => {
    const { dentistId, network, values } = one(n);
    const { status } = await r.save(await r.linkFor(dentistId), values, networkOf(network));
    if (status === 429) refused++;
  };
  for (let n = 0; n < count; n += 10)
    await Promise.all(Array.from({ length: Math.min(10, count - n) }, (_, index) => save(n + index)));
  await r.publishAll();
  const statuses = (await r.app.deps.db('reviews').pluck('status')) as string[];
  const having = (status: string) => statuses.filter((one) => one === status).length;
  return { refused, stored: statuses.length, published: having('published'), flagged: having('flagged') };
}

describe('an attack', () => {
  it('of 500 reviews from one network in an hour publishes none', async () => {
    const result = await send(500, (n) => ({ dentistId: listings[n % 10]!, network: 1, values: {} }));
    expect(result).toEqual({ refused: 200, stored: 300, published: 0, flagged: 300 });
  }, 240_000);

  it('with copied texts publishes the first one only', async () => {
    const words = `${uniqueWords()} ${uniqueWords()}`;
    const result = await send(30, (n) => ({
      dentistId: listings[n % 10]!,
      network: n + 1,
      values: { text: n === 0 ? words : `${words} ${['kind', 'calm', 'quick'][n % 3]} ${n}` },
    }));
    expect(result.stored).toBe(30);
    // Copies that are sent at the same moment as the first don't see each other.
    expect(result.published).toBeLessThanOrEqual(10);
  }, 60_000);

  it('by a rival with one star from many networks publishes none and loses none', async () => {
    const result = await send(60, (n) => ({ dentistId: listings[0]!, network: n + 1, values: { stars: 1 } }));
    expect(result).toEqual({ refused: 0, stored: 60, published: 0, flagged: 60 });
    const other = await send(1, () => ({ dentistId: listings[1]!, network: 99, values: {} }));
    expect(other.published).toBe(1);
  }, 120_000);

  it('by an insider is caught in five ways', async () => {
    const [listing] = listings as [number];
    const { db } = r.app.deps;
    const flagsOf = async (person: { name?: string; email?: string }, headers: Record<string, string>) => {
      const { text } = r.form();
      const saved = await r.save(await r.linkFor(listing, person), { text }, headers);
      expect(saved.status).toBe(200);
      return (await r.stored(text)).flags as string[];
    };
    await db('dentists').where({ id: listing }).update({ website: 'https://www.brightsmile.dental', email: 'front@brightsmile.dental' }); // prettier-ignore
    await db('authSessions').where({ userId: r.ann.userId }).update({ ipAddress: '10.77.0.9' });
    expect(await flagsOf({}, { ...networkOf(301), authorization: `Bearer ${r.ann.token}` })).toEqual(['sameAccount']);
    expect(await flagsOf({ email: 'Front@BrightSmile.dental' }, networkOf(302))).toEqual(['sameEmail']);
    expect(await flagsOf({ email: 'jo@brightsmile.dental' }, networkOf(303))).toEqual(['sameDomain']);
    expect(await flagsOf({ name: 'Ann' }, networkOf(304))).toEqual(['sameName']);
    expect(await flagsOf({}, { 'x-forwarded-for': '10.77.0.9' })).toEqual(['sameNetwork']);
    expect(await flagsOf({ email: 'vera@gmail.com' }, networkOf(305))).toEqual([]);
  });
});

describe('the network of a practice', () => {
  const office = { 'x-forwarded-for': '10.88.0.9' };
  const write = async (isPracticeInvited: boolean, person = {}) => {
    const { text } = r.form();
    const saved = await r.save(await r.linkFor(listings[2]!, { isPracticeInvited, ...person }), { text }, office);
    expect(saved.status).toBe(200);
    return (await r.stored(text)).flags as string[];
  };
  beforeEach(() => r.app.deps.db('authSessions').where({ userId: r.ann.userId }).update({ ipAddress: '10.88.0.9' }));

  it('publishes ten patients with its card, and sends the eleventh of a day to staff', async () => {
    const flags = [];
    for (let n = 0; n < 10; n++) {
      flags.push(...(await write(true)));
      r.app.deps.clock.advance(30 * 60_000);
    }
    expect(flags).toEqual([]);
    expect(await write(true)).toEqual(['sameNetwork']);
    await r.publishAll();
    expect(await r.app.deps.db('reviews').where({ status: 'published' }).count('*')).toEqual([{ count: 10 }]);
  });

  it('publishes ten patients with its card at once', async () => {
    await Promise.all(Array.from({ length: 10 }, () => write(true)));
    await r.publishAll();
    expect(await r.app.deps.db('reviews').where({ status: 'published' }).count('*')).toEqual([{ count: 10 }]);
  });

  it('flags a review without the card, and an insider with it', async () => {
    expect(await write(false)).toEqual(['sameNetwork']);
    expect(await write(true, { name: 'Ann' })).toEqual(['sameName']);
  });

  it('sends from one device wait for staff from the fourth in a day, whatever their networks', async () => {
    const { db, clock } = r.app.deps;
    const send = async (n: number, device: string | undefined) =>
      r.save(await r.linkFor(listings[n]!), { text: `Quick and kind. ${uniqueWords()}.`, device }, networkOf(700 + n));
    for (const n of [0, 1, 2, 3]) await send(n, 'a-value-that-one-browser-keeps');
    await send(4, 'a-value-of-another-browser');
    await send(5, undefined);
    const flags = () => db('reviews').orderBy('id').pluck('flags');
    expect(await flags()).toEqual([[], [], [], ['device'], [], []]);
    const { id } = await db('reviews').orderBy('id').first('id');
    const { token } = await r.app.signIn({ role: 'reviewer' });
    expect((await r.app.get(`/api/admin/reviews/${id}`, { token })).body).toMatchObject({
      sameDevice: 3,
      sameNetwork: 0,
    });
    expect((await send(6, 'short')).status).toBe(400);
    clock.advance(2 * 86_400_000);
    await send(7, 'a-value-that-one-browser-keeps');
    expect((await flags()).at(-1)).toEqual([]);
    clock.advance(30 * 86_400_000);
    await eraseOldTraces(r.app.deps);
    expect(await db('reviews').whereNotNull('deviceKey')).toEqual([]);
  });
});
