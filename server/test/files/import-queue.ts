import { expect, onTestFinished } from 'vitest';
import type { QueuedImport } from '#contract/bulk/import-queue.ts';
import type { TestApp } from '../app.ts';

/** The queue as staff see it. */
export async function listQueue(app: TestApp, token: string): Promise<QueuedImport[]> {
  const { status, body } = await app.get('/api/admin/import-queue', { token });
  expect(status).toBe(200);
  return body as QueuedImport[];
}

const isOpen = ({ state }: QueuedImport) => ['waiting', 'reading', 'comparing', 'applying'].includes(state);

/** Waits until no import waits or runs. */
export async function settleQueue(app: TestApp, token: string): Promise<QueuedImport[]> {
  await expect.poll(async () => (await listQueue(app, token)).filter(isOpen), { timeout: 30_000 }).toEqual([]);
  return listQueue(app, token);
}

/** Makes the next import wait before it writes, until `release` is called. */
export async function holdImports({ deps }: TestApp): Promise<{ release(): Promise<void> }> {
  const hold = await deps.db.transaction();
  await hold.raw('lock table dentists in share row exclusive mode');
  const release = async () => {
    if (!hold.isCompleted()) await hold.rollback();
  };
  onTestFinished(release);
  return { release };
}
