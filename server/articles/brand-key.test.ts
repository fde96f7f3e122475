import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportNames } from '#contract/bulk/bulk.ts';
import { makeNightlyBackup } from '#server/bulk/backup/backup-store.ts';
import { allRoutes } from '#server/routes.ts';
import { json, openaiAnswer, testProvider, type TestProvider } from '#server/test/doubles/ai-provider.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

const FIRST = 'sk-first-very-secret-4f1a9c';
const SECOND = 'sk-second-very-secret-7be20d';
/** The keys in plain text and in other encodings. */
const shapes = [FIRST, SECOND].flatMap((key) => [
  key,
  encodeURIComponent(key),
  Buffer.from(key).toString('base64').replace(/=+$/, ''),
  Buffer.from(key).toString('hex'),
]);
const leaks = (text: string) => shapes.filter((shape) => text.includes(shape));

let app: TestApp;
let provider: TestProvider;
let logged = '';
beforeAll(async () => {
  const log = new Writable({ write: (part: Buffer, _encoding, done) => ((logged += part.toString()), done()) });
  app = await testApp({ env: { AI_ALLOW_LOOPBACK: 'on' }, logTo: log });
  // The provider repeats the key in errors and in normal responses.
  provider = await testProvider((req, res, call) => {
    const said = `You sent ${req.headers.authorization}`;
    if (call % 2) json(res, { error: { message: said } }, 500);
    else json(res, openaiAnswer(said));
  });
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
}

it('the key of an AI brand never appears in a response, export, log, backup, or file', async () => {
  const { token } = await app.signIn({ role: 'admin' });
  const answers: string[] = [];
  const call = async (method: string, path: string, body?: unknown) => {
    const { status, text, body: value } = await app.call(method, path, { token, body });
    answers.push(text);
    return { status, value };
  };
  const brand = { name: 'Echo', apiEndpoint: provider.url, apiKey: FIRST };
  const { value: made } = await call('POST', '/api/admin/ai-brands', brand);
  // Failed requests contain the key too.
  await call('POST', '/api/admin/ai-brands', { ...brand, priority: 99 });
  await call('POST', '/api/admin/ai-brands', `{"apiKey":"${SECOND}",`);
  await call('PUT', `/api/admin/ai-brands/${made.id}`, { apiKey: SECOND, name: 'Echo two' });
  for (let i = 0; i < 2; i++) await call('POST', `/api/admin/ai-brands/${made.id}/test`);
  await call('POST', '/api/admin/articles/bulk-generate?wait=0', { topicIds: ['oral-health'] });
  for (let i = 0; i < 10; i++) await app.jobs();
  expect(provider.calls.some(({ headers }) => headers.authorization === `Bearer ${SECOND}`)).toBe(true);
  const { value: run } = await call('GET', '/api/admin/articles/generation');
  expect(run.items[0].status).toBe('failed');

  // Every call without parameters, and every export.
  const paths = allRoutes
    .filter(
      ({ endpoint }) => endpoint.method === 'GET' && !endpoint.path.includes(':') && !endpoint.path.endsWith('/backup'),
    )
    .map(({ endpoint }) => endpoint.path);
  paths.push(...exportNames.map((name) => `/api/admin/export/${name}`), '/api/admin/audit-log?q=brand');
  const statuses = new Map<string, number>();
  for (const path of paths) statuses.set(path, (await call('GET', path)).status);
  for (const path of [
    '/api/admin/ai-brands',
    '/api/admin/audit-log',
    '/api/admin/export-csv',
    '/api/admin/export/articles',
  ])
    expect([path, statuses.get(path)]).toEqual([path, 200]);
  // This server has no Stripe.
  statuses.delete('/api/admin/plan-prices');
  expect([...statuses].filter(([, status]) => status >= 500)).toEqual([]);
  for (const text of answers) expect(leaks(text)).toEqual([]);

  const response = await fetch(`${app.url}/api/admin/backup`, { headers: { authorization: `Bearer ${token}` } });
  const sent = gunzipSync(Buffer.from(await response.arrayBuffer())).toString('latin1');
  expect(sent).toContain('Echo two');
  expect(leaks(sent)).toEqual([]);
  await makeNightlyBackup(app.deps);
  const files = await filesIn(app.deps.config.DATA_DIR);
  expect(files.some((path) => path.includes('backups'))).toBe(true);
  for (const path of files) {
    const bytes = await readFile(path);
    const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
    expect([path, leaks(text)]).toEqual([path, []]);
  }

  expect(logged).toContain('/api/admin/ai-brands');
  expect(leaks(logged)).toEqual([]);
});
