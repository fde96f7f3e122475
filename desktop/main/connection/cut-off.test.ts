import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StaffConsole } from '../console.ts';
import { FakeServer, json } from '../../e2e/harness/main/fake-server.ts';
import { createTestHost } from '../../e2e/harness/main/test-host.ts';
import { makeFolder } from '../../e2e/harness/main/test-folder.ts';

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
  let server: FakeServer;
  let started: number;
  let cuts: (() => void)[];
  const cut = () => cuts.splice(0).forEach((end) => end());
  let staffConsole: StaffConsole;
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => void unhandled.push(reason);
  /** Connects to a server that never completes its responses to some paths. `cut()` breaks the open ones. */
  const connect = async (incompletePaths: RegExp) => {
    server = new FakeServer();
    [started, cuts] = [0, []];
    server.intercept = (path, _req, res) => {
      if (incompletePaths.test(path)) {
        res.writeHead(200, { 'content-type': 'application/json', 'content-length': '4000' }).write('{"claims":[');
        started++;
        cuts.push(() => res.destroy());
      } else if (path === '/api/admin/sync') json(res, { error: 'not_found', message: 'Not here.' }, 404);
      else return false;
      return true;
    };
    await server.open();
    staffConsole = await StaffConsole.open(createTestHost(folder));
    await staffConsole.chooseServer(server.url);
  };
  beforeEach(async () => {
    folder = makeFolder();
    unhandled.length = 0;
    process.on('unhandledRejection', onUnhandled);
  });
  afterEach(async () => {
    await new Promise((done) => setTimeout(done, 20));
    process.off('unhandledRejection', onUnhandled);
    await staffConsole.stop();
    await server.close();
    expect(unhandled).toEqual([]);
  });

  it('makes the console offline, whichever call it was', async () => {
    await connect(/^\/api\/(auth\/me|admin\/reports)/);
    expect((await signIn(staffConsole)).ok).toBe(true);
    for (const path of ['/api/auth/me', '/api/admin/reports/user-activity']) {
      const before = started;
      const response = ask(staffConsole, path);
      await waitUntil(() => started > before);
      cut();
      const answer = await response;
      expect(answer.status, path).toBe(503);
      expect(await answer.json()).toMatchObject({ error: 'offline' });
    }
    expect(staffConsole.state().link).toBe('offline');
  });

  it('during sign-in leaves the person signed out', async () => {
    await connect(/^\/api\/auth\/login/);
    const response = signIn(staffConsole);
    await waitUntil(() => started > 0);
    cut();
    expect((await response).status).toBe(503);
    expect(staffConsole.state().signedIn).toBe(false);
  });

  it('rejects a streamed file with an offline error', async () => {
    await connect(/^\/api\/admin\/export/);
    await signIn(staffConsole);
    const answer = await ask(staffConsole, '/api/admin/export/articles');
    cut();
    await expect(answer.text()).rejects.toMatchObject({ code: 'offline' });
  });

  it('during a sync does not block shutdown', async () => {
    await connect(/^\/api\/admin\/sync/);
    await signIn(staffConsole);
    await waitUntil(() => started > 0);
    const syncing = staffConsole.sync();
    // The response never completes, so stopping must abort it without an unhandled rejection.
    await staffConsole.stop();
    await syncing;
    cut();
    expect(staffConsole.state().snapshot.asOf).toBeNull();
  });
});
