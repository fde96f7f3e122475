import { afterAll, beforeAll, expect, it } from 'vitest';
import { testClock } from '../base/clock.ts';
import { CspReportLog } from './csp-reports.ts';
import { PassThrough } from 'node:stream';
import { once } from 'node:events';
import type { Request } from 'express';
import { testApp, type TestApp } from '../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

it('logs at most ten reports a minute, and counts the rest', async () => {
  const lines: object[] = [];
  const log = { warn: (fields: object) => void lines.push(fields) } as unknown as Parameters<
    CspReportLog['receive']
  >[1]['log'];
  const clock = testClock();
  const reports = new CspReportLog();
  const send = async () => {
    const req = new PassThrough();
    reports.receive(req as unknown as Request, { clock, log });
    req.resume().end('x'.repeat(10_000));
    await once(req, 'close');
  };
  for (let n = 0; n < 200; n++) await send();
  expect(lines).toHaveLength(10);
  expect(lines[0]).toEqual({ report: 'x'.repeat(4_000) });
  clock.advance(60_000);
  await send();
  expect(lines.slice(10)).toEqual([{ skipped: 190 }, { report: 'x'.repeat(4_000) }]);
});

it('accepts every report', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 30 }, () =>
      fetch(`${app.url}/api/csp-report`, {
        method: 'POST',
        headers: { 'content-type': 'application/csp-report' },
        body: '{"csp-report":{}}',
      }).then(({ status }) => status),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
});
