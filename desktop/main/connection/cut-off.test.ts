import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONSOLE_API_VERSION } from '#contract/desktop.ts';
import { StaffConsole } from '../console.ts';
import { hostIn } from '../test-host.ts';

/** A server whose answers begin and never end: `cut()` breaks every one that has begun. */
class Cutting {
  #server: Server;
  #open = new Set<() => void>();
  began = 0;
  url = '';
  constructor(halves: RegExp) {
    const listener: RequestListener = (req, res) => {
      req.resume();
      const path = req.url ?? '';
      res.setHeader('content-type', 'application/json');
      if (halves.test(path)) {
        res.setHeader('content-length', '4000');
        res.write('{"claims":[');
        this.began++;
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

const until = async (so: () => boolean) => {
  for (let n = 0; n < 400 && !so(); n++) await new Promise((done) => setTimeout(done, 10));
  expect(so()).toBe(true);
};
const ask = (staffConsole: StaffConsole, path: string, init: RequestInit = {}) =>
  staffConsole.protocol(new Request(`app://enamel${path}`, init));
const signIn = (staffConsole: StaffConsole) =>
  ask(staffConsole, '/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'staff@example.com', password: 'a long password' }),
  });

describe('an answer that breaks off', () => {
  let folder: string;
  let server: Cutting;
  let staffConsole: StaffConsole;
  const unhandled: unknown[] = [];
  const heard = (reason: unknown) => void unhandled.push(reason);
  const begin = async (halves: RegExp) => {
    server = new Cutting(halves);
    await server.listen();
    staffConsole = await StaffConsole.open(hostIn(folder));
    await staffConsole.chooseServer(server.url);
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'enamel-cut-'));
    unhandled.length = 0;
    process.on('unhandledRejection', heard);
  });
  afterEach(async () => {
    await new Promise((done) => setTimeout(done, 20));
    process.off('unhandledRejection', heard);
    await staffConsole.stop();
    await server.close();
    await rm(folder, { recursive: true, force: true });
    expect(unhandled).toEqual([]);
  });

  it('is a server out of reach to the page, whatever was being read', async () => {
    await begin(/^\/api\/(auth\/me|admin\/reports)/);
    expect((await signIn(staffConsole)).ok).toBe(true);
    for (const path of ['/api/auth/me', '/api/admin/reports/user-activity']) {
      const before = server.began;
      const asked = ask(staffConsole, path);
      await until(() => server.began > before);
      server.cut();
      const answer = await asked;
      expect(answer.status, path).toBe(503);
      expect(await answer.json()).toMatchObject({ error: 'offline' });
    }
    expect(staffConsole.state().link).toBe('offline');
  });

  it('in the middle of signing in leaves nobody signed in', async () => {
    await begin(/^\/api\/auth\/login/);
    const asked = signIn(staffConsole);
    await until(() => server.began > 0);
    server.cut();
    expect((await asked).status).toBe(503);
    expect(staffConsole.state().signedIn).toBe(false);
  });

  it('of a file that is only passed on ends as out of reach too', async () => {
    await begin(/^\/api\/admin\/export/);
    await signIn(staffConsole);
    const answer = await ask(staffConsole, '/api/admin/export/articles');
    server.cut();
    await expect(answer.text()).rejects.toMatchObject({ code: 'offline' });
  });

  it('during a sync, as when the console ends, disturbs nothing', async () => {
    await begin(/^\/api\/admin\/sync/);
    await signIn(staffConsole);
    await until(() => server.began > 0);
    const syncing = staffConsole.sync();
    // The answer never ends by itself: stopping must not wait for it, nor leave it to fail later.
    await staffConsole.stop();
    await syncing;
    server.cut();
    expect(staffConsole.state().snapshot.asOf).toBeNull();
  });
});
