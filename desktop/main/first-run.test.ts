import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONSOLE_API_VERSION } from '#contract/desktop.ts';
import { StaffConsole } from './console.ts';
import { createHandlers, openFiles } from './handlers.ts';
import { openArguments } from './open-arguments.ts';
import { createTestHost } from '../e2e/harness/main/test-host.ts';

type Answering = (req: IncomingMessage, res: ServerResponse) => void;
const json = (res: ServerResponse, body: unknown, status = 200) =>
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

let folder: string;
let servers: Server[] = [];
let staffConsole: StaffConsole;
let clearedLists = 0;
async function serve(answering: Answering): Promise<string> {
  const server = createServer((req, res) => {
    req.resume();
    answering(req, res);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
/** A fake server for signing in and syncing, which records each call and its token. */
function createFakeServer(token: string) {
  const seen: string[] = [];
  const answering: Answering = (req, res) => {
    const path = req.url!.split('?')[0]!;
    seen.push(`${req.method} ${path} ${req.headers.authorization ?? '-'}`);
    if (path === '/readyz') return json(res, { product: 'enamel', apiVersion: CONSOLE_API_VERSION });
    if (path === '/api/auth/login')
      return json(res, { token, user: { email: `${token}@example.com`, role: 'admin', name: 'Staff' } });
    if (path === '/api/admin/sync')
      return json(res, { cursor: '1', asOf: '2026-01-01T00:00:00Z', whole: true, claims: [], pending: [] });
    if (path === '/api/auth/me') return json(res, { email: `${token}@example.com`, name: 'Staff' });
    if (path === '/api/auth/logout') return json(res, { ok: true });
    return json(res, { error: 'not_found', message: 'Not here.' }, 404);
  };
  return { seen, answering };
}
const login = () =>
  staffConsole.protocol(
    new Request('app://enamel/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'staff@example.com', password: 'a long password' }),
    }),
  );
const ask = (path: string) => staffConsole.protocol(new Request(`app://enamel${path}`));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enamel-first-'));
  clearedLists = 0;
  staffConsole = await StaffConsole.open(createTestHost(folder, { clearRecentFiles: () => void clearedLists++ }));
});
afterEach(async () => {
  await staffConsole.stop();
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
  servers = [];
  await rm(folder, { recursive: true, force: true });
});

describe('a drop of several files', () => {
  it('opens the good ones and names the wrong ones', async () => {
    let listed: readonly string[] = [];
    const host = createTestHost(folder, { showRecentFiles: (paths) => void (listed = paths) });
    await staffConsole.stop();
    staffConsole = await StaffConsole.open(host);
    const [good, other] = [join(folder, 'people.csv'), join(folder, 'more.tsv')];
    for (const path of [good, other]) await writeFile(path, 'name\nAnn\n');
    const files = await openFiles(staffConsole, [good, join(folder, 'photo.png'), other, join(folder, 'gone.csv')]);
    expect(files.map(({ name }) => name)).toEqual(['people.csv', 'more.tsv']);
    expect(host.events.filter(({ kind }) => kind === 'say')).toEqual([
      {
        kind: 'say',
        title: '2 files weren’t opened',
        message: '“photo.png” is not a CSV file. “gone.csv” can’t be read.',
      },
    ]);
    expect(staffConsole.recentFiles.paths).toEqual([good, other]);
    expect(listed).toEqual([good, other]);
    await staffConsole.recentFiles.clearPaths();
    expect(listed).toEqual([]);
    await expect(openFiles(staffConsole, [join(folder, 'photo.png')])).rejects.toMatchObject({ code: 'bad_name' });
  });

  it('names a recent file that no longer exists', async () => {
    const host = createTestHost(folder);
    await staffConsole.stop();
    staffConsole = await StaffConsole.open(host);
    await openArguments(staffConsole, [join(folder, 'gone.csv')]);
    const message = '“gone.csv” can’t be read.';
    expect(host.events).toContainEqual({ kind: 'say', title: 'The file wasn’t opened', message });
    expect(host.events.some(({ kind }) => kind === 'files')).toBe(false);
  });
});

describe('the first run', () => {
  it.each<[string, Answering, string]>([
    [
      'a page',
      (_req, res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
      'not_our_server',
    ],
    ['another product', (_req, res) => json(res, { product: 'other', apiVersion: 1 }), 'not_our_server'],
    ['no version', (_req, res) => json(res, { product: 'enamel' }), 'not_our_server'],
    ['a redirect', (_req, res) => res.writeHead(302, { location: 'https://example.com/' }).end(), 'not_our_server'],
    ['a server with a problem', (_req, res) => json(res, { product: 'enamel', apiVersion: 1 }, 503), 'offline'],
    [
      'a newer version',
      (_req, res) => json(res, { product: 'enamel', apiVersion: CONSOLE_API_VERSION + 1 }),
      'update_needed',
    ],
    [
      'an older version',
      (_req, res) => json(res, { product: 'enamel', apiVersion: CONSOLE_API_VERSION - 1 }),
      'update_needed',
    ],
  ])('does not accept %s as its server', async (_impostor, answering, code) => {
    const url = await serve(answering);
    await expect(staffConsole.chooseServer(url)).rejects.toMatchObject({ code });
    expect(staffConsole.state()).toMatchObject({ server: null, servers: [] });
    expect(await readdir(folder)).not.toContain('servers.json');
  });

  it('says which side is outdated', async () => {
    const at = (version: number) => serve((_req, res) => json(res, { product: 'enamel', apiVersion: version }));
    await expect(staffConsole.chooseServer(await at(CONSOLE_API_VERSION + 1))).rejects.toThrow(/console is older/);
    await expect(staffConsole.chooseServer(await at(CONSOLE_API_VERSION - 1))).rejects.toThrow(
      /server has to be updated/,
    );
  });

  it('does not accept an address without a server', async () => {
    const url = await serve(() => {});
    servers.at(-1)!.close();
    servers.at(-1)!.closeAllConnections();
    await expect(staffConsole.chooseServer(url)).rejects.toMatchObject({ code: 'offline' });
    servers.pop();
  });

  it('remembers several servers and their sessions after a restart', async () => {
    const [one, two] = [createFakeServer('token-one'), createFakeServer('token-two')];
    const [a, b] = [await serve(one.answering), await serve(two.answering)];
    await staffConsole.chooseServer(a);
    await login();
    await staffConsole.chooseServer(b);
    expect(staffConsole.state().signedIn).toBe(false);
    await login();
    expect(staffConsole.state().servers).toEqual([
      { origin: a, email: 'token-one@example.com', waiting: 0 },
      { origin: b, email: 'token-two@example.com', waiting: 0 },
    ]);
    await staffConsole.stop();
    staffConsole = await StaffConsole.open(createTestHost(folder));
    expect(staffConsole.state()).toMatchObject({ server: b, signedIn: true });
    await ask('/api/auth/me');
    expect(two.seen).toContain('GET /api/auth/me Bearer token-two');
    await staffConsole.chooseServer(a);
    expect(staffConsole.state().signedIn).toBe(true);
    await ask('/api/auth/me');
    expect(one.seen).toContain('GET /api/auth/me Bearer token-one');
    expect([...one.seen].join()).not.toContain('token-two');
    await staffConsole.removeServer(b, true);
    expect(staffConsole.state().servers).toEqual([{ origin: a, email: 'token-one@example.com', waiting: 0 }]);
  });

  it('does not switch servers while a job is running', async () => {
    const [a, b] = [
      await serve(createFakeServer('token-one').answering),
      await serve(createFakeServer('token-two').answering),
    ];
    await staffConsole.chooseServer(a);
    await login();
    const { job } = staffConsole.jobs.start('check', 'people.csv');
    await expect(staffConsole.chooseServer(b)).rejects.toMatchObject({ code: 'busy' });
    expect(staffConsole.state()).toMatchObject({ server: a, servers: [{ origin: a }] });
    await staffConsole.chooseServer(a);
    staffConsole.jobs.finish(job, 'done');
    await staffConsole.chooseServer(b);
    expect(staffConsole.state()).toMatchObject({ server: b, signedIn: false });
  });

  it('ends the session on the server and wipes the offline data on sign-out', async () => {
    const product = createFakeServer('token-one');
    await staffConsole.chooseServer(await serve(product.answering));
    await login();
    await staffConsole.sync();
    await ask('/api/auth/me');
    const csv = join(folder, 'people.csv');
    await writeFile(csv, 'name\nAnn\n');
    await openFiles(staffConsole, [csv]);
    await staffConsole.recentFiles.saveMapping('a shape', { name: 'name' });
    const handlers = createHandlers(staffConsole);
    expect(await handlers.files({ do: 'recent' })).toHaveLength(1);
    expect(await readdir(folder)).toEqual(
      expect.arrayContaining(['snapshot.sealed', 'answers.sealed', 'remembered.sealed']),
    );
    const before = await readFile(join(folder, 'keychain.json'), 'utf8');

    await staffConsole.protocol(new Request('app://enamel/api/auth/logout', { method: 'POST' }));
    expect(product.seen).toContain('POST /api/auth/logout Bearer token-one');
    expect(staffConsole.state()).toMatchObject({ signedIn: false, ended: false, snapshot: { asOf: null } });
    expect((await readdir(folder)).filter((name) => name.endsWith('.sealed') || name === 'outbox.log')).toEqual([]);
    expect(await handlers.files({ do: 'recent' })).toEqual([]);
    expect(staffConsole.recentFiles.mappings).toEqual({});
    expect(clearedLists).toBe(1);
    const after = await readFile(join(folder, 'keychain.json'), 'utf8');
    expect(Object.keys(JSON.parse(before) as object).some((name) => name.startsWith('token'))).toBe(true);
    expect(Object.keys(JSON.parse(after) as object).some((name) => name.startsWith('token'))).toBe(false);
    await staffConsole.stop();
    staffConsole = await StaffConsole.open(createTestHost(folder));
    expect(staffConsole.state()).toMatchObject({ signedIn: false, snapshot: { asOf: null } });
  });
});
