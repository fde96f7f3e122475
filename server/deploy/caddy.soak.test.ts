import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { send } from '#server/test/deploy/client.ts';
import { createMachine, type Machine } from '#server/test/deploy/machine.ts';
import { findBlock, readPage } from '#server/test/deploy/page.ts';
import { addCertificate } from '#server/test/deploy/server-machine.ts';
import { findProgram } from '#server/test/programs/debian-programs.ts';
import { freePort } from '#server/test/programs/nginx.ts';
import { PlainSite } from '#server/test/public-pages.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });
const caddy = findProgram('caddy', 'caddy');

describe.skipIf(!caddy)('docs/deploy/caddy.md', { retry: 0 }, () => {
  const page = readPage('caddy.md');
  let first: TestApp;
  let second: TestApp;
  let machine: Machine;
  let ca: string;
  let site: string;
  let options: string;

  beforeAll(async () => {
    first = await testApp({ site: new PlainSite(), env: { TRUST_PROXY: '1' } });
    second = await testApp({ site: new PlainSite(), env: { TRUST_PROXY: '1' }, beside: first });
    const [admin, http, https] = await Promise.all([0, 1, 2].map(() => freePort()));
    site = `https://localhost:${https}`;
    machine = await createMachine('caddy', {
      env: { REAL_NGINX: '' },
      substitutions: [
        ['127.0.0.1:3000', new URL(first.url).host],
        ['10.0.0.11:3000', new URL(first.url).host],
        ['10.0.0.12:3000', new URL(second.url).host],
      ],
    });
    ca = addCertificate(machine, 'localhost');
    options = `{\n  admin localhost:${admin}\n  http_port ${http}\n}\n`;
    const run = `--adapter caddyfile --config ${machine.root}/etc/caddy/Caddyfile`;
    machine.write(
      'etc/systemd/system/caddy.service',
      `ExecStart=${caddy} run ${run}\nExecReload=${caddy} reload ${run} --address localhost:${admin}\n`,
    );
    // Debian's package starts it with a file of its own.
    machine.write('etc/caddy/Caddyfile', options);
    await machine.run(`systemctl start caddy
      curl -fs --retry 50 --retry-delay 1 --retry-all-errors http://localhost:${admin}/config/ > /dev/null`);
  });
  afterAll(async () => {
    await machine?.stop(['caddy']);
    await second?.stop();
    await first?.stop();
  });

  /** Saves the file of the page, with a port and a certificate of its own, and reloads as the page says. */
  async function follow(label: 'one' | 'two'): Promise<void> {
    const { text } = findBlock(page, `${label} /etc/caddy/Caddyfile`);
    const folder = `${machine.root}/etc/letsencrypt/live/localhost`;
    const address = `${site} {\n  tls ${folder}/fullchain.pem ${folder}/privkey.pem`;
    machine.write('etc/caddy/Caddyfile', options + machine.translate(text).replace('dentists.example.com {', address));
    await machine.follow(findBlock(page, 'reload'));
  }
  const through = (path: string, headers: Record<string, string> = {}) => send(site + path, { ca, headers });

  it('serves one server, and keeps its metrics inside', async () => {
    await follow('one');
    await vi.waitFor(async () => expect((await through('/about')).status).toBe(200), 10_000);
    expect((await through('/metrics')).status).toBe(404);
    expect((await through('/about')).headers['cache-tag']).toContain('settings');
  });

  it('serves two servers, and leaves out the one that stops', async () => {
    await follow('two');
    await vi.waitFor(async () => expect((await through('/about')).status).toBe(200), 10_000);
    const statuses = new Set<number>();
    const stopping = second.stop();
    for (let n = 1; n <= 30; n++) statuses.add((await through(`/directory?page=${n}`)).status);
    await stopping;
    for (let n = 1; n <= 30; n++) statuses.add((await through(`/directory?page=${n}`)).status);
    expect([...statuses]).toEqual([200]);
  });
});
