import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { ensureAdmin } from './create-admin.ts';
import { hashPassword } from '../sign-in/password.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

const password = 'a kettle on the stove';
/** The audit entries of an account, oldest first. */
const auditOf = async (email: string) => {
  const { id } = await app.deps.db('users').where({ email }).first('id');
  return app.deps
    .db('auditLog')
    .where({ subject: 'user', subjectId: String(id) })
    .orderBy('id')
    .select('action', 'actorName', 'before', 'after', 'note');
};
const login = (email: string, given = password) => app.post('/api/auth/login', { email, password: given });

function command(args: string[], input: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/accounts/admin/admin-command.ts', ...args], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env: { ...process.env, DATABASE_URL: app.databaseUrl },
  });
  child.stdin.end(input);
  return new Promise<{ code: number | null; text: string }>((done) => {
    let text = '';
    child.stdout.on('data', (part) => (text += part));
    child.stderr.on('data', (part) => (text += part));
    child.on('close', (code) => done({ code, text }));
  });
}

describe('creating an administrator', () => {
  it('creates the administrator at startup only if it does not exist', async () => {
    expect(await ensureAdmin(app.deps, 'Boss@Example.com', password)).toBe(true);
    const { body } = await login('boss@example.com');
    expect(body.user.role).toBe('admin');
    expect(await ensureAdmin(app.deps, 'boss@example.com', 'another kettle entirely')).toBe(false);
    expect(await auditOf('boss@example.com')).toEqual([
      {
        action: 'user.promoted',
        actorName: 'System',
        before: null,
        after: { role: 'admin', password: '[hidden]' },
        note: 'boss@example.com was created as an administrator on the server.',
      },
    ]);
    expect((await login('boss@example.com')).status).toBe(200);
  });

  it('takes over an existing account with the same email and ends its sessions', async () => {
    const squatter = await app.post('/api/auth/signup', {
      email: 'soon@example.com',
      password: 'i was here first',
      name: 'S',
    });
    expect(await ensureAdmin(app.deps, 'soon@example.com', password)).toBe(true);
    expect((await app.get('/api/auth/me', { token: squatter.body.token })).status).toBe(401);
    expect((await login('soon@example.com', 'i was here first')).status).toBe(401);
    expect((await login('soon@example.com')).body.user.role).toBe('admin');
  });

  it('works from the command line, with the password on standard input', async () => {
    const made = await command(['new@example.com'], `${password}\n`);
    expect(made).toEqual({ code: 0, text: 'new@example.com is now an administrator.\n' });
    expect((await login('new@example.com')).body.user.role).toBe('admin');
    const changed = await command(['new@example.com'], 'the kettle has boiled');
    expect([changed.code, changed.text]).toEqual([0, expect.stringContaining('has a new password')]);
    expect((await login('new@example.com', 'the kettle has boiled')).status).toBe(200);
    const [, reset, ...others] = await auditOf('new@example.com');
    expect(others).toEqual([]);
    expect(reset).toMatchObject({ before: { password: '[hidden]' }, after: { password: '[hidden]' } });
    expect(reset.note).toMatch(/^new@example\.com was made an administrator with a new password on the server\./);
    const weak = await command(['new@example.com'], 'short');
    expect(weak).toEqual({ code: 1, text: 'Please use at least 15 characters.\n' });
    expect(await command(['nonsense'], password)).toEqual({ code: 1, text: 'Usage: npm run admin -- EMAIL\n' });
  }, 90_000);

  it('emails the administrator about every login', async () => {
    await app.deps
      .db('users')
      .insert({ email: 'plain@example.com', name: 'Plain', password: await hashPassword(password) });
    await login('plain@example.com');
    await app.deps.db('jobs').delete();
    await login('boss@example.com');
    await app.jobs();
    const outbox = join(app.deps.config.DATA_DIR, 'outbox');
    const mails = await Promise.all((await readdir(outbox)).map((file) => readFile(join(outbox, file), 'utf8')));
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('To: boss@example.com');
    expect(mails[0]).toContain('Subject: New login to your administrator account');
    expect(mails[0]).toContain('127.0.0.1');
  });
});
