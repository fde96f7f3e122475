import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { checkKeys, type CheckResult } from './examine.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

function runDoctor(args: string[], env: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const command = ['run', '--silent', 'doctor', '--', ...args];
    const own = { PATH: process.env.PATH, DATA_DIR: app.deps.config.DATA_DIR, ...env };
    execFile('npm', command, { cwd: root, env: own }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

it('npm run doctor lists every check, ends with 1 on errors, and prints no secret', async () => {
  const { code, output } = await runDoctor(['--json'], {
    NODE_ENV: 'production',
    PUBLIC_URL: app.url,
    DATABASE_URL: app.databaseUrl,
    SECRET_KEY: 'a secret for tests that is long enough',
    SMTP_URL: 'smtp://mailer:smtp-password-4711@127.0.0.1:9',
    MAIL_FROM: 'hello@localhost',
    METRICS_TOKEN: 'a token that is too secret to print',
    TRUST_PROXY: 'many',
  });
  expect(code).toBe(1);
  const { errors, checks } = JSON.parse(output) as { errors: number; checks: CheckResult[] };
  const stateOf = (key: string) => checks.find((check) => check.key === key)?.state;
  expect(errors).toBe(checks.filter(({ state }) => state === 'error').length);
  for (const key of ['migrations', 'schema', 'database-rights', 'address', 'proxies'])
    expect(stateOf(key), key).toBe('ok');
  for (const key of ['settings', 'email-login', 'database-settings']) expect(stateOf(key), key).toBe('error');
  for (const { key, state, fix } of checks) expect(Boolean(fix), key).toBe(state === 'warning' || state === 'error');
  for (const secret of [new URL(app.databaseUrl).password, 'smtp-password-4711', 'too secret to print', 'long enough'])
    expect(output).not.toContain(secret);
});

it('npm run doctor runs chosen checks, and ends with 0 without errors', async () => {
  const env = { DATABASE_URL: app.databaseUrl };
  expect(await runDoctor(['schema', 'migrations'], env)).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^ok {7}Migrations {10}All \d+ migrations ran\.\nok {7}Schema {14}Tables, .*\n\n0 errors, 0 warnings\n$/,
    ),
  });
  expect(await runDoctor(['teeth'], env)).toMatchObject({
    code: 2,
    output: expect.stringMatching(/^Usage: .*\nChecks: settings, /),
  });
});

it('the page of the panel is for administrators', async () => {
  const { token } = await app.signIn({ role: 'admin' });
  const { status, body } = await app.get('/api/admin/doctor', { token });
  expect(status).toBe(200);
  expect(body.checks).toHaveLength(checkKeys.length);
  expect(body.checks.find(({ key }: CheckResult) => key === 'schema')).toMatchObject({
    state: 'ok',
    label: 'Schema',
    fix: null,
  });
  const { token: reviewer } = await app.signIn({ role: 'reviewer' });
  expect((await app.get('/api/admin/doctor', { token: reviewer })).status).toBe(403);
  expect((await app.get('/api/admin/doctor')).status).toBe(401);
});
