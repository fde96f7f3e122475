import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkFaults } from '../../e2e/harness/main/test-faults.ts';

vi.mock('node:fs/promises', () => import('../../e2e/harness/main/test-disk.ts'));
vi.mock('node:fs', () => import('../../e2e/harness/main/test-disk.ts'));

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

it('loses and doubles none of 10,000 decisions, whatever fails in between', { timeout: 900_000 }, async () => {
  let decisions = 0;
  while (decisions < 10_000) decisions += await checkFaults(1_000);
  console.log(`${decisions} decisions, none lost or doubled`);
  expect(decisions).toBeGreaterThanOrEqual(10_000);
});
