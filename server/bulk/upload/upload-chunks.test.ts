import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobs } from '../jobs.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
let beside: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  beside = await testApp({ beside: app });
  ({ token } = await app.signIn({ role: 'admin' }));
});
afterAll(async () => {
  await beside.stop();
  await app.stop();
});

const csvOf = (rows: number, tag = randomBytes(3).toString('hex')) =>
  Buffer.from(
    `name,city,state,zipCode\n${Array.from({ length: rows }, (_, n) => `Dr. ${tag} ${n},Boston,MA,02118\n`).join('')}`,
  );
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const put = async (server: TestApp, file: string, at: number, bytes: Buffer, as = token) => {
  const answer = await fetch(`${server.url}/api/admin/uploads/${file}?at=${at}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
  return { status: answer.status, body: (await answer.json()) as { bytes?: number; error?: string } };
};
const begin = (file: string, key: string, more: object = {}, server = app) =>
  server.post(
    '/api/admin/imports/uploaded',
    { sha256: file, fileName: 'pieces.csv', ...more },
    { token, headers: { 'idempotency-key': key } },
  );
const ended = async (id: number) => {
  for (;;) {
    const { body } = await app.get(`/api/admin/imports/${id}`, { token });
    if (body.status !== 'running') return body as { status: string; rowsNew: number; fileBytes: number };
    await new Promise((done) => setTimeout(done, 50));
  }
};

describe('a file in pieces', () => {
  it('goes on where it stopped, on whichever server, and becomes one import', async () => {
    const bytes = csvOf(300);
    const file = sha(bytes);
    expect((await app.get(`/api/admin/uploads/${file}`, { token })).body).toEqual({ bytes: 0 });
    expect((await put(app, file, 0, bytes.subarray(0, 4_000))).body).toEqual({ bytes: 4_000 });
    // Sent again because its answer was lost, in whole or in another size: nothing is taken twice.
    expect((await put(beside, file, 0, bytes.subarray(0, 4_000))).body).toEqual({ bytes: 4_000 });
    expect((await put(app, file, 0, bytes.subarray(0, 5_000))).body).toEqual({ bytes: 4_000 });
    expect((await put(app, file, 2_000, bytes.subarray(2_000, 6_000))).body).toEqual({ bytes: 4_000 });
    expect(await put(app, file, 4_001, bytes.subarray(4_001))).toMatchObject({
      status: 409,
      body: { error: 'not_next' },
    });
    expect((await beside.get(`/api/admin/uploads/${file}`, { token })).body).toEqual({ bytes: 4_000 });
    const two = await Promise.all([
      put(app, file, 4_000, bytes.subarray(4_000)),
      put(beside, file, 4_000, bytes.subarray(4_000)),
    ]);
    expect(two.map(({ body }) => body.bytes)).toEqual([bytes.length, bytes.length]);

    const runs = await app.deps.db('importRuns').count({ n: '*' }).first();
    const [one, other] = await Promise.all([begin(file, 'the-same-key'), begin(file, 'the-same-key', {}, beside)]);
    expect(one).toMatchObject({ status: 202 });
    expect(other.body).toEqual(one.body);
    expect(await ended(one.body.id)).toMatchObject({ status: 'done', rowsNew: 300, fileBytes: bytes.length });
    // Its answer was lost: the pieces are gone, and the key still says which run it was.
    expect((await begin(file, 'the-same-key')).body).toEqual(one.body);
    expect((await app.deps.db('importRuns').count({ n: '*' }).first())!.n).toBe(Number(runs!.n) + 1);
    expect(await app.deps.db('importPieces')).toEqual([]);
  });

  it('whose last piece was cut on its way keeps what was whole', async () => {
    const bytes = csvOf(200);
    const file = sha(bytes);
    await put(app, file, 0, bytes.subarray(0, 1_000));
    const { hostname, port } = new URL(app.url);
    await new Promise<void>((done) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `PUT /api/admin/uploads/${file}?at=1000 HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\nContent-Length: 3000\r\n\r\n`,
        );
        socket.write(bytes.subarray(1_000, 2_000));
        setTimeout(() => socket.destroy(), 100);
      });
      socket.on('close', () => done());
    });
    expect((await app.get(`/api/admin/uploads/${file}`, { token })).body).toEqual({ bytes: 1_000 });
    expect((await put(app, file, 1_000, bytes.subarray(1_000))).body).toEqual({ bytes: bytes.length });
    const { body } = await begin(file, 'after-the-cut', { dryRun: true });
    expect(await ended(body.id)).toMatchObject({ status: 'ready', rowsNew: 200 });
  });

  it('is nobody else’s, and not what it does not say it is', async () => {
    const bytes = csvOf(10);
    const file = sha(bytes);
    await put(app, file, 0, bytes);
    const someone = await app.signIn({ role: 'admin' });
    expect((await app.get(`/api/admin/uploads/${file}`, { token: someone.token })).body).toEqual({ bytes: 0 });
    const theirs = await app.post(
      '/api/admin/imports/uploaded',
      { sha256: file, fileName: 'x.csv' },
      { token: someone.token },
    );
    expect(theirs).toMatchObject({ status: 409, body: { error: 'not_here' } });
    const user = await app.signIn();
    expect((await put(app, file, 0, bytes, user.token)).status).toBe(403);

    const wrong = sha(csvOf(11));
    await put(app, wrong, 0, bytes);
    expect(await begin(wrong, 'not-the-file')).toMatchObject({ status: 422, body: { error: 'not_whole' } });
    expect((await app.get(`/api/admin/uploads/${wrong}`, { token })).body).toEqual({ bytes: 0 });
    expect((await put(app, 'nonsense', 0, bytes)).status).toBe(400);
    expect((await put(app, wrong, 0, Buffer.alloc(8 * 2 ** 20 + 1))).status).toBe(413);
  });

  it('that nobody goes on with is gone after a day, one that grows is not', async () => {
    const [left, grows] = [csvOf(5), csvOf(6)];
    await put(app, sha(left), 0, left.subarray(0, 50));
    await put(app, sha(grows), 0, grows.subarray(0, 50));
    app.deps.clock.advance(23 * 3_600_000);
    await app.deps
      .db('importPieces')
      .where({ sha256: sha(grows) })
      .update({ arrivedAt: app.deps.clock.now() });
    app.deps.clock.advance(2 * 3_600_000);
    const sweep = jobs.find(({ name }) => name === 'uploads.sweep')!;
    await sweep.handle({}, app.deps);
    const kept = (await app.deps.db('importPieces').distinct('sha256')) as { sha256: string }[];
    expect(kept.map(({ sha256 }) => sha256)).toEqual([sha(grows)]);
  });
});
