import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { buildListingsCsv, sendCsv } from '#server/test/files/bulk.ts';

let app: TestApp;
let secondServer: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  secondServer = await testApp({ beside: app });
  ({ token } = await app.signIn({ role: 'admin' }));
});
afterAll(async () => {
  await secondServer.stop();
  await app.stop();
});

const send = (server: TestApp, csv: string, key: string) =>
  sendCsv(server, token, csv, {}, '/api/admin/import-csv', { 'idempotency-key': key });

it('a repeated request waits for the import of the first, and reports its result', { timeout: 60_000 }, async () => {
  const csv = buildListingsCsv(400, 'Wait');
  // The import can't save its mapping, so it runs until this transaction ends.
  const hold = await app.deps.db.transaction();
  await hold.raw('lock table import_mappings in exclusive mode');
  const first = send(app, csv, 'one-key-for-both');
  const countRunning = async () => (await app.deps.db('importRuns').where({ status: 'running' })).length;
  await expect.poll(countRunning, { timeout: 20_000 }).toBe(1);
  const repeated = [send(app, csv, 'one-key-for-both'), send(secondServer, csv, 'one-key-for-both')];
  const early = await Promise.race([...repeated, new Promise((done) => setTimeout(done, 1_500, 'waiting'))]);
  expect(early).toBe('waiting');
  await hold.rollback();
  const [original, ...answers] = await Promise.all([first, ...repeated]);
  expect(original).toMatchObject({ status: 200, body: { success: true, rowsNew: 400 } });
  for (const answer of answers) expect(answer).toEqual(original);
  expect(await app.deps.db('importRuns')).toHaveLength(1);
});

it('requests with one key that start at the same moment are one import', { timeout: 60_000 }, async () => {
  const csv = buildListingsCsv(50, 'Same');
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => send(n % 2 ? app : secondServer, csv, 'a-key-at-once')),
  );
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]).toMatchObject({ status: 200, body: { success: true, rowsNew: 50 } });
});

it('imports that start together use one connection each, and pages stay quick', { timeout: 60_000 }, async () => {
  const uploads = Array.from({ length: 14 }, (_, n) =>
    send(app, buildListingsCsv(300, `Many ${n}`), `another-key-${n}`),
  );
  const reads = Array.from({ length: 10 }, () => app.get('/api/stats'));
  const answers = await Promise.all(uploads);
  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(reads.map(() => 200));
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses.every((status) => [200, 409, 503].includes(status))).toBe(true);
  // Uploads that hold one connection and wait for a second would exhaust the pool, and time out.
  for (const { status, body } of answers)
    if (status !== 200)
      expect(body.message).toMatch(
        status === 409 ? /is importing|Another import is running/ : /are starting right now/,
      );
});

it('uploaded files that start together are queued', { timeout: 60_000 }, async () => {
  const files = Array.from({ length: 14 }, (_, n) => Buffer.from(buildListingsCsv(20, `Piece ${n}`)));
  const sums = files.map((file) => createHash('sha256').update(file).digest('hex'));
  for (const [n, file] of files.entries()) {
    const response = await fetch(`${app.url}/api/admin/uploads/${sums[n]}?at=0`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(file),
    });
    expect(response.status).toBe(200);
  }
  const answers = await Promise.all(
    sums.map((sha256, n) =>
      app.post(
        '/api/admin/imports/uploaded',
        { sha256, fileName: `${n}.csv` },
        { token, headers: { 'idempotency-key': `piece-key-${n}` } },
      ),
    ),
  );
  for (const { status, headers, body } of answers) {
    expect([202, 409, 503]).toContain(status);
    if (status !== 202)
      expect([Number(headers.get('retry-after')) > 0, body.message.length > 20]).toEqual([true, true]);
  }
  expect(answers.some(({ status }) => status === 202)).toBe(true);
});
