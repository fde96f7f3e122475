import { describe, expect, it } from 'vitest';
import { restartPostgres } from './reliability.ts';

describe('a server whose Postgres is killed under load', () => {
  it('answers 503 during the outage, keeps every acknowledged write, and recovers', async () => {
    const { wrong, lost, undone, acknowledged, slowestRecovery } = await restartPostgres(2, 20);
    expect(wrong).toEqual([]);
    expect(lost).toBe(0);
    expect(undone).toBe(0);
    expect(acknowledged).toBeGreaterThan(20);
    expect(slowestRecovery).toBeLessThan(5_000);
  }, 90_000);
});
