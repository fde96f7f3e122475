import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { owners, type Owners } from '#server/test/people/owners.ts';

const DAY = 86_400_000;
let o: Owners;
beforeAll(async () => {
  o = await owners();
});
afterAll(() => o.app.stop());

const edit = (id: number, body: object) => o.app.call('PUT', `/api/user/dentists/${id}`, { token: o.ann.token, body });
const missing = async (id: number): Promise<string[]> =>
  (await o.app.get('/api/user/home', { token: o.ann.token })).body.listings.find((row: { id: number }) => row.id === id)
    .missing;

describe('an edit by the owner', () => {
  it('confirms the hours of the week when it changes a day, for half a year', async () => {
    const id = await o.create();
    const { db, clock } = o.app.deps;
    const old = JSON.stringify({ source: 'import', at: new Date(clock.now().getTime() - 400 * DAY).toISOString() });
    await db('dentists')
      .where({ id })
      .update({
        mondayHours: '9:00 AM - 5:00 PM',
        tuesdayHours: '9:00 AM - 5:00 PM',
        confirmedAt: null,
        fieldSources: db.raw(`jsonb_build_object('*', cast(? as jsonb))`, [old]),
      });
    expect(await missing(id)).toContain('hours');
    await edit(id, { bio: 'Two chairs.' });
    expect(await missing(id)).toContain('hours');
    await edit(id, { mondayHours: '10:00 AM - 5:00 PM' });
    expect(await missing(id)).not.toContain('hours');
    // Only the hours are confirmed, not what else the page says.
    expect((await o.row(id)).confirmedAt).toBeNull();
    clock.advance(181 * DAY);
    expect(await missing(id)).toContain('hours');
  });

  it('accepts handles of social networks', async () => {
    const id = await o.create();
    const { status, body } = await edit(id, {
      instagramUrl: '@silva.dental',
      tiktokUrl: '@silvadental',
      twitterUrl: 'x.com/silva',
    });
    expect([status, body.instagramUrl, body.tiktokUrl, body.twitterUrl]).toEqual([
      200,
      'https://www.instagram.com/silva.dental',
      'https://www.tiktok.com/@silvadental',
      'https://x.com/silva',
    ]);
    const refused = await edit(id, { facebookUrl: '@silva dental' });
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { facebookUrl: 'Please enter a web address such as https://www.example.com.' },
    ]);
  });
});
