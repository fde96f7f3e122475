import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findProgram } from '#server/test/programs/debian-programs.ts';
import { countStaleReads, findUsed, startReplicated, type Replicated } from '#server/test/replicas.ts';
import { rows } from './knex.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const canRun = findProgram('initdb', 'postgresql') !== undefined;
const patience = { timeout: 15_000, interval: 50 };

describe.skipIf(!canRun)('a primary with two streaming replicas', () => {
  let replicated: Replicated;
  beforeAll(async () => {
    replicated = (await startReplicated(2))!;
    await vi.waitFor(async () => expect(await findUsed(replicated.url)).toBe(2), patience);
  });
  afterAll(() => replicated.stop());
  const setReplay = (replica: number, how: 'pause' | 'resume') =>
    rows(replicated.standbys[replica]!, `select pg_wal_replay_${how}()`);
  const read = async () => (await fetch(`${replicated.url}/api/dentists/search?location=Austin&page=1`)).status;

  it('500 reads after own changes are never stale, even while the replicas pause', async () => {
    // A pause is shorter than the second after which a replica is left out, so strangers may read what is older.
    const found = await countStaleReads(replicated, 125, async (n) => {
      if (n % 25 === 10) for (const replica of [0, 1]) await setReplay(replica, 'pause');
      if (n % 25 === 15) for (const replica of [0, 1]) await setReplay(replica, 'resume');
    });
    for (const replica of [0, 1]) await setReplay(replica, 'resume');
    expect(found.own).toBe(0);
    // Otherwise the test would not show that replicas are used at all.
    expect(found.ofStrangers).toBeGreaterThan(0);
  });

  it('a replica that lags is left out within two seconds, and used again when it catches up', async () => {
    await vi.waitFor(async () => expect(await findUsed(replicated.url)).toBe(2), patience);
    await setReplay(0, 'pause');
    await replicated.db('dentists').insert({ name: 'New', city: 'Austin', state: 'TX' });
    const start = performance.now();
    await vi.waitFor(async () => expect(await findUsed(replicated.url)).toBe(1), patience);
    expect(performance.now() - start).toBeLessThan(2_500);
    await setReplay(0, 'resume');
    await vi.waitFor(async () => expect(await findUsed(replicated.url)).toBe(2), patience);
  });

  it('reads go on while replicas are killed and restarted', async () => {
    const statuses = new Set<number>();
    let isOver = false;
    const reading = (async () => {
      while (!isOver) statuses.add(await read());
    })();
    await replicated.replicas[1]!.kill();
    await vi.waitFor(async () => expect(await findUsed(replicated.url)).toBe(1), patience);
    await replicated.replicas[0]!.kill();
    await vi.waitFor(async () => expect(await findUsed(replicated.url)).toBe(0), patience);
    await replicated.replicas[1]!.start();
    await replicated.replicas[0]!.start();
    await vi.waitFor(async () => expect(await findUsed(replicated.url)).toBe(2), patience);
    isOver = true;
    await reading;
    expect([...statuses]).toEqual([200]);
  });
});
