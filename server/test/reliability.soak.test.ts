import { describe, expect, it } from 'vitest';
import { restartPostgres } from './reliability.ts';

describe('when Postgres is killed under load', () => {
  it('answers only 503 meanwhile, keeps every acknowledged write, and comes back by itself', async () => {
    const { wrong, lost, undone, acknowledged, slowestRecovery } = await restartPostgres(2, 20);
    expect(wrong).toEqual([]);
    expect(lost).toBe(0);
    expect(undone).toBe(0);
    expect(acknowledged).toBeGreaterThan(20);
    expect(slowestRecovery).toBeLessThan(5_000);
  }, 90_000);
});
