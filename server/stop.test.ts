import { request } from 'node:http';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { startChild, type Child } from './test/crashes/child.ts';
import { messageBody, sumFrom, type Sum } from './test/people/contact.ts';
import { testApp, type TestApp } from './test/app.ts';

let app: TestApp;
let child: Child | undefined;
afterEach(async () => {
  child?.process.kill('SIGKILL');
  await app.stop();
});

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
const until = async (test: () => Promise<boolean>) => {
  for (const end = Date.now() + 20_000; !(await test()); await pause(25))
    if (Date.now() > end) throw new Error('It did not come to that.');
};

/** A contact message whose last bytes are held back, which delays its response until they are sent. */
function holdMessage(url: string, number: number, sum: Sum) {
  const body = messageBody(`message ${number}`, sum);
  const sent = request(`${url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  });
  const answer = new Promise<{ status: number; connection: string | undefined }>((done, fail) => {
    sent.on('error', fail);
    sent.on('response', (res) => {
      res.resume();
      res.on('end', () => done({ status: res.statusCode!, connection: res.headers.connection }));
    });
  });
  sent.write(body.slice(0, 20));
  return { answer, letGo: () => void sent.end(body.slice(20)) };
}

const csv = (rows: number) =>
  `name,city,state,zip,services\n${Array.from({ length: rows }, (_, n) => `Person ${n},Boston,MA,${String(10_000 + (n % 80_000))},Veneers`).join('\n')}\n`;

it('on SIGTERM the server fails readiness, answers 100 open requests, rolls back a long import, and exits with 0', async () => {
  app = await testApp();
  const { token } = await app.signIn({ role: 'admin' });
  child = await startChild({
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.deps.config.DATA_DIR,
    SECRET_KEY: 'a secret for tests that is long enough',
    LIMIT_CONTACT: '1000/60',
    LIMIT_API: '100000/60',
  });
  const { url } = child;
  const headers = { authorization: `Bearer ${token}` };

  // An import that can't finish, because another transaction locks a table that it needs.
  const blocker = new pg.Client({ connectionString: app.databaseUrl });
  await blocker.connect();
  await blocker.query('begin; lock table dentists in share row exclusive mode');
  const form = new FormData();
  form.set('csvFile', new Blob([csv(5_000)]), 'listings.csv');
  const importing = fetch(`${url}/api/admin/import-csv`, { method: 'POST', body: form, headers }).then(async (res) => ({
    status: res.status,
    body: (await res.json()) as { success: boolean; message: string },
  }));
  await until(async () => (await app.deps.db('importProgress').where({ phase: 'writing' })).length === 1);

  // Reads that wait for a lock, and writes whose bodies are incomplete.
  const locker = new pg.Client({ connectionString: app.databaseUrl });
  await locker.connect();
  const sums = await Promise.all(Array.from({ length: 94 }, () => sumFrom(url)));
  await locker.query('begin; lock table system_settings in access exclusive mode');
  const reads = Array.from({ length: 6 }, () => fetch(`${url}/api/auth/me`, { headers }).catch(() => null));
  const writes = sums.map((sum, number) => holdMessage(url, number, sum));
  await pause(500);
  let answered = 0;
  // Awaited below. If the test fails before that, one error is enough.
  for (const one of [...writes.map(({ answer }) => answer), importing]) one.catch(() => undefined);
  for (const { answer } of writes)
    void answer.then(
      () => answered++,
      () => undefined,
    );

  const signalled = performance.now();
  child.process.kill('SIGTERM');
  await until(async () => (await fetch(`${url}/readyz`)).status === 503);
  const notReadyAfter = performance.now() - signalled;
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true });
  expect(answered).toBe(0);
  await pause(2_000);
  for (const { letGo } of writes) letGo();
  await locker.query('rollback');
  const answers = await Promise.all(writes.map(({ answer }) => answer));
  expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  expect(new Set(answers.map(({ connection }) => connection))).toEqual(new Set(['close']));
  expect((await Promise.all(reads)).map((res) => res?.status)).toEqual(Array(6).fill((await reads[0])!.status));
  expect((await reads[0])!.status).toBeLessThan(500);

  const { status, body } = await importing;
  expect({ status, ...body }).toMatchObject({
    status: 422,
    success: false,
    message: 'The server was stopped during this import. Nothing was changed. Please import the file again.',
  });
  expect(await child.ended).toBe(0);
  const took = performance.now() - signalled;
  expect(took).toBeLessThan(15_000);
  expect(notReadyAfter).toBeLessThan(2_000);
  await blocker.query('rollback');
  await Promise.all([blocker.end(), locker.end()]);

  expect(await app.deps.db('contactMessages').count('* as n')).toEqual([{ n: 94 }]);
  expect(await app.deps.db('dentists').count('* as n')).toEqual([{ n: 0 }]);
  expect(await app.deps.db('importRuns').pluck('status')).toEqual(['failed']);
  console.log(
    `SIGTERM: not ready after ${Math.round(notReadyAfter)} ms, 101 answers, exit 0 after ${(took / 1000).toFixed(1)} s`,
  );
}, 60_000);
