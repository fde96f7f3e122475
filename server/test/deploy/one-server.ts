import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { send } from './client.ts';
import type { Machine } from './machine.ts';
import { readPage } from './page.ts';
import { addWebsite, createOneServer, type OneServer } from './server-machine.ts';
import { startDebianPostgres } from '#server/test/programs/debian-postgres.ts';
import { findProgram } from '#server/test/programs/debian-programs.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const nginx = findProgram('nginx', 'nginx-light');
const promtool = findProgram('promtool', 'prometheus');
const postgres = await startDebianPostgres({ isSafe: true });
const canRun = Boolean(nginx && promtool && postgres && process.platform === 'linux');

/** Follows the page to the end, or to the alerts, which takes half the time. */
export function followOneServer({ toTheEnd }: { toTheEnd: boolean }): void {
  // Each test continues where the last one stopped, so none can be tried again.
  describe.skipIf(!canRun)('docs/deploy/one-server.md', { retry: 0 }, () => {
    const blocks = readPage('one-server.md');
    const inbox: string[] = [];
    const mail = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, _session, done) => {
        let text = '';
        stream.on('data', (part: Buffer) => (text += part.toString()));
        stream.on('end', () => (inbox.push(text), done()));
      },
    });
    const admin = { name: 'Ada Admin', email: 'ada@example.com', password: 'velvet teapot morning' };
    let machine: Machine;
    let ports: OneServer['ports'];
    let site: string;
    let ca: string;
    let token: string;

    /** Follows the page from where it was left to the block with a label, whose output it returns. */
    let position = 0;
    async function followTo(label: string): Promise<string> {
      for (let output = ''; ;) {
        const block = blocks[position++];
        if (!block) throw new Error(`The page has no block ${label} after the last one.`);
        output = await machine.follow(block);
        if (block.label === label) return output;
      }
    }
    const call = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
      send(site + path, { method, ca, ...(body ? { body } : {}), ...(headers ? { headers } : {}), token });
    const logIn = (password: string, headers?: Record<string, string>) =>
      call('POST', '/api/auth/login', { email: admin.email, password }, headers);

    beforeAll(async () => {
      mail.listen(0, '127.0.0.1');
      await once(mail.server, 'listening');
      const address = `smtp://127.0.0.1:${(mail.server.address() as AddressInfo).port}`;
      ({ machine, ports, ca } = await createOneServer({
        nginx: nginx!,
        postgres: postgres!,
        substitutions: [['smtps://USER:PASSWORD@mail.example.com:465', address]],
      }));
      site = `https://localhost:${ports.https}`;
      addWebsite(machine);
    });
    afterAll(async () => {
      await machine?.stop(['nginx', 'enamel', 'prometheus']);
      await postgres?.stop();
      await new Promise<void>((done) => mail.close(() => done()));
    });

    it('leads to a site that answers through nginx, sees visitors’ addresses, and keeps its metrics inside', async () => {
      await followTo('nginx');
      await vi.waitFor(async () => expect((await call('GET', '/')).text).toContain('Opens soon'), 5_000);
      const plain = await send(`http://localhost:${ports.http}/directory?location=Austin`);
      expect([plain.status, plain.headers.location]).toEqual([301, `${site}/directory?location=Austin`]);
      expect((await call('GET', '/metrics')).status).toBe(404);
    });

    it('prints a link that creates the first administrator, who logs in and opens the directory', async () => {
      const [link] = /https:\S+/.exec(await followTo('setup'))!;
      const created = await call('POST', '/api/setup/admin', {
        ...admin,
        token: new URL(link).searchParams.get('token'),
      });
      expect([created.status, created.text]).toEqual([200, expect.stringContaining(admin.email)]);
      const login = await logIn(admin.password);
      expect([login.status, login.headers['set-cookie']?.[0]]).toEqual([
        200,
        expect.stringMatching(/^__Host-enamel=.*Secure/),
      ]);
      ({ token } = JSON.parse(login.text) as { token: string });
      expect((await call('POST', '/api/admin/setup/go-live', {})).status).toBe(200);
      await vi.waitFor(async () => expect((await call('GET', '/')).text).toContain('<h1>/</h1>'), 5_000);
      expect((await call('POST', '/api/admin/setup/test-email', {})).status).toBe(200);
      expect(inbox.filter((message) => /^Subject: Your test message/m.test(message))).toEqual([
        expect.stringMatching(/^To: .*ada@example\.com/m),
      ]);
      // An address that a visitor invents must not get a limit of its own.
      const statuses = [];
      for (let attempt = 0; attempt < 6; attempt++)
        statuses.push((await logIn('not the password', { 'x-forwarded-for': `203.0.113.${attempt}` })).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    });

    it('passes every check of npm run doctor but those of the domain’s DNS records', async () => {
      const output = await followTo('doctor').catch((problem: Error) => problem.message);
      const errors = output.split('\n').filter((line) => line.startsWith('error'));
      expect(errors.filter((line) => !/^error +(SPF|DKIM|DMARC) /.test(line))).toEqual([]);
      for (const check of ['Public address', 'Certificate', 'Proxies', 'Email login', 'Schema', 'Database settings'])
        expect(output).toMatch(new RegExp(`^ok +${check}`, 'm'));
    });

    it('makes a backup, and restores it in a drill', async () => {
      expect(await followTo('drill')).toMatch(/Restored the backup of .*: \d[\d,]* rows in \d+ tables/);
    });

    it('lets Prometheus read the metrics and the alerts', async () => {
      await followTo('prometheus');
      const query = `http://127.0.0.1:${ports.prometheus}/api/v1`;
      await vi.waitFor(async () => {
        expect((await send(`${query}/query?query=up`)).text).toContain('"job":"enamel"},"value":[');
        expect((await send(`${query}/query?query=up`)).text).toMatch(/"1"\]/);
      }, 30_000);
      expect((await send(`${query}/rules`)).text).toContain('EnamelDown');
    });

    it.runIf(toTheEnd)('puts a restored database in the place of the old one', async () => {
      await followTo('restore');
      await vi.waitFor(async () => expect((await call('GET', '/')).text).toContain('<h1>/</h1>'), 5_000);
      expect((await call('GET', '/api/auth/me')).status).toBe(401);
    });

    it.runIf(toTheEnd)('upgrades with one command, and goes back with another', async () => {
      expect(await followTo('upgrade')).toContain('The server runs v0.2.0.');
      expect(machine.read('opt/enamel/package.json')).toContain('"version": "0.2.0"');
      expect(await followTo('rollback')).toContain('The server runs v0.1.0.');
      expect((await call('GET', '/')).status).toBe(200);
      expect(position).toBe(blocks.length);
    });
  });
}
