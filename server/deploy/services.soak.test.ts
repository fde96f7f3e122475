import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCdn, type Cdn } from '#server/test/deploy/cdn.ts';
import { send } from '#server/test/deploy/client.ts';
import { AUTHORITY, type Machine } from '#server/test/deploy/machine.ts';
import { findBlock, readPage } from '#server/test/deploy/page.ts';
import { createOneServer } from '#server/test/deploy/server-machine.ts';
import { picture } from '#server/test/files/pictures.ts';
import { startDebianPostgres } from '#server/test/programs/debian-postgres.ts';
import { findProgram } from '#server/test/programs/debian-programs.ts';
import { startS3Server, type S3Server } from '#server/test/programs/s3-server.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });
const nginx = findProgram('nginx', 'nginx-light');
const postgres = await startDebianPostgres();
const canRun = Boolean(nginx && postgres && process.platform === 'linux');
const EVERY_TAG = ['listings', 'articles', 'ads', 'settings'];

/** A website whose pages show a setting, so that a test sees whether a copy is current. */
const SITE = `export const createSite = () => ({
  render: ({ settings }) => Promise.resolve({ status: 200, headers: {}, html: '<!doctype html><h1>' + settings.brand + '</h1>' }),
});\n`;

// Each test continues where the last one stopped, so none can be tried again.
describe.skipIf(!canRun)('docs/deploy/services.md and docs/deploy/cdn.md', { retry: 0 }, () => {
  const [services, cdnPage] = [readPage('services.md'), readPage('cdn.md')];
  let machine: Machine;
  let store: S3Server;
  let cdn: Cdn;
  let token: string;
  const call = (method: string, path: string, body?: object) =>
    send(cdn.url + path, { method, ca: cdn.ca, token, ...(body ? { body } : {}) });
  const read = (path: string, headers: Record<string, string> = {}) => send(cdn.url + path, { ca: cdn.ca, headers });

  beforeAll(async () => {
    store = await startS3Server('enamel-backups');
    cdn = await createCdn(nginx!);
    const server = await createOneServer({
      nginx: nginx!,
      postgres: postgres!,
      site: cdn.url,
      substitutions: [
        ['SMTP_URL=smtps://USER:PASSWORD@mail.example.com:465\n', ''],
        ['https://s3.us-east-1.amazonaws.com', store.endpoint],
        ['THE_KEY_ID', store.key.id],
        ['THE_KEY\n', `${store.key.secret}\n`],
        // A server calls an address of this machine only in development.
        [/CDN_PURGE_URL=https:.*/g, `NODE_ENV=development\nAI_ALLOW_LOOPBACK=on\nCDN_PURGE_URL=${cdn.purgeUrl}`],
      ],
    });
    ({ machine } = server);
    machine.write('website/server/entry-server.js', SITE);
    machine.write(AUTHORITY, cdn.ca);
    await machine.run(`export CURL_CA_BUNDLE=${machine.root}/${AUTHORITY}`);
    for (const block of readPage('one-server.md')) {
      await machine.follow(block);
      if (block.label === 'nginx') break;
    }
    await cdn.start(`https://127.0.0.1:${server.ports.https}`);
    await openDirectory();
  });
  afterAll(async () => {
    await machine?.stop(['nginx', 'enamel']);
    await cdn?.stop();
    await postgres?.stop();
    await store?.stop();
  });

  async function openDirectory(): Promise<void> {
    // nginx listens a moment after its start and its reload.
    await vi.waitFor(async () => expect((await read('/healthz')).status).toBe(200), { timeout: 10_000, interval: 100 });
    const link = /\/setup\?token=(\S+)/.exec(machine.read('var/log/enamel.log'))!;
    const admin = { name: 'Ada Admin', email: 'ada@example.com', password: 'velvet teapot morning', token: link[1] };
    ({ token } = JSON.parse((await call('POST', '/api/setup/admin', admin)).text) as { token: string });
    expect((await call('POST', '/api/admin/setup/go-live', {})).status).toBe(200);
  }

  it('keeps photos and backups in an S3 store', async () => {
    expect(await machine.follow(findBlock(services, 's3'))).toMatch(
      /ok +S3 store +The store .* writes, reads, and deletes in enamel-backups/,
    );
    const saved = await call('PUT', '/api/admin/site-settings', { logo: await picture('png', 600) });
    const { logo } = JSON.parse(saved.text) as { logo: string };
    expect(await store.list()).toContain(`${logo.slice(1)}/400.webp`);
    expect((await read(`${logo}/400`)).headers['content-type']).toBe('image/webp');
    expect((await call('POST', '/api/admin/backups')).status).toBe(202);
    const findBackups = async () => (await store.list()).filter((name) => name.startsWith('backups/'));
    await vi.waitFor(async () => expect(await findBackups()).toHaveLength(1), { timeout: 60_000, interval: 500 });
  });

  it('sees visitors’ addresses through a CDN', async () => {
    expect(await machine.follow(findBlock(cdnPage, 'proxies'))).toContain(
      'A request passed 2 proxies, as TRUST_PROXY says.',
    );
    // An address that a visitor invents must not get a limit of its own.
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt++) {
      const headers = { 'x-forwarded-for': `203.0.113.${attempt}` };
      const body = { email: 'ada@example.com', password: 'not the password' };
      statuses.push((await send(`${cdn.url}/api/auth/login`, { method: 'POST', ca: cdn.ca, headers, body })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('lets the CDN share public pages, and nothing personal', async () => {
    const headers = await machine.follow(findBlock(cdnPage, 'headers'));
    for (const line of [
      'cache-control: public, max-age=0, s-maxage=60',
      'cdn-cache-control: public, max-age=60, stale-while-revalidate=300, stale-if-error=86400',
    ])
      expect(headers.toLowerCase()).toContain(line);
    expect(headers).toMatch(/^cache-tag: .*settings/im);
    const stored = async (path: string) => {
      await read(path);
      return (await read(path, { cookie: `__Host-enamel=${token}` })).headers['x-cache'];
    };
    expect(await stored('/about')).toBe('HIT');
    expect(await stored('/directory?location=Austin')).toBe('HIT');
    expect((await read('/directory?location=Boston')).headers['x-cache']).toBe('MISS');
    for (const path of ['/api/auth/me', '/account', '/dashboard', '/admin'])
      expect([path, await stored(path)]).not.toEqual([path, 'HIT']);
  });

  it('purges all pages after its start, and then what has changed, within 15 seconds', async () => {
    await machine.follow(findBlock(cdnPage, 'purge'));
    await vi.waitFor(() => expect(cdn.purges).toHaveLength(1), { timeout: 20_000, interval: 100 });
    expect(cdn.purges).toEqual([{ authorization: 'Bearer THE_PURGE_TOKEN', tags: EVERY_TAG }]);
    await vi.waitFor(async () => expect((await read('/about')).headers['x-cache']).toBe('HIT'), 10_000);
    expect((await call('PUT', '/api/admin/site-settings', { brand: 'Bright Bay' })).status).toBe(200);
    await vi.waitFor(async () => expect((await read('/about')).text).toContain('Bright Bay'), {
      timeout: 20_000,
      interval: 250,
    });
    const later = cdn.purges.slice(1).flatMap(({ tags }) => tags);
    expect([later.includes('settings'), later.includes('listings')]).toEqual([true, false]);
  });
});
