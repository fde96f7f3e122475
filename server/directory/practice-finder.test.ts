import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimants, type Claimants } from '#server/test/people/claimants.ts';
import { paid } from '#server/test/people/owners.ts';

let c: Claimants;
beforeAll(async () => {
  c = await claimants();
});
afterAll(() => c.app.stop());

const find = async (q: string, token?: string) => {
  const { status, body } = await c.app.get(`/api/practice-finder?q=${encodeURIComponent(q)}`, token ? { token } : {});
  expect(status).toBe(200);
  return body as {
    kind: string | null;
    hasMore: boolean;
    items: { id: number; standing: string; href: string; name: string }[];
  };
};
const idsOf = async (q: string) => (await find(q)).items.map(({ id }) => id);

describe('the practice finder', () => {
  it.each(['(512) 555-0177', '512-555-0177', '5125550177', '+1 512 555 0177'])(
    'finds the phone number %s',
    async (q) => {
      const id = await c.listing({ name: `Dr. Phone ${q.length}${q[0]}`, phone: '512.555.0177' });
      const { kind, items } = await find(q);
      expect(kind).toBe('phone');
      expect(items.map((item) => item.id)).toContain(id);
    },
  );

  it('finds an NPI, a ZIP code, and a name with or without a ZIP code', async () => {
    const npi = await c.listing({ name: 'Dr. Nadia Prime', npi: '1234567893', phone: null, zipCode: '73301' });
    expect(await find('1234567893')).toMatchObject({ kind: 'npi', items: [{ id: npi }] });
    expect(await find('73301')).toMatchObject({ kind: 'zip', items: [{ id: npi }] });
    const elsewhere = await c.listing({ name: 'Dr. Nadia Prime', city: 'Boston', state: 'MA', zipCode: '02118' });
    expect((await idsOf('nadia prime')).toSorted()).toEqual([npi, elsewhere].toSorted());
    expect(await idsOf('Nadia Prime 02118')).toEqual([elsewhere]);
    expect(await idsOf('Nadia Prime, 02118-1234')).toEqual([elsewhere]);
    expect((await idsOf('nadai prime')).toSorted()).toEqual([npi, elsewhere].toSorted());
  });

  it('says who manages a listing, and keeps pending claims between us and the claimant', async () => {
    const me = await c.app.signIn(paid);
    const other = await c.app.signIn(paid);
    const name = 'Dr. Quimby Standing';
    const [unclaimed, pending, mine, theirs] = [
      await c.listing({ name }),
      await c.listing({ name }),
      await c.listing({ name, userId: me.userId }),
      await c.listing({ name, userId: other.userId }),
    ];
    await c.claim(pending, me.token);
    const standings = async (token?: string) =>
      Object.fromEntries((await find('quimby standing', token)).items.map(({ id, standing }) => [id, standing]));
    expect(await standings(me.token)).toEqual({
      [unclaimed]: 'unclaimed',
      [pending]: 'pending',
      [mine]: 'yours',
      [theirs]: 'managed',
    });
    const toOthers = { [unclaimed]: 'unclaimed', [pending]: 'unclaimed', [mine]: 'managed', [theirs]: 'managed' };
    expect(await standings()).toEqual(toOthers);
    const order = (await find('quimby standing', me.token)).items.map(({ standing }) => standing);
    expect(order).toEqual(['yours', 'pending', 'unclaimed', 'managed']);
  });

  it('shows 30 listings and says that there are more', async () => {
    for (let n = 0; n < 31; n++) await c.listing({ name: `Dr. Many Match ${n}` });
    const { items, hasMore } = await find('many match');
    expect([items.length, hasMore]).toEqual([30, true]);
  });

  it.each(['', ' ', 'x', '%', '99999', '5125550000', 'no such name at all'])('finds nothing for "%s"', async (q) => {
    expect((await find(q)).items).toEqual([]);
  });

  it('leaves out deleted listings', async () => {
    await c.listing({ name: 'Dr. Gone Away', phone: '512-555-0188', deletedAt: new Date() });
    expect(await idsOf('gone away')).toEqual([]);
    expect(await idsOf('5125550188')).toEqual([]);
  });
});
