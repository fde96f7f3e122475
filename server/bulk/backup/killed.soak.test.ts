import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { callerOf, testApp, type TestApp } from '#server/test/app.ts';
import { startChild, type Child } from '#server/test/crashes/child.ts';
import { importText } from '#server/test/files/bulk.ts';

const PASSWORD = 'a long password of an admin';
let app: TestApp;
let token: string;
let child: Child;
const startServer = async () => {
  child = await startChild({
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.deps.config.DATA_DIR,
    SECRET_KEY: 'a secret for tests that is long enough',
    LIMIT_API: '100000/60',
  });
};
beforeAll(async () => {
  app = await testApp();
  const admin = await app.signIn({ role: 'admin' });
  token = admin.token;
  await app.deps
    .db('users')
    .where({ id: admin.userId })
    .update({ password: await hashPassword(PASSWORD) });
  await importText(app, 'name,city,state\nAnn Poe,Boston,MA\nBo Lee,Austin,TX\n');
});
beforeEach(startServer);
afterAll(async () => {
  child.process.kill('SIGKILL');
  await child.ended;
  await app.stop();
});

const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 200 });
const call = (method: string, path: string, body?: object) => callerOf(child.url)(method, path, { token, body });
const getRun = async (id: number) => (await call('GET', `/api/admin/backup-runs/${id}`)).body;
const listSchemas = async () => {
  const { rows } = (await app.deps.db.raw(`select nspname from pg_namespace where nspname like 'restore%'`)) as {
    rows: unknown[];
  };
  return rows;
};

/** Starts a restore that waits for a lock in its last phase, and then runs `stop`. */
async function stopDuringRestore(stop: () => Promise<void>): Promise<number> {
  const { body: backupRun } = await call('POST', '/api/admin/backups');
  await until(async () => expect((await getRun(backupRun.id)).status).toBe('done'));
  const { backupId } = await getRun(backupRun.id);
  const blocker = await app.deps.db.transaction();
  try {
    await blocker.raw('lock table articles in access exclusive mode');
    const { status, body } = await call('POST', `/api/admin/backups/${backupId}/restore`, { password: PASSWORD });
    expect(status).toBe(202);
    await until(async () => expect((await getRun(body.id)).phase).toBe('comparing'));
    await stop();
    return body.id as number;
  } finally {
    await blocker.rollback();
  }
}

it('a restore whose server is killed is reported as failed, and leaves no copy', async () => {
  const id = await stopDuringRestore(async () => {
    child.process.kill('SIGKILL');
    await child.ended;
  });
  await startServer();
  await until(async () => expect((await getRun(id)).status).toBe('failed'));
  expect((await getRun(id)).message).toBe(
    'The server stopped before this was done. Nothing was changed. Please try again.',
  );
  expect(await listSchemas()).toEqual([]);
  expect(await app.deps.db('jobs').where({ name: 'backups.run' })).toEqual([]);
  child.process.kill('SIGTERM');
  await child.ended;
}, 120_000);

it('a restore is rolled back at once when its server stops', async () => {
  let stoppedAfter = 0;
  const id = await stopDuringRestore(async () => {
    const from = performance.now();
    child.process.kill('SIGTERM');
    expect(await child.ended).toBe(0);
    stoppedAfter = performance.now() - from;
  });
  expect(stoppedAfter).toBeLessThan(10_000);
  expect(await app.deps.db('backupRuns').where({ id }).first('status', 'message')).toEqual({
    status: 'failed',
    message: 'The server was stopped. Nothing was changed. Please try again.',
  });
  expect(await listSchemas()).toEqual([]);
}, 120_000);
