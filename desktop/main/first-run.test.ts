import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONSOLE_API_VERSION } from '#contract/desktop.ts';
import { StaffConsole } from './console.ts';
import { createHandlers, openFiles } from './handlers.ts';
import { openArguments } from './open-arguments.ts';
import { FakeServer, json } from '../e2e/harness/main/fake-server.ts';
import { createTestHost } from '../e2e/harness/main/test-host.ts';
import { makeFolder } from '../e2e/harness/main/test-folder.ts';

type Answering = (req: IncomingMessage, res: ServerResponse) => unknown;

let folder: string;
let servers: FakeServer[] = [];
let staffConsole: StaffConsole;
let clearedLists = 0;
async function serve(answering?: Answering): Promise<string> {
  const server = new FakeServer();
  if (answering) server.intercept = (_path, req, res) => (answering(req, res), true);
  servers.push(server);
  return server.open();
}
/** A server at which people log in with this token. */
async function serveStaff(token: string): Promise<FakeServer> {
  await serve();
  return Object.assign(servers.at(-1)!, { token, email: `${token}@example.com` });
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
  folder = makeFolder();
  clearedLists = 0;
  staffConsole = await StaffConsole.open(createTestHost(folder, { clearRecentFiles: () => void clearedLists++ }));
});
afterEach(async () => {
  await staffConsole.stop();
  for (const server of servers) await server.close();
  servers = [];
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
    const url = await serve();
    await servers[0]!.close();
    await expect(staffConsole.chooseServer(url)).rejects.toMatchObject({ code: 'offline' });
  });

  it('remembers several servers and their sessions after a restart', async () => {
    const [one, two] = [await serveStaff('token-one'), await serveStaff('token-two')];
    const [a, b] = [one.url, two.url];
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
    expect(two.tokens).toContain('GET /api/auth/me Bearer token-two');
    await staffConsole.chooseServer(a);
    expect(staffConsole.state().signedIn).toBe(true);
    await ask('/api/auth/me');
    expect(one.tokens).toContain('GET /api/auth/me Bearer token-one');
    expect([...one.tokens].join()).not.toContain('token-two');
    await staffConsole.removeServer(b, true);
    expect(staffConsole.state().servers).toEqual([{ origin: a, email: 'token-one@example.com', waiting: 0 }]);
  });

  it('does not switch servers while a job is running', async () => {
    const [a, b] = [await serve(), await serve()];
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
    const product = await serveStaff('token-one');
    await staffConsole.chooseServer(product.url);
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
    expect(product.tokens).toContain('POST /api/auth/logout Bearer token-one');
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
