import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONSOLE_API_VERSION } from '#contract/desktop.ts';
import { StaffConsole } from '../console.ts';
import { createTestHost } from '../../e2e/harness/main/test-host.ts';

/** A server that never completes its responses to some paths. `cut()` breaks the open ones. */
class CuttingServer {
  #server: Server;
  #open = new Set<() => void>();
  started = 0;
  url = '';
  constructor(incompletePaths: RegExp) {
    const listener: RequestListener = (req, res) => {
      req.resume();
      const path = req.url ?? '';
      res.setHeader('content-type', 'application/json');
      if (incompletePaths.test(path)) {
        res.setHeader('content-length', '4000');
        res.write('{"claims":[');
        this.started++;
        this.#open.add(() => res.destroy());
      } else if (path === '/readyz')
        res.end(JSON.stringify({ product: 'enamel', apiVersion: CONSOLE_API_VERSION, ready: true }));
      else if (path.startsWith('/api/auth/login'))
        res.end(JSON.stringify({ token: 'a-token', user: { email: 'staff@example.com', role: 'admin' } }));
      else res.writeHead(404).end('{"error":"not_found","message":"Not here."}');
    };
    this.#server = createServer(listener);
  }
  async listen() {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  cut() {
    for (const end of this.#open) end();
    this.#open.clear();
  }
  async close() {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}

const waitUntil = async (isTrue: () => boolean) => {
  for (let n = 0; n < 400 && !isTrue(); n++) await new Promise((done) => setTimeout(done, 10));
  expect(isTrue()).toBe(true);
};
const ask = (staffConsole: StaffConsole, path: string, init: RequestInit = {}) =>
  staffConsole.protocol(new Request(`app://enamel${path}`, init));
const signIn = (staffConsole: StaffConsole) =>
  ask(staffConsole, '/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'staff@example.com', password: 'a long password' }),
  });

describe('a response that is cut off', () => {
  let folder: string;
  let server: CuttingServer;
  let staffConsole: StaffConsole;
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => void unhandled.push(reason);
  const connect = async (incompletePaths: RegExp) => {
    server = new CuttingServer(incompletePaths);
    await server.listen();
    staffConsole = await StaffConsole.open(createTestHost(folder));
    await staffConsole.chooseServer(server.url);
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'enamel-cut-'));
    unhandled.length = 0;
    process.on('unhandledRejection', onUnhandled);
  });
  afterEach(async () => {
    await new Promise((done) => setTimeout(done, 20));
    process.off('unhandledRejection', onUnhandled);
    await staffConsole.stop();
    await server.close();
    await rm(folder, { recursive: true, force: true });
    expect(unhandled).toEqual([]);
  });

  it('makes the console offline, whichever call it was', async () => {
    await connect(/^\/api\/(auth\/me|admin\/reports)/);
    expect((await signIn(staffConsole)).ok).toBe(true);
    for (const path of ['/api/auth/me', '/api/admin/reports/user-activity']) {
      const before = server.started;
      const response = ask(staffConsole, path);
      await waitUntil(() => server.started > before);
      server.cut();
      const answer = await response;
      expect(answer.status, path).toBe(503);
      expect(await answer.json()).toMatchObject({ error: 'offline' });
    }
    expect(staffConsole.state().link).toBe('offline');
  });

  it('during sign-in leaves the person signed out', async () => {
    await connect(/^\/api\/auth\/login/);
    const response = signIn(staffConsole);
    await waitUntil(() => server.started > 0);
    server.cut();
    expect((await response).status).toBe(503);
    expect(staffConsole.state().signedIn).toBe(false);
  });

  it('rejects a streamed file with an offline error', async () => {
    await connect(/^\/api\/admin\/export/);
    await signIn(staffConsole);
    const answer = await ask(staffConsole, '/api/admin/export/articles');
    server.cut();
    await expect(answer.text()).rejects.toMatchObject({ code: 'offline' });
  });

  it('during a sync does not block shutdown', async () => {
    await connect(/^\/api\/admin\/sync/);
    await signIn(staffConsole);
    await waitUntil(() => server.started > 0);
    const syncing = staffConsole.sync();
    // The response never completes, so stopping must abort it without an unhandled rejection.
    await staffConsole.stop();
    await syncing;
    server.cut();
    expect(staffConsole.state().snapshot.asOf).toBeNull();
  });
});
