import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { enqueue, job } from '#server/base/jobs/queue.ts';
import { runDueJobs } from '#server/base/jobs/worker.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { sendCsv } from '#server/test/files/bulk.ts';

const METRICS_TOKEN = 'a token for tests';
let app: TestApp;
let plain: TestApp;
beforeAll(async () => {
  app = await testApp({ env: { METRICS_TOKEN } });
  plain = await testApp();
});
afterAll(() => Promise.all([app.stop(), plain.stop()]));

const scrape = async (): Promise<Map<string, number>> => {
  const { status, text, headers } = await app.get('/metrics', { token: METRICS_TOKEN });
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
};

it('is an unknown page without the token, and where no token is set', async () => {
  for (const token of [undefined, 'another token', `${METRICS_TOKEN}x`, ''])
    expect((await app.get('/metrics', { token })).status).toBe(404);
  expect((await plain.get('/metrics', { token: METRICS_TOKEN })).status).toBe(404);
  await expect(testApp({ env: { METRICS_TOKEN: 'short' } })).rejects.toThrow('METRICS_TOKEN');
});

it('counts and times requests by route and status, with few labels', async () => {
  for (let id = 1; id <= 30; id++) await app.get(`/api/dentists/${id}`);
  for (let n = 0; n < 30; n++) await app.get(`/api/nothing-${n}`);
  await app.get('/api/services');
  const samples = await scrape();
  expect(samples.get('enamel_http_requests_total{method="GET",route="/api/dentists/:id",status="404"}')).toBe(30);
  expect(samples.get('enamel_http_requests_total{method="GET",route="unknown calls",status="404"}')).toBe(30);
  expect(samples.get('enamel_http_request_seconds_count{method="GET",route="/api/services"}')).toBe(1);
  expect(samples.get('enamel_http_request_seconds_bucket{le="30",method="GET",route="/api/dentists/:id"}')).toBe(30);
  expect([...samples.keys()].filter((name) => name.startsWith('enamel_http_requests_total')).length).toBeLessThan(10);
});

it('reports connections, slots, caches, imports, the event loop, and failed emails', async () => {
  await app.get('/api/dentists');
  await app.get('/api/dentists');
  const { token } = await app.signIn({ role: 'admin' });
  await sendCsv(app, token, 'name,zip\nAda Test,02134\n');
  const samples = await scrape();
  for (const name of [
    'enamel_db_up',
    'enamel_db_pool_connections{pool="pages",state="waiting"}',
    'enamel_db_pool_connections{pool="downloads",state="used"}',
    'enamel_slots{queue="lists",state="running"}',
    'enamel_slots{queue="downloads",state="waiting"}',
    'enamel_imports_total{status="done"}',
    'enamel_imports_running',
    'enamel_job_failures_total{job="mail"}',
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
  ])
    expect([name, samples.get(name)]).toEqual([name, expect.any(Number)]);
  expect(samples.get('enamel_cache_reads_total{cache="directory",result="hit"}')).toBeGreaterThan(0);
  expect(samples.get('enamel_db_up')).toBe(1);
});

it('reports the number, the age, and the failures of background jobs', async () => {
  const fail = job('fail', {
    payload: z.object({}),
    attempts: 1,
    handle: () => Promise.reject(new Error('no')),
  });
  const wait = job('wait', { payload: z.object({}), handle: async () => {} });
  const runAt = app.deps.clock.now();
  await enqueue(app.deps.db, fail, {}, { runAt });
  await runDueJobs(app.deps, [fail]);
  await app.deps.db('jobs').insert({ name: 'wait', payload: '{}', maxAttempts: 1, runAt, createdAt: runAt });
  app.deps.clock.advance(90_000);
  const samples = await scrape();
  expect(samples.get('enamel_jobs_due')).toBe(1);
  expect(samples.get('enamel_jobs_failed')).toBe(1);
  expect(samples.get('enamel_jobs_oldest_seconds')).toBeCloseTo(90, 0);
  expect(samples.get('enamel_job_failures_total{job="fail"}')).toBe(1);
  await runDueJobs(app.deps, [wait]);
  expect((await scrape()).get('enamel_jobs_due')).toBe(0);
});
