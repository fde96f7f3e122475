import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { seedSample } from '#server/sample/seed.ts';
import { createSecrets } from '#server/base/secrets.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { drillNewestBackup, makeReportedBackup, sweepBackupRuns } from './backup-runs.ts';
import { carryOutRun } from './carry-out-run.ts';

vi.setConfig({ testTimeout: 60_000 });
const PASSWORD = 'a long password of an admin';

let app: TestApp;
let secondServer: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  secondServer = await testApp({ beside: app, env: { DATA_DIR: app.deps.config.DATA_DIR } });
  await seedSample(app.databaseUrl, { count: 300, clock: app.deps.clock, hashPassword: async () => 'x' });
  const admin = await app.signIn({ role: 'admin', name: 'Maria Lopez', email: 'maria@example.com' });
  token = admin.token;
  await app.deps
    .db('users')
    .where({ id: admin.userId })
    .update({ password: await hashPassword(PASSWORD) });
});
afterAll(async () => {
  await secondServer.stop();
  await app.stop();
});
beforeEach(async () => {
  await app.deps.db('backupRuns').delete();
  await sweepBackupRuns(app.deps);
  await app.deps.db('jobs').delete();
});

const post = (path: string, body?: object, server = app) => server.post(path, body, { token });
const folder = () => join(app.deps.config.DATA_DIR, 'backups');
const getRun = async (id: number) => (await app.get(`/api/admin/backup-runs/${id}`, { token })).body;
const listSchemas = async () => {
  const { rows } = (await app.deps.db.raw(`select nspname from pg_namespace where nspname like 'restore%'`)) as {
    rows: { nspname: string }[];
  };
  return rows.map(({ nspname }) => nspname);
};

/** Makes a stored backup and returns it with the path of its file. */
async function makeBackup(): Promise<{ id: number; name: string; path: string; sha256: string; bytes: number }> {
  app.deps.clock.advance(1000);
  const { status, body } = await post('/api/admin/backups');
  expect([status, body]).toEqual([202, { id: expect.any(Number) }]);
  await app.jobs();
  expect(await getRun(body.id)).toMatchObject({ status: 'done', share: 1, userName: 'Maria Lopez' });
  const { backups } = (await app.get('/api/admin/backups', { token })).body;
  return { ...backups[0], path: join(folder(), backups[0].name) };
}

async function restore(backupId: number) {
  const { status, body } = await post(`/api/admin/backups/${backupId}/restore`, { password: PASSWORD });
  expect([status, body]).toEqual([202, { id: expect.any(Number) }]);
  await app.jobs();
  return getRun(body.id);
}

/** Records changed bytes as if they had been written that way. */
async function replaceFile(backup: { id: number; path: string }, bytes: Buffer): Promise<void> {
  await writeFile(backup.path, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await app.deps.db('backups').where({ id: backup.id }).update({ sha256, bytes: bytes.length });
}

describe('a stored backup', () => {
  it('is made on demand, read back, listed, and downloaded', async () => {
    const backup = await makeBackup();
    expect(backup).toMatchObject({
      kind: 'manual',
      place: 'folder',
      madeBy: 'Maria Lopez',
      damaged: false,
      drill: null,
      checkedAt: app.deps.clock.now().toISOString(),
    });
    const response = await fetch(`${app.url}/api/admin/backups/${backup.id}/file`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${backup.name}"`);
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([backup.bytes, backup.sha256]);
    const actions = (await app.deps.db('auditLog').where({ subject: 'backup' }).pluck('action')) as string[];
    expect(actions).toEqual(expect.arrayContaining(['backup.made', 'backup.downloaded']));
  });

  it('is refused for download when its file is missing', async () => {
    const { id, path } = await makeBackup();
    await rm(path);
    const { status, body } = await app.get(`/api/admin/backups/${id}/file`, { token });
    expect([status, body.message]).toEqual([
      404,
      'The file of this backup isn’t on this server. It may have been moved or deleted.',
    ]);
    expect((await app.get('/api/admin/backups/99999/file', { token })).status).toBe(404);
  });

  it('replaces the oldest one of ten', async () => {
    for (let time = 0; time < 11; time++) await makeBackup();
    const { body } = await app.get('/api/admin/backups', { token });
    const manual = body.backups.filter((one: { kind: string }) => one.kind === 'manual');
    expect(manual).toHaveLength(10);
    expect(await readdir(folder())).toHaveLength(10);
  });

  it('leaves no file and says why when the disk is full', async () => {
    const [{ last }] = (await app.deps.db.raw(`select last_value as last from backup_runs_id_seq`)).rows as [{ last: number }]; // prettier-ignore
    const stamp = app.deps.clock.now().toISOString().slice(0, 19).replace(/[T:]/g, '-');
    const part = join(folder(), `enamel-backup-${stamp}-${last + 1}.gz.part`);
    await mkdir(folder(), { recursive: true });
    const before = await readdir(folder());
    await symlink('/dev/full', part);
    const { body } = await post('/api/admin/backups');
    await app.jobs();
    expect(await getRun(body.id)).toMatchObject({
      status: 'failed',
      message: 'The disk is full. Nothing was changed. Free some space and try again.',
    });
    expect(await readdir(folder())).toEqual(before);
  });
});

describe('a restored copy', () => {
  it('is compared with the live tables, which stay as they are, and is discarded', async () => {
    const { db } = app.deps;
    const backup = await makeBackup();
    const ids = (await db('dentists').orderBy('id').limit(3).pluck('id')) as number[];
    await db('dentists').where({ id: ids[0] }).delete();
    await db('dentists').where({ id: ids[1] }).update({ bio: 'Changed since the backup.' });
    await db('dentists').insert([{ name: 'New One' }, { name: 'New Two' }]);
    const countLive = () => db('dentists').count('* as n');
    const before = await countLive();
    const run = await restore(backup.id);
    expect(run).toMatchObject({ kind: 'restore', status: 'ready', backupName: backup.name, userName: 'Maria Lopez' });
    const comparison = run.report.find(({ table }: { table: string }) => table === 'dentists');
    expect(comparison).toEqual({
      table: 'dentists',
      backupRows: 300,
      liveRows: 301,
      onlyInBackup: 1,
      onlyLive: 2,
      different: 1,
    });
    expect(run.report.find(({ table }: { table: string }) => table === 'articles')).toMatchObject({ different: 0 });
    expect(run.report.map(({ table }: { table: string }) => table)).not.toContain('two_factor');
    expect(await countLive()).toEqual(before);
    expect(await listSchemas()).toEqual([`restore_${run.id}`]);
    const { rows } = (await db.raw(`select count(*)::int as n from restore_${run.id}.dentists`)) as { rows: unknown[] };
    expect(rows).toEqual([{ n: 300 }]);

    const again = await post(`/api/admin/backups/${backup.id}/restore`, { password: PASSWORD });
    expect([again.status, again.body.error]).toEqual([409, 'copy_exists']);
    const { status, body } = await post(`/api/admin/backup-runs/${run.id}/discard`);
    expect([status, body.status, body.report.length]).toEqual([200, 'discarded', run.report.length]);
    expect(await listSchemas()).toEqual([]);
    expect((await post(`/api/admin/backup-runs/${run.id}/discard`)).status).toBe(409);
    const actions = (await db('auditLog').where({ subject: 'backup', subjectId: backup.name }).pluck('action')) as string[]; // prettier-ignore
    expect(actions).toEqual(['backup.restored', 'backup.discarded']);
  });

  it('needs the password of the admin', async () => {
    const { id } = await makeBackup();
    const { status, body } = await post(`/api/admin/backups/${id}/restore`, { password: 'not this one' });
    expect([status, body.message]).toEqual([400, "That's not your password."]);
    expect(await listSchemas()).toEqual([]);
  });

  it.each<[string, (file: Buffer) => Buffer, RegExp]>([
    ['truncated', (file) => file.subarray(0, file.length - 3000), /damaged or cut off/],
    ['truncated at a line', (file) => gzipSync(gunzipSync(file).subarray(0, -4000)), /cut off/],
    ['altered', (file) => gzipSync(Buffer.from(gunzipSync(file).toString('latin1').replace('Austin', 'Boston'), 'latin1')), /checksum/],
    ['of a newer release', (file) => gzipSync(gunzipSync(file).toString('latin1').replace(/"version":\d/, '"version":9')), /newer release/],
    ['not a backup', () => Buffer.from('hello'), /not a backup/],
  ])('isn’t left behind by a file that is %s', async (_what, change, sentence) => {
    const backup = await makeBackup();
    await replaceFile(backup, change(await readFile(backup.path)));
    const run = await restore(backup.id);
    expect([run.status, run.message]).toEqual(['failed', expect.stringMatching(sentence)]);
    expect(run.message).toContain('Nothing was changed.');
    expect(await listSchemas()).toEqual([]);
  }); // prettier-ignore

  it('isn’t made from a file that changed on the disk, and the backup is marked as damaged', async () => {
    const backup = await makeBackup();
    const bytes = await readFile(backup.path);
    bytes[1000]! ^= 1;
    await writeFile(backup.path, bytes);
    expect((await restore(backup.id)).message).toMatch(/Its file is damaged: the checksum differs/);
    const { body } = await app.get('/api/admin/backups', { token });
    expect(body.backups[0]).toMatchObject({ id: backup.id, damaged: true });
  });

  it('is made once when two servers start it at the same time', async () => {
    const { id } = await makeBackup();
    const press = (server: TestApp) => post(`/api/admin/backups/${id}/restore`, { password: PASSWORD }, server);
    const answers = await Promise.all([press(app), press(secondServer), press(app), press(secondServer)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body.message).toBe('A backup is being restored right now, started by Maria Lopez.');
    await Promise.all([app.jobs(), secondServer.jobs()]);
    expect(await app.deps.db('backupRuns').where({ kind: 'restore' }).pluck('status')).toEqual(['ready']);
    expect(await listSchemas()).toHaveLength(1);
  });

  it('is canceled while it waits for the database, and leaves nothing', async () => {
    const { id } = await makeBackup();
    const blocker = await app.deps.db.transaction();
    await blocker.raw('lock table articles in access exclusive mode');
    const { body } = await post(`/api/admin/backups/${id}/restore`, { password: PASSWORD });
    const running = carryOutRun(secondServer.deps, body.id);
    try {
      await vi.waitFor(async () => expect((await getRun(body.id)).phase).toBe('comparing'), { timeout: 20_000 });
      expect((await post(`/api/admin/backup-runs/${body.id}/cancel`)).status).toBe(200);
      await running;
    } finally {
      await blocker.rollback();
    }
    expect(await getRun(body.id)).toMatchObject({
      status: 'canceled',
      message: 'This was canceled. Nothing was changed.',
    });
    expect(await listSchemas()).toEqual([]);
    expect((await post(`/api/admin/backup-runs/${body.id}/cancel`)).status).toBe(409);
  });

  it('is dropped after a week, and so is one that no run knows', async () => {
    const { id } = await makeBackup();
    const run = await restore(id);
    await app.deps.db.raw('create schema restore_999999');
    await sweepBackupRuns(app.deps);
    expect(await listSchemas()).toEqual([`restore_${run.id}`]);
    app.deps.clock.advance(8 * 86_400_000);
    await sweepBackupRuns(app.deps);
    expect(await listSchemas()).toEqual([]);
    expect((await getRun(run.id)).status).toBe('discarded');
  });
});

describe('a scheduled restore drill', () => {
  const drill = async (server = app) => {
    await drillNewestBackup(server.deps);
    const { body } = await app.get('/api/admin/backups', { token });
    return { drill: body.backups[0].drill, run: body.runs[0] };
  };
  const readEmails = async () => {
    const payloads = (await app.deps.db('jobs').where({ name: 'mail' }).pluck('payload')) as { sealed: string }[];
    return payloads.map(
      ({ sealed }) => JSON.parse(app.deps.secret.open('mail', sealed)) as { to: string; subject: string; text: string[] },
    );
  }; // prettier-ignore

  it('restores the newest backup, reports the result, and discards the copy', async () => {
    await makeBackup();
    const { drill: result, run } = await drill();
    expect(result).toMatchObject({ passed: true, message: expect.stringMatching(/^The backup can be restored: [\d,]+ rows in \d+ tables, every checksum matches/) }); // prettier-ignore
    expect(run).toMatchObject({ kind: 'drill', status: 'done', userName: 'Schedule', report: null });
    expect(await listSchemas()).toEqual([]);
    expect(await readEmails()).toEqual([]);
  });

  it('emails the admins when it fails', async () => {
    const { path, name } = await makeBackup();
    await truncate(path, 5000);
    const { drill: result } = await drill();
    expect(result).toMatchObject({ passed: false, message: expect.stringContaining('Its file is damaged') });
    const emails = await readEmails();
    expect(emails.map(({ subject }) => subject)).toEqual(emails.map(() => 'A restore drill failed'));
    const own = emails.find(({ to }) => to === 'maria@example.com');
    expect(own!.text.join(' ')).toMatch(new RegExp(`${name} failed on .* ET\\. This backup can’t be restored\\.`));
  });

  it('fails when this server’s SECRET_KEY can’t open the credentials', async () => {
    await makeBackup();
    const deps = { ...app.deps, secret: createSecrets('another key that is long enough to be one') };
    const { drill: result } = await drill({ ...app, deps });
    expect(result).toMatchObject({ passed: false, message: expect.stringContaining('different SECRET_KEY') });
  });

  it('compares the rows with the checksums recorded when the backup was made', async () => {
    const { id } = await makeBackup();
    const { sections } = (await app.deps.db('backups').where({ id }).first('sections')) as {
      sections: Record<string, { rows: number }>;
    };
    sections.dentists!.rows += 1;
    await app.deps
      .db('backups')
      .where({ id })
      .update({ sections: JSON.stringify(sections) });
    expect((await drill()).drill).toMatchObject({ passed: false, message: expect.stringContaining('recorded') });
  });

  it('emails the admins when the nightly backup fails', async () => {
    const config = { ...app.deps.config, DATA_DIR: join(app.deps.config.DATA_DIR, 'not-a-folder') };
    await writeFile(config.DATA_DIR, '');
    app.deps.clock.advance(86_400_000);
    await expect(makeReportedBackup({ ...app.deps, config })).rejects.toThrow(/ENOTDIR/);
    expect((await readEmails()).map(({ subject }) => subject)).toContain('The nightly backup failed');
    expect(existsSync(join(config.DATA_DIR, 'backups'))).toBe(false);
  });
});
