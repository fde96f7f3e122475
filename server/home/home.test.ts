import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now: '2026-03-02T15:00:00Z' });
});
afterAll(() => app.stop());

const hours = (n: number) => new Date(app.deps.clock.now().getTime() + n * 3_600_000);
const insert = async (table: string, row: object): Promise<number> =>
  (await app.deps.db(table).insert(row).returning('id'))[0].id;
const home = async (token: string) => (await app.get('/api/admin/home', { token })).body;

it('counts what is due, what is late, and what is mine, and leaves snoozed and closed items out', async () => {
  const { db } = app.deps;
  for (const table of ['contactMessages', 'privacyRequests', 'listingProblems', 'claimRequests'])
    await db(table).delete();
  const admin = await app.signIn({ role: 'admin' });
  const dentistId = await insert('dentists', { name: 'Due Dental', city: 'Austin', state: 'TX' });
  const claim = {
    dentistId,
    requestorName: 'Olivia',
    requestorEmail: 'o@example.com',
    requestorPhone: '1',
    relationshipToPractice: 'owner',
  };
  await insert('claimRequests', { ...claim, dueAt: hours(-1) });
  await insert('claimRequests', { ...claim, dueAt: hours(9) });
  await insert('claimRequests', { ...claim, dueAt: hours(-9), status: 'rejected' });
  await insert('claimRequests', { ...claim, kind: 'new_listing', userId: admin.userId, dueAt: hours(5) });
  await insert('claimRequests', { ...claim, kind: 'new_owner', dueAt: hours(7) });
  const request = { kind: 'access', name: 'A', email: 'a@example.com', receivedAt: hours(-1) };
  const late = await insert('privacyRequests', { ...request, dueAt: hours(-2) });
  const snoozed = await insert('privacyRequests', { ...request, dueAt: hours(-3) });
  const message = { name: 'P', email: 'p@example.com', category: 'general', message: 'Hi' };
  await insert('contactMessages', { ...message, subject: 'One', createdAt: hours(-5) });
  await insert('contactMessages', { ...message, subject: 'Done', createdAt: hours(-6), status: 'closed' });
  const written = { writtenAt: hours(-1), sentAt: hours(-1), changedAt: hours(-1) };
  const review = { dentistId, stars: 3, visitMonth: '2026-02-01', body: 'They explained every step.', authorName: 'Patient', language: 'en', ...written }; // prettier-ignore
  await insert('listingProblems', { dentistId, about: 'phone', message: 'x', createdAt: hours(-4) });
  await insert('reviews', { ...review, status: 'flagged', dueAt: hours(6) });
  await insert('reviews', { ...review, status: 'waiting', publishAt: hours(1) });
  await db('billingCustomers').insert({ id: 'cus_1', createdAt: hours(-9) });
  const dispute = { customerId: 'cus_1', chargeId: 'ch_1', cents: 6_000, currency: 'usd', reason: 'fraudulent' };
  const dates = { hasEvidence: false, createdAt: hours(-9), updatedAt: hours(-9) };
  await insert('disputes', { ...dispute, ...dates, id: 'du_1', status: 'needs_response', evidenceDueAt: hours(48) });
  await insert('disputes', { ...dispute, ...dates, id: 'du_2', status: 'under_review' });
  const path = (id: number) => `/api/admin/inbox/privacy/${id}`;
  await app.call('PATCH', path(late), { token: admin.token, body: { assigneeId: admin.userId } });
  await app.call('PATCH', path(snoozed), { token: admin.token, body: { snoozedUntil: hours(1).toISOString() } });

  const { due } = await home(admin.token);
  expect(due).toEqual([
    { kind: 'claims', count: 2, overdue: 1, mine: 0, nextAt: hours(-1).toISOString(), hasDeadline: true },
    { kind: 'transfers', count: 1, overdue: 0, mine: 0, nextAt: hours(7).toISOString(), hasDeadline: true },
    { kind: 'disputes', count: 1, overdue: 0, mine: 0, nextAt: hours(48).toISOString(), hasDeadline: true },
    { kind: 'privacy', count: 1, overdue: 1, mine: 1, nextAt: hours(-2).toISOString(), hasDeadline: true },
    { kind: 'listings', count: 1, overdue: 0, mine: 0, nextAt: hours(5).toISOString(), hasDeadline: true },
    { kind: 'reviews', count: 1, overdue: 0, mine: 0, nextAt: hours(6).toISOString(), hasDeadline: true },
    { kind: 'problems', count: 1, overdue: 0, mine: 0, nextAt: hours(-4).toISOString(), hasDeadline: false },
    { kind: 'messages', count: 1, overdue: 0, mine: 0, nextAt: hours(-5).toISOString(), hasDeadline: false },
  ]);
  const counts = (await app.get('/api/admin/counts', { token: admin.token })).body;
  expect(counts).toEqual({ listing: 1, problem: 1, message: 1, privacy: 1, review: 1 });
  // A badge shows what its list holds.
  for (const [kind, n] of Object.entries(counts))
    expect((await app.get(`/api/admin/inbox/${kind}`, { token: admin.token })).headers.get('x-total-count'), kind).toBe(
      String(n),
    );
});

it('shows what failed, and runs failed emails again or dismisses them', async () => {
  const { db } = app.deps;
  const { token } = await app.signIn({ role: 'admin' });
  const at = app.deps.clock.now();
  const job = { payload: '{}', runAt: at, createdAt: at, attempts: 3, maxAttempts: 3 };
  await db('jobs').insert([
    { ...job, name: 'mail', lastError: 'The mailbox is full' },
    { ...job, name: 'insights.close', lastError: 'No' },
    { ...job, name: 'mail', attempts: 1, lastError: 'Tried again soon' },
  ]);
  const run = { createdAt: at, finishedAt: at, userName: 'Maria', fileName: 'partners.csv' };
  await db('importRuns').insert([
    { ...run, status: 'failed', message: 'The file ended early.' },
    { ...run, status: 'failed', createdAt: hours(-200), finishedAt: hours(-200) },
  ]);
  await db('transactions').insert({
    customerId: 'cus_1',
    invoiceId: 'in_1',
    description: 'Pro Max',
    status: 'failed',
    currency: 'usd',
    cents: 9_900,
    createdAt: at,
  });
  const failed = async () => (await home(token)).failed as { kind: string; count: number; detail: string }[];
  expect(await failed()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'mails', count: 1, detail: 'The mailbox is full' }),
      expect.objectContaining({ kind: 'jobs', count: 1, detail: 'insights.close: No' }),
      expect.objectContaining({ kind: 'payments', count: 1, detail: 'Pro Max' }),
      expect.objectContaining({ kind: 'imports', count: 1, detail: 'partners.csv: The file ended early.' }),
    ]),
  );
  const handle = async (kind: string, action: string) =>
    (await app.post('/api/admin/failed-jobs', { kind, action }, { token })).body;
  expect(await handle('jobs', 'dismiss')).toEqual({ count: 1 });
  expect(await db('jobs').where({ name: 'insights.close' })).toEqual([]);
  expect(await handle('mails', 'retry')).toEqual({ count: 1 });
  expect(await db('jobs').where({ name: 'mail' }).orderBy('id').pluck('attempts')).toEqual([0, 1]);
  expect((await failed()).map(({ kind }) => kind).toSorted()).toEqual(['imports', 'payments']);
  expect(await db('auditLog').where({ subject: 'jobs' }).orderBy('id').pluck('action')).toEqual([
    'jobs.dismissed',
    'jobs.retried',
  ]);
});

it('shows the latest imports, merges, transfers, and logins of staff', async () => {
  const { db } = app.deps;
  const admin = await app.signIn({ role: 'admin', name: 'Maria Lopez' });
  const at = app.deps.clock.now();
  await db('importRuns').insert({
    status: 'done',
    createdAt: at,
    finishedAt: at,
    userName: 'Maria Lopez',
    fileName: 'new.csv',
  });
  const keptId = await insert('dentists', { name: 'Kept Dental', city: 'Austin', state: 'TX' });
  await db('listingMerges').insert({ keptId, goneId: 999_999, at, byUser: admin.userId, changes: '{}' });
  await db('listingTransfers').insert({
    dentistId: keptId,
    toUserId: admin.userId,
    status: 'done',
    offeredAt: at,
    expiresAt: at,
    closedAt: at,
  });
  const { changed } = await home(admin.token);
  expect(changed).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'imports', by: 'Maria Lopez', what: 'new.csv' }),
      expect.objectContaining({ kind: 'merges', by: 'Maria Lopez', what: 'Kept Dental', subjectId: keptId }),
      expect.objectContaining({ kind: 'transfers', by: 'Maria Lopez', what: 'Kept Dental', subjectId: keptId }),
      expect.objectContaining({ kind: 'sign-ins', by: 'Maria Lopez', subjectId: admin.userId }),
    ]),
  );
});

it('shows each role only what it may open', async () => {
  const sections = async (role: 'editor' | 'reviewer' | 'analyst') => {
    const { token } = await app.signIn({ role });
    const { due, failed, changed } = await home(token);
    return { due: due.map(({ kind }: { kind: string }) => kind), failed, changed };
  };
  expect(await sections('reviewer')).toEqual({
    due: ['claims', 'transfers', 'privacy', 'listings', 'reviews', 'problems', 'messages'],
    failed: [],
    changed: [],
  });
  expect(await sections('analyst')).toEqual({ due: [], failed: [], changed: [] });
  const { token } = await app.signIn({ role: 'editor' });
  expect((await app.get('/api/admin/counts', { token })).body).toEqual({
    listing: null,
    problem: null,
    message: null,
    privacy: null,
    review: null,
  });
});
