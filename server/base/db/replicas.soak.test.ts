import { describe, expect, it, vi } from 'vitest';
import { findProgram } from '#server/test/programs/debian-programs.ts';
import { countStaleReads, findUsed, startReplicated } from '#server/test/replicas.ts';
import { rows } from './knex.ts';

describe.skipIf(findProgram('initdb', 'postgresql') === undefined)('a primary with two streaming replicas', () => {
  it('10,000 reads after own changes are never stale, while replicas pause and are killed', async () => {
    const replicated = (await startReplicated(2))!;
    try {
      await vi.waitFor(async () => expect(await findUsed(replicated.url)).toBe(2), { timeout: 15_000 });
      const setReplay = (how: 'pause' | 'resume') => rows(replicated.standbys[0]!, `select pg_wal_replay_${how}()`);
      const found = await countStaleReads(replicated, 2_500, async (n) => {
        if (n % 100 === 10) await setReplay('pause');
        if (n % 100 === 20) await setReplay('resume');
        if (n % 500 === 250) await replicated.replicas[1]!.kill();
        if (n % 500 === 300) await replicated.replicas[1]!.start();
      });
      console.log(
        `replicas: ${found.own} of 10,000 own reads were stale, and ${found.ofStrangers} of 2,500 of strangers`,
      );
      expect(found.own).toBe(0);
      expect(found.ofStrangers).toBeGreaterThan(0);
    } finally {
      await replicated.stop();
    }
  }, 900_000);
});
