import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimants, type Claimants } from '#server/test/people/claimants.ts';
import { paid } from '#server/test/people/owners.ts';
import { deleteOldStarts } from './started-claims.ts';

let c: Claimants;
beforeAll(async () => {
  c = await claimants();
});
afterAll(() => c.app.stop());

const start = (token: string, dentistId: number) => c.app.post('/api/user/started-claims', { dentistId }, { token });
const list = async (token: string): Promise<number[]> =>
  (await c.app.get('/api/user/started-claims', { token })).body.map(
    ({ dentistId }: { dentistId: number }) => dentistId,
  );

describe('claims that were started', () => {
  it('are remembered for their person alone, newest first, and can be forgotten', async () => {
    const { token } = await c.app.signIn();
    const other = await c.app.signIn();
    const [first, second] = [await c.listing(), await c.listing()];
    expect((await start(token, first)).status).toBe(200);
    c.app.deps.clock.advance(60_000);
    await start(token, second);
    expect(await list(token)).toEqual([second, first]);
    c.app.deps.clock.advance(60_000);
    await start(token, first);
    expect(await list(token)).toEqual([first, second]);
    expect(await list(other.token)).toEqual([]);
    await c.app.call('DELETE', `/api/user/started-claims/${first}`, { token: other.token });
    expect(await list(token)).toEqual([first, second]);
    await c.app.call('DELETE', `/api/user/started-claims/${first}`, { token });
    expect(await list(token)).toEqual([second]);
  });

  it('end when the claim is sent, and hide when someone else owns the listing', async () => {
    const { token } = await c.app.signIn(paid);
    const [sent, taken] = [await c.listing(), await c.listing()];
    await start(token, sent);
    await start(token, taken);
    expect((await c.claim(sent, token)).status).toBe(200);
    expect(await list(token)).toEqual([taken]);
    const owner = await c.app.signIn(paid);
    await c.app.deps.db('dentists').where({ id: taken }).update({ userId: owner.userId });
    expect(await list(token)).toEqual([]);
    expect(await start(token, taken)).toMatchObject({ status: 409, body: { error: 'already_claimed' } });
  });

  it('need an account and an existing listing', async () => {
    const { token } = await c.app.signIn();
    expect((await c.app.post('/api/user/started-claims', { dentistId: 1 })).status).toBe(401);
    expect((await start(token, 2_000_000_000)).status).toBe(404);
    expect((await start(token, -1)).status).toBe(400);
  });

  it('are at most 20 for each person, and are kept for 30 days', async () => {
    const { token, userId } = await c.app.signIn();
    const ids: number[] = [];
    for (let n = 0; n < 21; n++) {
      ids.push(await c.listing());
      c.app.deps.clock.advance(1_000);
      await start(token, ids.at(-1)!);
    }
    expect(await list(token)).toEqual(ids.slice(1).toReversed());
    expect(await c.app.deps.db('startedClaims').where({ userId })).toHaveLength(20);
    await deleteOldStarts(c.app.deps);
    expect(await list(token)).toHaveLength(20);
    c.app.deps.clock.advance(31 * 86_400_000);
    await deleteOldStarts(c.app.deps);
    expect(await c.app.deps.db('startedClaims').where({ userId })).toEqual([]);
  });
});
