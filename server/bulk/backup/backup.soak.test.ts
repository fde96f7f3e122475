import { Readable, Writable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { seedSample } from '#server/sample/seed.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { importText } from '#server/test/files/bulk.ts';
import { MAX_NIGHTLY_BACKUPS, makeNightlyBackup } from './backup-store.ts';
import { writeBackup } from './write-backup.ts';
import { restoreBackup } from './restore.ts';

vi.setConfig({ testTimeout: 90_000 });

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  await seedSample(app.databaseUrl, { count: 1500, clock: app.deps.clock, hashPassword: async () => 'x' });
  token = (await app.signIn({ role: 'admin' })).token;
});
afterAll(() => app.stop());

async function createBackup(from: TestApp): Promise<Buffer> {
  const parts: Buffer[] = [];
  const output = new Writable({ write: (chunk: Buffer, _encoding, done) => (parts.push(chunk), done()) });
  await writeBackup(from.deps, output, { signal: new AbortController().signal });
  return Buffer.concat(parts);
}
const exportCsv = async (from: TestApp, bearer: string, path = '/api/admin/export-csv') =>
  (await from.get(path, { token: bearer })).text;

describe('a backup', () => {
  it('restores everything but sessions in an empty database', async () => {
    await importText(app, 'name,services\nAnn Poe,Veneers\n');
    await app.deps.db('aiBrands').insert({
      name: 'One',
      apiEndpoint: 'https://example.com',
      apiKey: app.deps.secret.seal('ai', 'sesame'),
      priority: 1,
      isActive: true,
    });
    // Pending jobs are restored too, so that emails are still sent.
    const pendingJob = { name: 'mail.send', payload: JSON.stringify({ to: 'a@b.example' }), maxAttempts: 5 };
    await app.deps.db('jobs').insert({ ...pendingJob, key: 'kept', runAt: new Date('2099-01-01T00:00:00Z') });
    const response = await fetch(`${app.url}/api/admin/backup`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="enamel-backup-[\d-]+\.gz"$/);
    const file = Buffer.from(await response.arrayBuffer());
    const text = gunzipSync(file).toString('utf8');
    expect(text).not.toContain('{"table":"auth_sessions"');
    expect(text).not.toContain('sesame');
    const other = await testApp();
    try {
      const restored = await restoreBackup(other.deps, Readable.from([file]));
      expect(restored.rows).toBeGreaterThan(1500);
      const otherToken = (await other.signIn({ role: 'admin' })).token;
      for (const path of [
        '/api/admin/export-csv',
        '/api/admin/export/dentist-listings',
        '/api/admin/export/articles',
        '/api/dentists?page=1&pageSize=50',
        '/api/stats',
      ])
        expect([path, await exportCsv(other, otherToken, path)]).toEqual([path, await exportCsv(app, token, path)]);
      const [brand] = (await other.deps.db('aiBrands')) as { apiKey: string }[];
      expect(app.deps.secret.open('ai', brand!.apiKey)).toBe('sesame');
      expect(await other.deps.db('jobs').where({ key: 'kept' }).select('name', 'payload', 'attempts')).toEqual([
        { name: 'mail.send', payload: { to: 'a@b.example' }, attempts: 0 },
      ]);
      // Ids continue from the highest one, and triggers are enabled again.
      const run = await importText(other, 'name,city,state\nNew One,Boston,MA\n');
      expect(run.status).toBe('done');
      const [newListing] = (await other.deps.db('dentists').where({ name: 'New One' })) as {
        id: number;
        slug: string;
      }[];
      const [lastListing] = (await app.deps.db('dentists').max('id as id')) as { id: number }[];
      expect([newListing!.id > lastListing!.id, newListing!.slug]).toEqual([true, 'new-one']);
      await expect(restoreBackup(other.deps, Readable.from([file]))).rejects.toThrow(/into an empty database/);
    } finally {
      await other.stop();
    }
    const { body } = await app.get('/api/admin/backups', { token });
    expect(body.backups[0]).toMatchObject({ kind: 'manual', place: 'download', bytes: file.length });
  });

  it('that is truncated, altered, or not a backup restores nothing', async () => {
    const file = await createBackup(app);
    const other = await testApp();
    try {
      const plain = gunzipSync(file);
      const altered = Buffer.from(plain);
      const at = altered.indexOf('Ann Poe');
      altered[at] = 66;
      const newer = Buffer.from(plain.toString('utf8').replace(/"version":\d/, '"version":9'));
      const old = Buffer.from(plain.toString('utf8').replace('"migrations":[', '"migrations":["0100_users.ts",'));
      for (const [bytes, why] of [
        [file.subarray(0, file.length - 2000), /cut off/],
        [gzipSync(plain.subarray(0, plain.length - 3000)), /cut off/],
        [gzipSync(altered), /checksum/],
        [gzipSync(newer), /newer release/],
        [gzipSync(old), /earlier release made it\. Import a CSV/],
        [gzipSync('hello\n'), /not a backup/],
        [Buffer.from('hello'), /not a backup/],
      ] as const)
        await expect(restoreBackup(other.deps, Readable.from([bytes]))).rejects.toThrow(why);
      expect(await other.deps.db('dentists').count('* as n')).toEqual([{ n: 0 }]);
      await restoreBackup(other.deps, Readable.from([file]));
      expect(await other.deps.db('dentists').count('* as n')).toEqual([{ n: 1501 }]);
    } finally {
      await other.stop();
    }
  });

  it('is made once a night, and the oldest are deleted', async () => {
    const folder = join(app.deps.config.DATA_DIR, 'backups');
    for (let night = 0; night < MAX_NIGHTLY_BACKUPS + 2; night++) {
      await makeNightlyBackup(app.deps);
      if (night === 0) await makeNightlyBackup(app.deps);
      app.deps.clock.advance(86_400_000);
    }
    const names = (await readdir(folder)).toSorted();
    expect(names).toHaveLength(MAX_NIGHTLY_BACKUPS);
    const other = await testApp();
    try {
      await restoreBackup(other.deps, Readable.from([await readFile(join(folder, names.at(-1)!))]));
    } finally {
      await other.stop();
    }
  }, 60_000);
});

describe('exports', () => {
  it('contain no secrets, are named by date, and are recorded in the audit log', async () => {
    await app.signIn({ name: '=cmd()', subscriptionPlan: 'pro_max', subscriptionStatus: 'active' });
    await app.deps
      .db('users')
      .where({ name: '=cmd()' })
      .update({ password: 'scrypt-hash', resetToken: 'reset-me', stripeCustomerId: 'cus_1' });
    const adminToken = (await app.signIn({ role: 'admin' })).token;
    for (const name of ['users', 'subscribers', 'articles', 'dentist-listings', 'contacts']) {
      const response = await app.get(`/api/admin/export/${name}`, { token: adminToken });
      expect([name, response.status, response.status === 200 ? '' : response.text]).toEqual([name, 200, '']);
      const file = name === 'contacts' ? 'dental-practices' : name;
      expect(response.headers.get('content-disposition')).toBe(
        `attachment; filename="${file}-${app.deps.clock.now().toISOString().slice(0, 10)}.csv"`,
      );
      expect(response.text).not.toMatch(/scrypt-hash|reset-me|cus_1/);
      if (name === 'users') expect(response.text).toContain("'=cmd()");
    }
    const log = (await app.deps.db('auditLog').where({ subject: 'export' }).pluck('action')) as string[];
    expect(log).toEqual(
      expect.arrayContaining([
        'export.users',
        'export.subscribers',
        'export.articles',
        'export.dentist-listings',
        'export.contacts',
      ]),
    );
    expect((await app.get('/api/admin/export/secrets', { token: adminToken })).status).toBe(400);
  });

  it('free the connection when the client disconnects', async () => {
    const adminToken = (await app.signIn({ role: 'admin' })).token;
    await app.deps.db.raw(
      `update dentists set bio = repeat('long words ', 5000) where id in (select id from dentists limit 800)`,
    );
    for (let time = 0; time < 8; time++) {
      const request = new AbortController();
      const response = await fetch(`${app.url}/api/admin/export-csv`, {
        headers: { authorization: `Bearer ${adminToken}` },
        signal: request.signal,
      });
      await response.body!.getReader().read();
      request.abort();
    }
    // More clients disconnected than the pool has connections, so all of them must be free again.
    for (let wait = 0; wait < 50; wait++) {
      const { rows } = (await app.deps.db.raw(
        `select from pg_stat_activity where datname = current_database() and state = 'active' and query ilike 'copy%'`,
      )) as { rows: unknown[] };
      if (rows.length === 0) break;
      await new Promise((done) => setTimeout(done, 100));
    }
    const { rows } = (await app.deps.db.raw(
      `select from pg_stat_activity where datname = current_database() and query ilike 'copy%' and state <> 'idle'`,
    )) as { rows: unknown[] };
    expect(rows).toEqual([]);
    expect((await app.get('/api/admin/export-csv', { token: adminToken })).text.length).toBeGreaterThan(1_000_000);
  });
});
