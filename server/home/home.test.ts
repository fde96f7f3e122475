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

it('shows money, sign-ups, drafts, data health, backups, and visits, each with the figure before', async () => {
  const { db } = app.deps;
  const admin = await app.signIn({ role: 'admin' });
  for (const table of ['transactions', 'articles', 'backups', 'dataHealthDays', 'insightDaily'])
    await db(table).delete();
  await db('users')
    .whereNot({ id: admin.userId })
    .update({ createdAt: hours(-24 * 40) });
  await db('users')
    .where({ id: admin.userId })
    .update({ createdAt: hours(-24 * 3) });
  const paid = { customerId: 'cus_1', description: 'Plan', status: 'paid', currency: 'usd', createdAt: hours(-1) };
  await db('transactions').insert([
    { ...paid, invoiceId: 'in_1', cents: 6_000, paidCents: 6_000, refundedCents: 1_000, paidAt: hours(-24) },
    { ...paid, invoiceId: 'in_2', cents: 2_000, paidCents: 2_000, paidAt: hours(-24 * 45) },
    { ...paid, invoiceId: 'in_3', cents: 9_000, status: 'failed' },
  ]);
  const words = { content: 'W', excerpt: 'W', topicId: 'oral-health', category: 'Care', author: 'A', readTime: 1 };
  await db('articles').insert([
    { ...words, title: 'New', slug: 'new', createdAt: hours(-1) },
    { ...words, title: 'Old', slug: 'old', createdAt: hours(-24 * 20) },
    { ...words, title: 'Later', slug: 'later', createdAt: hours(-1), scheduledPublishAt: hours(9) },
  ]);
  const backup = { kind: 'nightly', place: 'folder', name: 'b', sha256: 'x', rows: 1, madeBy: 'System' };
  await db('backups').insert([
    { ...backup, bytes: 900, madeAt: hours(-6) },
    { ...backup, bytes: 700, madeAt: hours(-30) },
    { ...backup, bytes: 100, madeAt: hours(-60) },
  ]);
  await db('dataHealthDays').insert([
    { day: '2026-03-02', total: 9, counts: JSON.stringify({ no_phone: 4, stale: 1 }) },
    { day: '2026-02-20', total: 9, counts: JSON.stringify({ no_phone: 8 }) },
  ]);
  await db('insightDaily').insert([
    { day: '2026-03-01', measure: 'sessions', n: 12 },
    { day: '2026-02-22', measure: 'sessions', n: 5 },
    { day: '2026-03-01', measure: 'views', n: 99 },
  ]);
  const { figures } = await home(admin.token);
  expect(figures).toEqual([
    { kind: 'money', value: 5_000, before: 2_000, at: null },
    { kind: 'sign-ups', value: 1, before: 0, at: null },
    { kind: 'drafts', value: 2, before: 1, at: null },
    { kind: 'published', value: 0, before: 0, at: null },
    { kind: 'health', value: 5, before: 8, at: '2026-03-02T00:00:00.000Z' },
    { kind: 'backups', value: 900, before: 700, at: hours(-6).toISOString() },
    { kind: 'visits', value: 12, before: 5, at: null },
  ]);
});

it('shows each role only what it may open', async () => {
  const sections = async (role: 'editor' | 'reviewer' | 'analyst') => {
    const { token } = await app.signIn({ role });
    const { due, figures, failed, changed } = await home(token);
    const kindsOf = (rows: { kind: string }[]) => rows.map(({ kind }) => kind);
    return { due: kindsOf(due), figures: kindsOf(figures), failed, changed };
  };
  expect(await sections('reviewer')).toEqual({
    due: ['claims', 'transfers', 'privacy', 'listings', 'reviews', 'problems', 'messages'],
    figures: ['health'],
    failed: [],
    changed: [],
  });
  expect(await sections('analyst')).toEqual({ due: [], figures: ['health', 'visits'], failed: [], changed: [] });
  expect(await sections('editor')).toEqual({ due: [], figures: ['drafts', 'published'], failed: [], changed: [] });
  const { token } = await app.signIn({ role: 'editor' });
  expect((await app.get('/api/admin/counts', { token })).body).toEqual({
    listing: null,
    problem: null,
    message: null,
    privacy: null,
    review: null,
  });
});
