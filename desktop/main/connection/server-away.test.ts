import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CONSOLE_API_VERSION } from '#contract/desktop.ts';
import { Unreachable } from './connection.ts';
import { StaffConsole } from '../console.ts';
import { watchImport } from '../files/import-watch.ts';
import { sendFile } from '../files/upload-file.ts';
import { hostIn } from '../test-host.ts';

const json = (res: ServerResponse, body: unknown, status = 200, headers = {}) =>
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const claim = (id: number, practice: string) => ({
  id,
  status: 'pending',
  submittedAt: '2026-01-01T00:00:00Z',
  dueAt: null,
  reviewedAt: null,
  listing: { name: practice },
});

/** As much of the product as a console at work needs; a test may answer a call itself, or leave it unanswered. */
class Product {
  readonly seen: string[] = [];
  version = CONSOLE_API_VERSION;
  claims = [claim(1, 'Elm')];
  instead: (path: string, req: IncomingMessage, res: ServerResponse) => boolean = () => false;
  #server: Server | null = null;
  url = '';

  async open(): Promise<void> {
    const server = createServer((req, res) => {
      req.resume();
      const path = req.url!.split('?')[0]!;
      this.seen.push(`${req.method} ${path}`);
      if (this.instead(path, req, res)) return;
      if (path === '/readyz') json(res, { product: 'enamel', apiVersion: this.version });
      else if (path === '/api/auth/login')
        json(res, { token: 'a-token', user: { email: 'staff@example.com', role: 'admin' } });
      else if (path === '/api/admin/sync')
        json(res, {
          cursor: '1',
          asOf: '2026-01-01T00:00:00Z',
          whole: true,
          claims: this.claims,
          pending: this.claims.map(({ id }) => id),
        });
      else if (path === '/api/admin/claim-requests')
        json(res, this.claims, 200, { 'x-total-count': String(this.claims.length) });
      else if (path === '/api/admin/claim-requests/counts')
        json(res, { pending: this.claims.length, approved: 0, rejected: 0, overdue: 0 });
      else json(res, { error: 'not_found', message: 'Not here.' }, 404);
    });
    this.#server = server;
    await new Promise<void>((done) => server.listen(this.url ? Number(new URL(this.url).port) : 0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((done) => (this.#server ? this.#server.close(done) : done(null)));
    this.#server = null;
  }
}

let folder: string;
let one: Product;
let two: Product;
let staffConsole: StaffConsole;
const ask = (path: string, init: RequestInit = {}) => staffConsole.protocol(new Request(`app://enamel${path}`, init));
const post = (path: string, body: object, method = 'POST', headers = {}) =>
  ask(path, { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
const login = () => post('/api/auth/login', { email: 'staff@example.com', password: 'a long password' });
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 20 });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enamel-away-'));
  [one, two] = [new Product(), new Product()];
  await Promise.all([one.open(), two.open()]);
  staffConsole = await StaffConsole.open(hostIn(folder));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await staffConsole.stop();
  await Promise.all([one.close(), two.close()]);
  await rm(folder, { recursive: true, force: true });
});

it('a server that is back is found again, also while nobody is signed in', async () => {
  await staffConsole.chooseServer(one.url);
  await one.close();
  staffConsole.start();
  await eventually(() => expect(staffConsole.state().link).toBe('offline'));
  await one.open();
  await eventually(() => expect(staffConsole.state().link).toBe('online'));
});

it('a server that was too old is used again once it is not', async () => {
  await staffConsole.chooseServer(one.url);
  await login();
  one.version--;
  staffConsole.start();
  await eventually(() => expect(staffConsole.state().update).toMatchObject({ needed: 'server' }));
  expect((await ask('/api/admin/claim-requests')).status).toBe(426);
  one.version++;
  await eventually(() => expect(staffConsole.state().update).toBeNull());
  expect((await ask('/api/admin/claim-requests')).status).toBe(200);
});

it('a server that never answers does not hold up what comes later', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === 30_000 ? 200 : ms));
  await staffConsole.chooseServer(one.url);
  one.instead = (path) => path === '/api/admin/sync';
  await login();
  await staffConsole.sync();
  expect(staffConsole.state()).toMatchObject({ link: 'offline', snapshot: { asOf: null } });
  one.instead = () => false;
  await staffConsole.sync();
  expect(staffConsole.state().snapshot.asOf).not.toBeNull();
});

it('what one server answers late is not taken for the other’s', async () => {
  two.claims = [claim(2, 'Oak')];
  await staffConsole.chooseServer(one.url);
  let late = (): void => {};
  one.instead = (path, _req, res) => {
    if (path !== '/api/admin/sync') return false;
    late = () =>
      json(res, { cursor: '9', asOf: '2026-02-02T00:00:00Z', whole: true, claims: one.claims, pending: [1] });
    return true;
  };
  await login();
  await eventually(() => expect(one.seen).toContain('GET /api/admin/sync'));
  await staffConsole.chooseServer(two.url);
  await login();
  await staffConsole.sync();
  late();
  await staffConsole.sync();
  expect(staffConsole.snapshot.claims(null, []).map(({ id }) => id)).toEqual([2]);
  expect(staffConsole.state()).toMatchObject({ link: 'online', snapshot: { asOf: '2026-01-01T00:00:00Z' } });
});

it('a file on its way to a server that is removed does not go on to the next', async () => {
  await staffConsole.chooseServer(two.url);
  await staffConsole.chooseServer(one.url);
  await login();
  one.instead = (path, req) => path.includes('upload') && (req.socket.destroy(), true);
  const { here } = staffConsole;
  const file = { path: process.execPath, name: 'people.csv', key: 'k', sha256: 'a'.repeat(64), bytes: 10 };
  let waits = 0;
  const sent = sendFile(
    staffConsole,
    file,
    { dryRun: true, mapping: {} },
    { signal: here, moved: () => {}, waiting: () => waits++ },
  );
  sent.catch(() => {});
  await eventually(() => expect(waits).toBeGreaterThan(0));
  await staffConsole.forgetServer(one.url, true);
  expect(staffConsole.state().server).toBe(two.url);
  await expect(sent).rejects.toThrow();
  expect(two.seen.filter((call) => call.includes('upload'))).toEqual([]);
});

it('an import is cancelled though the server was away when that was asked', async () => {
  await staffConsole.chooseServer(one.url);
  await login();
  let state = 'running';
  let tries = 0;
  one.instead = (path, req, res) => {
    if (path === '/api/admin/imports/7') json(res, { status: state, fileName: 'people.csv', progress: null });
    else if (path !== '/api/admin/imports/7/cancel') return false;
    else if (tries++ === 0) req.socket.destroy();
    else json(res, { status: (state = 'cancelled') });
    return true;
  };
  const watching = watchImport(staffConsole, 7);
  await eventually(() => expect(staffConsole.jobs.list()[0]?.name).toBe('people.csv'));
  staffConsole.jobs.cancel(staffConsole.jobs.list()[0]!.id);
  await watching;
  expect(staffConsole.jobs.list()[0]).toMatchObject({ state: 'cancelled' });
  expect(tries).toBe(2);
});

it('an import the server does not know is not followed for ever', async () => {
  await staffConsole.chooseServer(one.url);
  await login();
  await watchImport(staffConsole, 8);
  expect(staffConsole.jobs.list()[0]).toMatchObject({ state: 'failed' });
});

it('claims that were on the screen are still there when the server goes, and are counted as they were decided', async () => {
  await staffConsole.chooseServer(one.url);
  await login();
  await staffConsole.sync();
  one.claims = [claim(1, 'Elm'), claim(2, 'Oak'), claim(3, 'Ash')];
  await ask('/api/admin/claim-requests?status=pending');
  await ask('/api/admin/claim-requests/counts');
  await one.close();
  const queue = async () =>
    ((await (await ask('/api/admin/claim-requests?status=pending')).json()) as { id: number }[]).map(({ id }) => id);
  expect(await queue()).toEqual([1, 2, 3]);
  expect(
    (await post('/api/admin/claim-requests/2', { status: 'approved' }, 'PATCH')).headers.get('x-enamel-queued'),
  ).toBe('1');
  expect(await queue()).toEqual([1, 3]);
  expect(await (await ask('/api/admin/claim-requests/counts')).json()).toEqual({
    pending: 2,
    approved: 1,
    rejected: 0,
    overdue: 0,
  });
  expect(staffConsole.state()).toMatchObject({ link: 'offline', snapshot: { pending: 2 } });
  // Also after the console has ended.
  await staffConsole.stop();
  staffConsole = await StaffConsole.open(hostIn(folder));
  expect(staffConsole.snapshot.claims('pending', []).map(({ id }) => id)).toEqual([1, 2, 3]);
  await expect(staffConsole.request('GET', '/api/auth/me')).rejects.toBeInstanceOf(Unreachable);
});
