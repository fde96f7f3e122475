import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { rows } from '#server/base/db/knex.ts';
import { createLog } from '#server/base/log.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

async function dump(): Promise<string> {
  const tables = await rows<{ name: string }>(
    app.deps.db,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts = await Promise.all(
    tables.map(({ name }) => rows<{ row: string }>(app.deps.db, `select cast(t as text) as row from ${name} t`)),
  );
  return texts
    .flat()
    .map(({ row }) => row)
    .join('\n');
}

it('the database and the log contain no password, token, code, or secret in plain text', async () => {
  const log: string[] = [];
  const deps = { ...app.deps, log: createLog('trace', { write: (line) => void log.push(line) }) };
  const server = createServer(createApp(deps));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = async (path: string, body: unknown, token?: string) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    return { set: response.headers.get('set-cookie') ?? '', body: await response.json() };
  };

  const email = 'secret@example.com';
  const password = 'whispering granite owl';
  const changed = 'a different granite owl';
  const { body: made, set } = await call('/api/auth/signup', { email, password, name: 'Sid' });
  const cookie = decodeURIComponent(/enamel=s%3A([^.;]+)/.exec(set)![1]!);
  const { body: enrolled } = await call('/api/auth/two-factor/enrol', { password }, made.token);
  const code = new TOTP({ secret: Secret.fromBase32(enrolled.secret) }).generate({
    timestamp: app.deps.clock.now().getTime(),
  });
  const { body: confirmed } = await call('/api/auth/two-factor/confirm', { code }, made.token);
  const { body: step } = await call('/api/auth/login', { email, password });
  await call('/api/auth/login', { email, password: 'a wrong granite owl' });
  await call('/api/auth/forgot-password', { email });
  // The email job is pending, with the link in its payload.
  await app.jobs();
  const outbox = join(app.deps.config.DATA_DIR, 'outbox');
  const mails = (await Promise.all((await readdir(outbox)).map((file) => readFile(join(outbox, file), 'utf8')))).join(
    '\n',
  );
  const reset = /reset-password\?token=3D([\w-]+(?:=\r\n[\w-]+)*)/.exec(mails)![1]!.replaceAll('=\r\n', '');
  const beforeReset = await dump();
  await call('/api/auth/reset-password', { token: reset, password: changed });
  await fetch(`${url}/reset-password?token=${reset}`);
  await fetch(`${url}/api/auth/me?token=${made.token}`);
  const waiting = await dump();
  await new Promise((done) => server.close(done));

  const secrets: Record<string, string> = {
    password,
    'changed password': changed,
    'wrong password': 'a wrong granite owl',
    token: made.token,
    cookie,
    challenge: step.challenge,
    'reset token': reset,
    'TOTP secret': enrolled.secret,
    ...Object.fromEntries((confirmed.recoveryCodes as string[]).map((one, i) => [`recovery code ${i}`, one])),
  };
  expect(Object.keys(secrets)).toHaveLength(18);
  const stored = `${beforeReset}\n${waiting}`.toLowerCase();
  expect(stored).toContain(email);
  expect(log.length).toBeGreaterThan(8);
  const written = log.join('').toLowerCase();
  for (const [name, value] of Object.entries(secrets)) {
    expect(value, name).toMatch(/.{8,}/);
    for (const form of [
      value,
      value.replace('-', ''),
      Buffer.from(value).toString('hex'),
      Buffer.from(value).toString('base64').slice(0, -3),
    ]) {
      expect([name, stored.includes(form.toLowerCase())]).toEqual([name, false]);
      expect([name, written.includes(form.toLowerCase())]).toEqual([name, false]);
    }
  }
});
