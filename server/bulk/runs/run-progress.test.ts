import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { findProgress, requestCancel, saveProgress } from './queries-runs.ts';
import { RunProgress } from './run-progress.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.stop());

it('measures each phase from its own start', async () => {
  const { db } = app.deps;
  const reading = { phase: 'reading', done: 90, total: 100, rows: 90 };
  await saveProgress(db, 1, reading);
  await db('importProgress')
    .where({ runId: 1 })
    .update({ startedAt: new Date(Date.now() - 200_000) });
  await saveProgress(db, 1, { ...reading, done: 100 });
  expect((await findProgress(db, 1))!.seconds).toBeGreaterThan(190);
  await saveProgress(db, 1, { phase: 'writing', done: 0, total: 200, rows: 100 });
  expect((await findProgress(db, 1))!.seconds).toBeLessThan(100);
});

it('sees a cancel that was asked for just before the end', async () => {
  const { db } = app.deps;
  await db.transaction(async (trx) => {
    const progress = new RunProgress(app.deps, 2, trx);
    await progress.start();
    await requestCancel(db, 2);
    await progress.stop();
    expect(progress.isCanceled).toBe(true);
  });
});
