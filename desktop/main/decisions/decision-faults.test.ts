import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkFaults } from '../../e2e/harness/main/test-faults.ts';

vi.mock('node:fs/promises', () => import('../../e2e/harness/main/test-disk.ts'));
vi.mock('node:fs', () => import('../../e2e/harness/main/test-disk.ts'));

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

it('loses and doubles no decision, whatever fails in between', { timeout: 240_000 }, async () => {
  expect(await checkFaults(2_000)).toBeGreaterThan(2_500);
});
