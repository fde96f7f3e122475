import { describe, expect, it, vi } from 'vitest';
import { createTestHost } from '../../e2e/harness/main/test-host.ts';
import { ProxyLogin } from './proxy-login.ts';
import { sendRequest } from './server-requests.ts';
import { StaffConsole } from '../console.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONSOLE_API_VERSION } from '#contract/desktop.ts';

const proxy = { host: 'proxy.corp', port: 8080 };

/** A proxy that lets requests through after the right login. */
function createProxy() {
  let isOpen = false;
  return {
    fetch: async () =>
      isOpen
        ? Response.json({ product: 'enamel', apiVersion: CONSOLE_API_VERSION })
        : new Response('<h1>Proxy</h1>', { status: 407, headers: { 'content-type': 'text/html' } }),
    logInToProxy: async (
      _url: string,
      ask: (from: typeof proxy) => Promise<{ user: string; password: string } | null>,
    ) => {
      for (;;) {
        const credentials = await ask(proxy);
        if (!credentials) return false;
        if (credentials.password === 'right') return (isOpen = true);
      }
    },
  };
}

describe('the login of a proxy', () => {
  it('is asked for again after a wrong password, and once for requests at the same time', async () => {
    const changes = vi.fn();
    const login = new ProxyLogin(createProxy(), changes);
    const done = Promise.all([login.run('https://a.example'), login.run('https://a.example')]);
    expect(login.question).toEqual({ ...proxy, wasRefused: false });
    login.answer({ user: 'ann', password: 'wrong' });
    await vi.waitFor(() => expect(login.question).toEqual({ ...proxy, wasRefused: true }));
    login.answer({ user: 'ann', password: 'right' });
    expect(await done).toEqual([true, true]);
    expect(login.question).toBeNull();
    expect(changes).toHaveBeenCalled();
  });

  it('is not asked for again after the person declined, unless they start it', async () => {
    const login = new ProxyLogin(createProxy(), () => {});
    const first = login.run('https://a.example');
    login.answer(null);
    expect([await first, await login.run('https://a.example')]).toEqual([false, false]);
    const second = login.run('https://a.example', true);
    await vi.waitFor(() => expect(login.question).not.toBeNull());
    login.answer({ user: 'ann', password: 'right' });
    expect(await second).toBe(true);
  });

  it.each(['net::ERR_PROXY_AUTH_UNSUPPORTED', 'net::ERR_TUNNEL_CONNECTION_FAILED'])(
    'is what a request needs that fails with %s',
    async (message) => {
      const host = createTestHost('/none', { fetch: () => Promise.reject(new Error(message)) });
      const sent = sendRequest(host, 'https://a.example', '/readyz', { method: 'GET', headers: {}, token: null });
      await expect(sent).rejects.toMatchObject({ code: 'proxy_login' });
    },
  );

  it('lets a person choose their first server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'enamel-proxy-'));
    const staffConsole = await StaffConsole.open(createTestHost(folder, createProxy()));
    const chosen = staffConsole.chooseServer('https://a.example');
    await vi.waitFor(() => expect(staffConsole.state().proxy).toEqual({ ...proxy, wasRefused: false }));
    staffConsole.proxyLogin.answer({ user: 'ann', password: 'right' });
    expect(await chosen).toMatchObject({ server: 'https://a.example', proxy: null });
    await staffConsole.stop();
    await rm(folder, { recursive: true, force: true });
  });
});
