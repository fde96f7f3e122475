import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClaimDossier } from '#contract/claims/claims.ts';
import { seedSample } from '#server/sample/seed.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { seedClaims } from './sample-claims.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now: '2026-03-04T15:00:00Z' });
  await seedSample(app.databaseUrl, { count: 300, clock: app.deps.clock, hashPassword: async () => 'x', seed: 7 });
  await seedClaims(app.deps);
});
afterAll(() => app.stop());

it('puts claims of every kind into the queue of the sample listings', async () => {
  const { token } = await app.signIn({ role: 'reviewer' });
  const claims = (await app.get('/api/admin/claim-requests?status=pending', { token })).body as ClaimDossier[];
  expect(claims).toHaveLength(7);
  expect(new Set(claims.map(({ evidence }) => evidence.verdict))).toEqual(new Set(['strong', 'fair', 'weak']));
  expect(claims.filter(({ rivals }) => rivals > 0)).toHaveLength(2);
  expect(claims.filter(({ overdue }) => overdue).map(({ requestorName }) => requestorName)).toEqual(['Lucia Romero']);
  expect(claims.filter(({ evidenceAsked }) => evidenceAsked)).toHaveLength(1);
  const [document, ...others] = claims.flatMap(({ attachments }) => attachments);
  expect([document, others]).toEqual([
    expect.objectContaining({ name: 'letterhead.pdf', type: 'application/pdf' }),
    [],
  ]);
  const { status, headers } = await app.get(`/api/admin/claim-attachments/${document!.id}`, { token });
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
});
