import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#server/accounts/password.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { StaffConsole } from '../console.ts';
import { sendFile, type Sending } from './upload-file.ts';
import { hostIn } from '../test-host.ts';

let app: TestApp;
let folder: string;
const email = 'sender@example.com';
const password = 'a long enough password';
beforeAll(async () => {
  app = await testApp();
  folder = await mkdtemp(join(tmpdir(), 'enamel-sending-'));
  await app.deps.db('users').insert({ email, name: 'Sender', role: 'admin', password: await hashPassword(password) });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A line that loses what it is told to, and counts the bytes of pieces that reached the server. */
class Line {
  pieces = 0;
  lost = 0;
  loses: (method: string, url: string) => 'request' | 'answer' | null = () => null;
  fetch = async (url: string, init: RequestInit & { duplex?: 'half' }): Promise<Response> => {
    const method = init.method ?? 'GET';
    const loses = this.loses(method, url);
    if (loses) this.lost++;
    if (loses === 'request') throw new TypeError('fetch failed');
    if (method === 'PUT') this.pieces += (init.body as Uint8Array).length;
    const answer = await fetch(url, init);
    if (loses === null) return answer;
    await answer.arrayBuffer();
    throw new TypeError('fetch failed');
  };
}
async function open(line: Line): Promise<StaffConsole> {
  const staffConsole = await StaffConsole.open(hostIn(await mkdtemp(join(folder, 'console-')), { fetch: line.fetch }));
  await staffConsole.chooseServer(app.url);
  const answer = await staffConsole.protocol(
    new Request('app://enamel/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    }),
  );
  expect(answer.status).toBe(200);
  return staffConsole;
}
/** Few rows with much in them: 13 MB, seven pieces. */
async function bigFile() {
  const tag = randomBytes(3).toString('hex');
  const text = `name,city,state,bio\n${Array.from({ length: 700 }, (_, n) => `Dr. ${tag} ${n},Boston,MA,${`Gentle care ${n}. `.repeat(1_100)}\n`).join('')}`;
  const path = join(folder, `${tag}.csv`);
  await writeFile(path, text);
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { path, name: `${tag}.csv`, sha256, bytes: Buffer.byteLength(text) };
}
const sending = (signal = new AbortController().signal) => {
  const seen = { moved: [] as number[], waits: 0 };
  const to: Sending = { signal, moved: (n) => void seen.moved.push(n), waiting: () => void seen.waits++ };
  return { seen, to };
};
const ended = async (id: number) => {
  for (;;) {
    const [run] = (await app.deps.db('importRuns').where({ id })) as { status: string; rowsNew: number }[];
    if (run!.status !== 'running') return run!;
    await new Promise((done) => setTimeout(done, 50));
  }
};
const how = { dryRun: true, mapping: { name: 'name', city: 'city', state: 'state', bio: 'bio' } };

describe('a file on its way to the server', () => {
  it('over a line that loses requests and answers arrives once and is one import', async () => {
    const line = new Line();
    const staffConsole = await open(line);
    const file = await bigFile();
    let calls = 0;
    // Every third call is lost, before or after the server has done its work.
    line.loses = (_method, url) =>
      !/uploads|imports\/uploaded/.test(url) || ++calls % 3 !== 0 ? null : calls % 2 === 0 ? 'request' : 'answer';
    const { seen, to } = sending();
    const run = await sendFile(staffConsole, { ...file, key: 'one-key-for-it' }, how, to);
    expect(line.lost).toBeGreaterThan(3);
    expect(seen.waits).toBe(line.lost);
    // No byte that had arrived was sent again.
    expect(line.pieces).toBe(file.bytes);
    expect(await ended(run)).toMatchObject({ status: 'ready', rowsNew: 700 });
    expect(await app.deps.db('importRuns').where({ fileName: file.name })).toHaveLength(1);
    await staffConsole.stop();
  });

  it('whose begin was done and not heard of is not sent again', async () => {
    const line = new Line();
    const staffConsole = await open(line);
    const file = await bigFile();
    let begun = 0;
    line.loses = (_method, url) => (/imports\/uploaded/.test(url) && ++begun === 1 ? 'answer' : null);
    const run = await sendFile(staffConsole, { ...file, key: 'begun-unheard' }, how, sending().to);
    expect(begun).toBe(2);
    expect(line.pieces).toBe(file.bytes);
    expect((await ended(run)).status).toBe('ready');
    expect(await app.deps.db('importRuns').where({ fileName: file.name })).toHaveLength(1);
    await staffConsole.stop();
  });

  it('goes on where it stopped in another console, after this one has ended', async () => {
    const file = await bigFile();
    const first = new Line();
    const one = await open(first);
    const stop = new AbortController();
    const { to } = sending(stop.signal);
    const cut = sendFile(one, { ...file, key: 'first-console' }, how, {
      ...to,
      moved: (bytes) => bytes >= file.bytes / 2 && stop.abort(),
    });
    await expect(cut).rejects.toThrow();
    await one.stop();
    expect(first.pieces).toBeLessThan(file.bytes);
    const second = new Line();
    const other = await open(second);
    const { seen, to: on } = sending();
    const run = await sendFile(other, { ...file, key: 'second-console' }, how, on);
    expect(seen.moved[0]).toBeGreaterThanOrEqual(file.bytes / 2);
    expect(second.pieces).toBeLessThanOrEqual(file.bytes - seen.moved[0]!);
    expect((await ended(run)).rowsNew).toBe(700);
    await other.stop();
  });
});
