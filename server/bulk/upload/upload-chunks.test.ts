import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { buildListingsCsv } from '#server/test/files/bulk.ts';
import { sweepUploads } from './upload-chunks.ts';

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

const buildCsv = (rows: number) => Buffer.from(buildListingsCsv(rows, randomBytes(3).toString('hex')));
const hashFile = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const putChunk = async (server: TestApp, file: string, at: number, bytes: Buffer, bearer = token) => {
  const response = await fetch(`${server.url}/api/admin/uploads/${file}?at=${at}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
  return { status: response.status, body: (await response.json()) as { bytes?: number; error?: string } };
};
const startImport = (file: string, key: string, more: object = {}, server = app) =>
  server.post(
    '/api/admin/imports/uploaded',
    { sha256: file, fileName: 'pieces.csv', ...more },
    { token, headers: { 'idempotency-key': key } },
  );
const waitForEnd = async (id: number) => {
  for (;;) {
    const { body } = await app.get(`/api/admin/imports/${id}`, { token });
    if (body.status !== 'running') return body as { status: string; rowsNew: number; fileBytes: number };
    await new Promise((done) => setTimeout(done, 50));
  }
};

describe('a chunked upload', () => {
  it('resumes on any server and starts one import', async () => {
    const bytes = buildCsv(300);
    const file = hashFile(bytes);
    expect((await app.get(`/api/admin/uploads/${file}`, { token })).body).toEqual({ bytes: 0 });
    expect((await putChunk(app, file, 0, bytes.subarray(0, 4_000))).body).toEqual({ bytes: 4_000 });
    // Chunks that are resent, whole or in another size, are not stored twice.
    expect((await putChunk(secondServer, file, 0, bytes.subarray(0, 4_000))).body).toEqual({ bytes: 4_000 });
    expect((await putChunk(app, file, 0, bytes.subarray(0, 5_000))).body).toEqual({ bytes: 4_000 });
    expect((await putChunk(app, file, 2_000, bytes.subarray(2_000, 6_000))).body).toEqual({ bytes: 4_000 });
    expect(await putChunk(app, file, 4_001, bytes.subarray(4_001))).toMatchObject({
      status: 409,
      body: { error: 'not_next' },
    });
    expect((await secondServer.get(`/api/admin/uploads/${file}`, { token })).body).toEqual({ bytes: 4_000 });
    const duplicates = await Promise.all([
      putChunk(app, file, 4_000, bytes.subarray(4_000)),
      putChunk(secondServer, file, 4_000, bytes.subarray(4_000)),
    ]);
    expect(duplicates.map(({ body }) => body.bytes)).toEqual([bytes.length, bytes.length]);

    const runs = await app.deps.db('importRuns').count({ n: '*' }).first();
    const [first, second] = await Promise.all([
      startImport(file, 'the-same-key'),
      startImport(file, 'the-same-key', {}, secondServer),
    ]);
    expect(first).toMatchObject({ status: 202 });
    expect(second.body).toEqual(first.body);
    expect(await waitForEnd(first.body.id)).toMatchObject({ status: 'done', rowsNew: 300, fileBytes: bytes.length });
    // After the chunks are deleted, the key still identifies the run.
    expect((await startImport(file, 'the-same-key')).body).toEqual(first.body);
    expect((await app.deps.db('importRuns').count({ n: '*' }).first())!.n).toBe(Number(runs!.n) + 1);
    expect(await app.deps.db('importPieces')).toEqual([]);
  });

  it('keeps complete chunks when the connection drops during the next one', async () => {
    const bytes = buildCsv(200);
    const file = hashFile(bytes);
    await putChunk(app, file, 0, bytes.subarray(0, 1_000));
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
    expect((await putChunk(app, file, 1_000, bytes.subarray(1_000))).body).toEqual({ bytes: bytes.length });
    const { body } = await startImport(file, 'after-the-cut', { dryRun: true });
    expect(await waitForEnd(body.id)).toMatchObject({ status: 'ready', rowsNew: 200 });
  });

  it('is private to its user and must match its checksum', async () => {
    const bytes = buildCsv(10);
    const file = hashFile(bytes);
    await putChunk(app, file, 0, bytes);
    const otherAdmin = await app.signIn({ role: 'admin' });
    expect((await app.get(`/api/admin/uploads/${file}`, { token: otherAdmin.token })).body).toEqual({ bytes: 0 });
    const otherImport = await app.post(
      '/api/admin/imports/uploaded',
      { sha256: file, fileName: 'x.csv' },
      { token: otherAdmin.token },
    );
    expect(otherImport).toMatchObject({ status: 409, body: { error: 'not_here' } });
    const user = await app.signIn();
    expect((await putChunk(app, file, 0, bytes, user.token)).status).toBe(403);

    const wrong = hashFile(buildCsv(11));
    await putChunk(app, wrong, 0, bytes);
    expect(await startImport(wrong, 'not-the-file')).toMatchObject({ status: 422, body: { error: 'not_whole' } });
    expect((await app.get(`/api/admin/uploads/${wrong}`, { token })).body).toEqual({ bytes: 0 });
    expect((await putChunk(app, 'nonsense', 0, bytes)).status).toBe(400);
    expect((await putChunk(app, wrong, 0, Buffer.alloc(8 * 2 ** 20 + 1))).status).toBe(413);
  });

  it('is deleted a day after its last chunk', async () => {
    const [abandonedFile, growingFile] = [buildCsv(5), buildCsv(6)];
    await putChunk(app, hashFile(abandonedFile), 0, abandonedFile.subarray(0, 50));
    await putChunk(app, hashFile(growingFile), 0, growingFile.subarray(0, 50));
    app.deps.clock.advance(23 * 3_600_000);
    await app.deps
      .db('importPieces')
      .where({ sha256: hashFile(growingFile) })
      .update({ arrivedAt: app.deps.clock.now() });
    app.deps.clock.advance(2 * 3_600_000);
    await sweepUploads(app.deps);
    const remaining = (await app.deps.db('importPieces').distinct('sha256')) as { sha256: string }[];
    expect(remaining.map(({ sha256 }) => sha256)).toEqual([hashFile(growingFile)]);
  });
});
