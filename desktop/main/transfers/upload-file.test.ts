import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import type { StaffConsole } from '../console.ts';
import { uploadFile, type UploadListener } from './upload-file.ts';
import { openConsoleOf } from '../../e2e/harness/main/console-test.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await testApp();
  folder = await mkdtemp(join(tmpdir(), 'enamel-sending-'));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A connection that drops the requests or responses that a test picks, and counts the chunk bytes that arrive. */
class LossyConnection {
  chunkBytes = 0;
  lost = 0;
  loses: (method: string, url: string) => 'request' | 'answer' | null = () => null;
  fetch = async (url: string, init: RequestInit & { duplex?: 'half' }): Promise<Response> => {
    const method = init.method ?? 'GET';
    const loses = this.loses(method, url);
    if (loses) this.lost++;
    if (loses === 'request') throw new TypeError('fetch failed');
    if (method === 'PUT') this.chunkBytes += (init.body as Uint8Array).length;
    const answer = await fetch(url, init);
    if (loses === null) return answer;
    await answer.arrayBuffer();
    throw new TypeError('fetch failed');
  };
}
const open = async ({ fetch: send }: LossyConnection): Promise<StaffConsole> =>
  openConsoleOf(app, await mkdtemp(join(folder, 'console-')), { fetch: send });
/** Few long rows: 13 MB, seven chunks. */
async function bigFile() {
  const tag = randomBytes(3).toString('hex');
  const text = `name,city,state,bio\n${Array.from({ length: 700 }, (_, n) => `Dr. ${tag} ${n},Boston,MA,${`Gentle care ${n}. `.repeat(1_100)}\n`).join('')}`;
  const path = join(folder, `${tag}.csv`);
  await writeFile(path, text);
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { path, name: `${tag}.csv`, sha256, bytes: Buffer.byteLength(text) };
}
const createListener = (signal = new AbortController().signal) => {
  const seen = { progress: [] as number[], retries: 0 };
  const listener: UploadListener = {
    signal,
    onProgress: (bytes) => void seen.progress.push(bytes),
    onRetry: () => void seen.retries++,
  };
  return { seen, listener };
};
const ended = async (id: number) => {
  for (;;) {
    const [run] = (await app.deps.db('importRuns').where({ id })) as { status: string; rowsNew: number }[];
    if (run!.status !== 'running') return run!;
    await new Promise((done) => setTimeout(done, 50));
  }
};
const options = { dryRun: true, mapping: { name: 'name', city: 'city', state: 'state', bio: 'bio' } };

// Each test sends 13 MB to a real server, which takes long on a busy computer.
describe('uploading a file', { timeout: 120_000 }, () => {
  it('sends each byte once and starts one import over a lossy connection', async () => {
    const connection = new LossyConnection();
    const staffConsole = await open(connection);
    const file = await bigFile();
    let calls = 0;
    // Every third call loses its request or its response.
    connection.loses = (_method, url) =>
      !/uploads|imports\/uploaded/.test(url) || ++calls % 3 !== 0 ? null : calls % 2 === 0 ? 'request' : 'answer';
    const { seen, listener } = createListener();
    const run = await uploadFile(staffConsole, { ...file, key: 'one-key-for-it' }, options, listener);
    expect(connection.lost).toBeGreaterThan(3);
    expect(seen.retries).toBe(connection.lost);
    // No byte was sent twice.
    expect(connection.chunkBytes).toBe(file.bytes);
    expect(await ended(run)).toMatchObject({ status: 'ready', rowsNew: 700 });
    expect(await app.deps.db('importRuns').where({ fileName: file.name })).toHaveLength(1);
    await staffConsole.stop();
  });

  it('does not upload again after the response to the import call was lost', async () => {
    const connection = new LossyConnection();
    const staffConsole = await open(connection);
    const file = await bigFile();
    let startCalls = 0;
    connection.loses = (_method, url) => (/imports\/uploaded/.test(url) && ++startCalls === 1 ? 'answer' : null);
    const run = await uploadFile(staffConsole, { ...file, key: 'begun-unheard' }, options, createListener().listener);
    expect(startCalls).toBe(2);
    expect(connection.chunkBytes).toBe(file.bytes);
    expect((await ended(run)).status).toBe('ready');
    expect(await app.deps.db('importRuns').where({ fileName: file.name })).toHaveLength(1);
    await staffConsole.stop();
  });

  it('resumes an upload that another console started', async () => {
    const file = await bigFile();
    const first = new LossyConnection();
    const one = await open(first);
    const stop = new AbortController();
    const { listener } = createListener(stop.signal);
    const cut = uploadFile(one, { ...file, key: 'first-console' }, options, {
      ...listener,
      onProgress: (bytes) => bytes >= file.bytes / 2 && stop.abort(),
    });
    await expect(cut).rejects.toThrow();
    await one.stop();
    expect(first.chunkBytes).toBeLessThan(file.bytes);
    const second = new LossyConnection();
    const other = await open(second);
    const { seen, listener: secondListener } = createListener();
    const run = await uploadFile(other, { ...file, key: 'second-console' }, options, secondListener);
    expect(seen.progress[0]).toBeGreaterThanOrEqual(file.bytes / 2);
    expect(second.chunkBytes).toBeLessThanOrEqual(file.bytes - seen.progress[0]!);
    expect((await ended(run)).rowsNew).toBe(700);
    await other.stop();
  });
});
