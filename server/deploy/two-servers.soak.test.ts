import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { send } from '#server/test/deploy/client.ts';
import { AUTHORITY, createMachine, type Machine, type Substitution } from '#server/test/deploy/machine.ts';
import { findBlock, readPage } from '#server/test/deploy/page.ts';
import { addCertificate, addNginx, addReleases, addWebsite } from '#server/test/deploy/server-machine.ts';
import { startVisitors } from '#server/test/deploy/visitors.ts';
import { s3Store, type S3Store } from '#server/test/doubles/s3-store.ts';
import { startDebianPostgres } from '#server/test/programs/debian-postgres.ts';
import { findProgram } from '#server/test/programs/debian-programs.ts';
import { freePort } from '#server/test/programs/nginx.ts';

const UPGRADES = Number(process.env.UPGRADES ?? 1);
vi.setConfig({ testTimeout: 180_000 * UPGRADES, hookTimeout: 240_000 });
const PER_SECOND = 500;
const nginx = findProgram('nginx', 'nginx-light');
const pgbouncer = findProgram('pgbouncer', 'pgbouncer');
const postgres = await startDebianPostgres();
const canRun = Boolean(nginx && pgbouncer && postgres && process.platform === 'linux');

describe.skipIf(!canRun)('docs/deploy/two-servers.md', () => {
  const page = readPage('two-servers.md');
  const oneServer = readPage('one-server.md');
  const machines: Record<string, Machine> = {};
  let store: S3Store;
  let site: string;
  let ca: string;
  const readiness: string[] = [];
  const follow = (machine: Machine, block: string, from = page) => {
    const { label, ...rest } = findBlock(from, block);
    // The label begins with the machine.
    return machine.follow({ ...rest, label: label.replace(/^(?:database|servers|proxy) /, '') });
  };

  beforeAll(async () => {
    const [first, second, pooler, http, https] = await Promise.all([0, 1, 2, 3, 4].map(() => freePort()));
    store = await s3Store({ id: 'THE_KEY_ID', secret: 'THE_KEY', region: 'us-east-1' });
    site = `https://localhost:${https}`;
    const database = new URL(postgres!.urlOf('postgres'));
    const common: Substitution[] = [
      ['THE_PASSWORD', 'b2c4d6e8f0a1'],
      ['THE_SECRET_KEY', 'a secret that both servers have, and no one else'],
      ['https://dentists.example.com', site],
      ['SMTP_URL=smtps://USER:PASSWORD@mail.example.com:465\n', ''],
      ['https://s3.us-east-1.amazonaws.com', store.endpoint],
      ['10.0.0.20:6432', `127.0.0.1:${pooler}`],
      ['10.0.0.11:3000', `127.0.0.1:${first}`],
      ['10.0.0.12:3000', `127.0.0.1:${second}`],
    ];
    const env = { REAL_NGINX: nginx!, PGHOST: database.hostname, PGPORT: database.port, PGUSER: database.username };
    machines.database = await createMachine('database', {
      env,
      folders: ['var/log/postgresql', 'var/run/postgresql'],
      units: { pgbouncer: `ExecStart=${pgbouncer} /etc/pgbouncer/pgbouncer.ini\n` },
      substitutions: [
        ...common,
        ['listen_addr = 10.0.0.20', 'listen_addr = 127.0.0.1'],
        ['listen_port = 6432', `listen_port = ${pooler}`],
        ['port=5432', `port=${database.port}`],
      ],
    });
    machines.proxy = await createMachine('proxy', {
      env,
      folders: ['etc/nginx/sites-enabled', 'etc/nginx/conf.d', 'etc/nginx/modules-enabled', 'var/lib/nginx', 'var/log/nginx', 'var/cache/nginx'], // prettier-ignore
      units: { nginx: 'ExecStart=nginx\nExecReload=nginx -s reload\n' },
      substitutions: [
        ...common,
        ['server_name dentists.example.com', 'server_name localhost'],
        ['live/dentists.example.com', 'live/localhost'],
        ['listen 80;', `listen 127.0.0.1:${http};`],
        ['listen 443 ', `listen 127.0.0.1:${https} `],
      ],
    });
    for (const [name, port] of [
      ['first', first],
      ['second', second],
    ] as const)
      // prettier-ignore
      machines[name] = await createMachine(name, {
        env,
        substitutions: [
          ...common,
          ['https://github.com/OWNER/enamel.git', `${machines.first?.root ?? '$ROOT'}/origin`],
          ['PORT=3000', `PORT=${port}`],
          ['127.0.0.1:3000', `127.0.0.1:${port}`],
        ],
      });
    await addReleases(machines.first!);
    for (const label of ['role', '/etc/pgbouncer/pgbouncer.ini', '/etc/pgbouncer/userlist.txt', 'pooler'])
      await follow(machines.database, `database ${label}`);
    for (const server of [machines.first!, machines.second!]) {
      addWebsite(server);
      await follow(server, 'code', oneServer);
      await follow(server, 'servers settings');
      await follow(server, 'access', oneServer);
      readiness.push(await follow(server, 'service', oneServer));
    }
    addNginx(machines.proxy);
    ca = addCertificate(machines.proxy, 'localhost');
    for (const server of [machines.first!, machines.second!]) server.write(AUTHORITY, ca);
    await follow(machines.proxy, 'proxy /etc/nginx/sites-available/enamel');
    await follow(machines.proxy, 'nginx', oneServer);
    await openDirectory();
  });
  afterAll(async () => {
    for (const machine of Object.values(machines)) await machine.stop(['nginx', 'enamel', 'pgbouncer']);
    await postgres?.stop();
    await store?.stop();
  });

  async function openDirectory(): Promise<void> {
    // A reload returns before nginx listens.
    await vi.waitFor(() => send(`${site}/healthz`, { ca }), { timeout: 10_000, interval: 100 });
    const link = /\/setup\?token=(\S+)/.exec(machines.first!.read('var/log/enamel.log'))!;
    const admin = { name: 'Ada Admin', email: 'ada@example.com', password: 'velvet teapot morning', token: link[1] };
    const created = await send(`${site}/api/setup/admin`, { method: 'POST', ca, body: admin });
    const { token } = JSON.parse(created.text) as { token: string };
    await send(`${site}/api/admin/setup/go-live`, { method: 'POST', ca, token, body: {} });
  }

  it('leads to two servers that are ready behind a cache', async () => {
    expect(readiness).toEqual([expect.stringContaining('"ready":true'), expect.stringContaining('"ready":true')]);
    const read = (path: string) => send(site + path, { ca });
    await vi.waitFor(async () => expect((await read('/')).text).toContain('<h1>/</h1>'), 5_000);
    await vi.waitFor(async () => expect((await read('/')).headers['x-cache']).toBe('HIT'), 5_000);
    expect((await read('/api/auth/me')).headers['x-cache']).toBe('MISS');
    expect((await read('/metrics')).status).toBe(404);
    const doctor = await machines.second!.run(
      'cd /opt/enamel; npm run --silent doctor -- address proxies certificate s3 database replication',
    );
    expect(doctor).toContain('0 errors');
  });

  it(`upgrades both at ${PER_SECOND} requests a second, and loses none`, async () => {
    for (let upgrade = 1; upgrade <= UPGRADES; upgrade++) {
      const visitors = startVisitors(site, ca, PER_SECOND);
      const [from, to] = upgrade % 2 ? ['v0.1.0', 'v0.2.0'] : ['v0.2.0', 'v0.1.0'];
      const { text, ...block } = findBlock(page, 'servers upgrade');
      for (const server of [machines.first!, machines.second!]) {
        const output = await server.follow({ ...block, label: 'upgrade', text: text.replace('v0.2.0', to) });
        expect(output).toContain(`The server runs ${to}.`);
      }
      const { sent, seconds, slowest } = await visitors.stop();
      console.log(
        `${upgrade}: ${from} to ${to}, ${sent} requests in ${seconds.toFixed(1)} s, ${visitors.lost.length} lost, longest ${Math.round(slowest)} ms`,
      );
      expect(visitors.lost).toEqual([]);
      expect(sent / seconds).toBeGreaterThan(PER_SECOND * 0.95);
    }
  });
});
