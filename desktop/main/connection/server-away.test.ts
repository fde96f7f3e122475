import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UnreachableError } from './server-requests.ts';
import { StaffConsole } from '../console.ts';
import type { NoticeAction } from '../host.ts';
import { watchImport } from '../transfers/import-watch.ts';
import { uploadFile } from '../transfers/upload-file.ts';
import { claim, FakeServer, json } from '../../e2e/harness/main/fake-server.ts';
import { createTestHost } from '../../e2e/harness/main/test-host.ts';
import { makeFolder } from '../../e2e/harness/main/test-folder.ts';

let folder: string;
let server: FakeServer;
let otherServer: FakeServer;
let staffConsole: StaffConsole;
const ask = (path: string, init: RequestInit = {}) => staffConsole.protocol(new Request(`app://enamel${path}`, init));
const post = (path: string, body: object, method = 'POST', headers = {}) =>
  ask(path, { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
const login = () => post('/api/auth/login', { email: 'staff@example.com', password: 'a long password' });
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 20 });

beforeEach(async () => {
  folder = makeFolder();
  [server, otherServer] = [new FakeServer(), new FakeServer()];
  await Promise.all([server.open(), otherServer.open()]);
  staffConsole = await StaffConsole.open(createTestHost(folder));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await staffConsole.stop();
  await Promise.all([server.close(), otherServer.close()]);
});

it('reconnects to a server that comes back, also while signed out', async () => {
  await staffConsole.chooseServer(server.url);
  await server.close();
  staffConsole.start();
  await eventually(() => expect(staffConsole.state().link).toBe('offline'));
  await server.open();
  await eventually(() => expect(staffConsole.state().link).toBe('online'));
});

it('reads its copy and keeps decisions while the versions differ, and sends them after the update', async () => {
  await staffConsole.chooseServer(server.url);
  await login();
  await staffConsole.sync();
  server.version--;
  staffConsole.start();
  await eventually(() => expect(staffConsole.state().update).toMatchObject({ needed: 'server' }));
  const queue = await ask('/api/admin/claim-requests?status=pending');
  expect([queue.status, queue.headers.get('x-enamel-as-of')]).toEqual([200, '2026-01-01T00:00:00Z']);
  expect((await ask('/api/admin/users')).status).toBe(426);
  const decided = await post('/api/admin/claim-requests/1', { status: 'approved' }, 'PATCH');
  expect([decided.status, decided.headers.get('x-enamel-queued')]).toEqual([200, '1']);
  expect(server.calls).not.toContain('PATCH /api/admin/claim-requests/1');
  server.version++;
  await eventually(() => expect(staffConsole.state().update).toBeNull());
  await eventually(() => expect(server.calls).toContain('PATCH /api/admin/claim-requests/1'));
});

it('works with a newer server that says that it still takes this console', async () => {
  server.version++;
  await expect(staffConsole.chooseServer(server.url)).rejects.toThrow(/console is older/);
  server.oldestConsole = server.version - 1;
  await staffConsole.chooseServer(server.url);
  expect(staffConsole.state().update).toBeNull();
});

it('shows a claim as decided offline once its decision has arrived, before any sync', async () => {
  await staffConsole.chooseServer(server.url);
  await login();
  await staffConsole.sync();
  server.intercept = (path, _req, res) => {
    if (path === '/api/admin/claim-requests/1') json(res, { id: 1, status: 'approved' });
    return path === '/api/admin/claim-requests/1';
  };
  const headers = { 'x-enamel-hold': '50', 'idempotency-key': 'an-action' };
  await post('/api/admin/claim-requests/1', { status: 'approved' }, 'PATCH', headers);
  await eventually(() => expect(staffConsole.outbox.waiting()).toEqual([]));
  await server.close();
  const offline = await ask('/api/admin/claim-requests?status=pending');
  expect([offline.status, await offline.json()]).toEqual([200, []]);
});

it('approves a clear claim from its notice, which can be undone', async () => {
  const actions: NoticeAction[] = [];
  await staffConsole.stop();
  const notify = (_title: string, _body: string, _to?: string, action?: NoticeAction) =>
    void (action && actions.push(action));
  staffConsole = await StaffConsole.open(createTestHost(folder, { notifyUnlessFocused: notify }));
  await staffConsole.chooseServer(server.url);
  await login();
  await staffConsole.sync();
  const clear = { evidence: { verdict: 'strong', score: 90, reasons: [] }, group: null, snoozedUntil: null };
  const doubtful = { ...clear, evidence: { ...clear.evidence, verdict: 'fair' } };
  server.claims.push(Object.assign(claim(2, 'Oak'), doubtful));
  await staffConsole.syncAgain();
  expect(actions).toEqual([]);
  server.claims.push(Object.assign(claim(3, 'Ash'), clear));
  await staffConsole.syncAgain();
  expect(actions.map(({ label }) => label)).toEqual(['Approve']);
  await actions[0]!.run();
  expect(actions.map(({ label }) => label)).toEqual(['Approve', 'Undo']);
  expect(staffConsole.outbox.waiting()).toMatchObject([{ path: '/api/admin/claim-requests/3', body: { status: 'approved' } }]); // prettier-ignore
  // A second click changes nothing.
  await actions[0]!.run();
  expect(actions).toHaveLength(2);
  await actions[1]!.run();
  expect(staffConsole.outbox.waiting()).toEqual([]);
  expect(server.decisions).toEqual([]);
});

it('opens with the last known Home without a server, less what was decided since', async () => {
  const due = [
    { kind: 'privacy', count: 1, overdue: 1, mine: 0, nextAt: '2026-01-01T00:00:00Z', hasDeadline: true },
    { kind: 'claims', count: 2, overdue: 1, mine: 0, nextAt: '2026-01-01T00:00:00Z', hasDeadline: true },
  ];
  const failed = [{ kind: 'imports', count: 3, latestAt: '2026-01-01T00:00:00Z', detail: null }];
  server.claims = [{ ...claim(1, 'Elm'), dueAt: '2026-01-01T00:00:00Z' }, claim(2, 'Oak')];
  server.intercept = (path, _req, res) => {
    if (path === '/api/admin/home') json(res, { due, failed, changed: [] });
    return path === '/api/admin/home';
  };
  await staffConsole.chooseServer(server.url);
  await login();
  await staffConsole.sync();
  await server.close();
  expect(staffConsole.state().homeAt).not.toBeNull();
  await post('/api/admin/claim-requests/1', { status: 'approved' }, 'PATCH');
  const home = (await (await ask('/api/admin/home')).json()) as { due: { count: number; overdue: number }[] };
  expect(home).toMatchObject({ failed });
  expect(home.due.map(({ count, overdue }) => [count, overdue])).toEqual([
    [1, 1],
    [1, 0],
  ]);
});

it('explains a refusal with a sync that began after it', async () => {
  await staffConsole.chooseServer(server.url);
  await login();
  await staffConsole.sync();
  let answerSync = (): void => {};
  server.intercept = (path, _req, res) => {
    if (path === '/api/admin/claim-requests/1') json(res, { error: 'conflict', message: 'Too late.' }, 409);
    // The first sync read its claims before the other person decided.
    else if (path === '/api/admin/sync' && answerSync.name !== 'answered') {
      const claims = structuredClone(server.claims);
      const reply = { cursor: '2', asOf: '2026-01-01T00:00:00Z', whole: true, claims, pending: [1] };
      answerSync = function answered() {
        json(res, reply);
      };
    } else return false;
    return true;
  };
  const syncing = staffConsole.sync();
  await eventually(() => expect(server.calls.at(-1)).toContain('/sync'));
  Object.assign(server.claims[0]!, { status: 'rejected', reviewedAt: '2026-01-01T10:00:00Z', reviewer: 'Jo' });
  const headers = { 'x-enamel-hold': '300', 'idempotency-key': 'an-action' };
  await post('/api/admin/claim-requests/1', { status: 'approved' }, 'PATCH', headers);
  await eventually(() => expect(server.calls.at(-1)).toContain('PATCH'));
  answerSync();
  await syncing;
  await eventually(() =>
    expect(staffConsole.state().outbox.conflicts[0]?.message).toMatch(
      /^Jo rejected this claim at \d{1,2}:00 [AP]M \S+\.$/,
    ),
  );
});

it('gives up a sync that gets no answer, so that the next one can run', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === 30_000 ? 200 : ms));
  await staffConsole.chooseServer(server.url);
  server.intercept = (path) => path === '/api/admin/sync';
  await login();
  await staffConsole.sync();
  expect(staffConsole.state()).toMatchObject({ link: 'offline', snapshot: { asOf: null } });
  server.intercept = () => false;
  await staffConsole.sync();
  expect(staffConsole.state().snapshot.asOf).not.toBeNull();
});

it('ignores a late sync reply of the previous server', async () => {
  otherServer.claims = [claim(2, 'Oak')];
  await staffConsole.chooseServer(server.url);
  let late = (): void => {};
  server.intercept = (path, _req, res) => {
    if (path !== '/api/admin/sync') return false;
    late = () =>
      json(res, { cursor: '9', asOf: '2026-02-02T00:00:00Z', whole: true, claims: server.claims, pending: [1] });
    return true;
  };
  await login();
  await eventually(() => expect(server.calls).toContain('GET /api/admin/sync'));
  await staffConsole.chooseServer(otherServer.url);
  await login();
  await staffConsole.sync();
  late();
  await staffConsole.sync();
  expect(staffConsole.snapshot.claims(null, []).map(({ id }) => id)).toEqual([2]);
  expect(staffConsole.state()).toMatchObject({ link: 'online', snapshot: { asOf: '2026-01-01T00:00:00Z' } });
});

it('stops an upload when its server is removed', async () => {
  await staffConsole.chooseServer(otherServer.url);
  await staffConsole.chooseServer(server.url);
  await login();
  server.intercept = (path, req) => path.includes('upload') && (req.socket.destroy(), true);
  const { stay } = staffConsole;
  const file = { path: process.execPath, name: 'people.csv', key: 'k', sha256: 'a'.repeat(64), bytes: 10 };
  let retries = 0;
  const sent = uploadFile(
    staffConsole,
    file,
    { dryRun: true, mapping: {} },
    { signal: stay, onProgress: () => {}, onRetry: () => retries++ },
  );
  sent.catch(() => {});
  await eventually(() => expect(retries).toBeGreaterThan(0));
  await staffConsole.removeServer(server.url, true);
  expect(staffConsole.state().server).toBe(otherServer.url);
  await expect(sent).rejects.toThrow();
  expect(otherServer.calls.filter((call) => call.includes('upload'))).toEqual([]);
});

it('retries canceling an import until the server answers', async () => {
  await staffConsole.chooseServer(server.url);
  await login();
  let state = 'running';
  let tries = 0;
  server.intercept = (path, req, res) => {
    if (path === '/api/admin/imports/7')
      json(res, { status: state, fileName: 'people.csv', progress: { done: 38, total: 100, share: 0.71 } });
    else if (path !== '/api/admin/imports/7/cancel') return false;
    else if (tries++ === 0) req.socket.destroy();
    else json(res, { status: (state = 'cancelled') });
    return true;
  };
  const watching = watchImport(staffConsole, 7);
  await eventually(() =>
    expect(staffConsole.jobs.list()[0]).toMatchObject({ name: 'people.csv', done: 0.71, total: 1 }),
  );
  staffConsole.jobs.cancel(staffConsole.jobs.list()[0]!.id);
  await watching;
  expect(staffConsole.jobs.list()[0]).toMatchObject({ state: 'cancelled' });
  expect(tries).toBe(2);
});

it('stops watching an import that does not exist', async () => {
  await staffConsole.chooseServer(server.url);
  await login();
  await watchImport(staffConsole, 8);
  expect(staffConsole.jobs.list()[0]).toMatchObject({ state: 'failed' });
});

it('queues a bulk approval, but not of claims with warnings', async () => {
  await staffConsole.chooseServer(server.url);
  await login();
  server.claims = [claim(1, 'Elm'), claim(2, 'Oak'), claim(3, 'Ash')];
  server.claims[1]!.warnings = [{ code: 'names', text: "Rob Moss isn't the dentist." }];
  await staffConsole.sync();
  await server.close();
  const decide = async (status: string, ids: number[]) =>
    (await post('/api/admin/claim-requests/bulk', { ids, status, reviewNotes: 'No.' })).json();
  const queued = { ok: true, message: 'Waiting for the connection.' };
  expect(await decide('approved', [1, 2])).toEqual([
    { id: 1, ...queued },
    { id: 2, ok: false, message: "Please review this claim on its own. Rob Moss isn't the dentist." },
  ]);
  expect(await decide('rejected', [2, 3])).toEqual([
    { id: 2, ...queued },
    { id: 3, ...queued },
  ]);
  expect(staffConsole.outbox.waiting().map(({ body }) => body)).toMatchObject([
    { status: 'approved', inBulk: true },
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
});

it('lists the loaded claims offline, and counts them with the unsent decisions', async () => {
  await staffConsole.chooseServer(server.url);
  await login();
  await staffConsole.sync();
  server.claims = [claim(1, 'Elm'), claim(2, 'Oak'), claim(3, 'Ash')];
  await ask('/api/admin/claim-requests?status=pending');
  await ask('/api/admin/claim-requests/counts');
  await server.close();
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
  // The claims are still there after a restart.
  await staffConsole.stop();
  staffConsole = await StaffConsole.open(createTestHost(folder));
  expect(staffConsole.snapshot.claims('pending', []).map(({ id }) => id)).toEqual([1, 2, 3]);
  await expect(staffConsole.request('GET', '/api/auth/me')).rejects.toBeInstanceOf(UnreachableError);
});
