import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { StaffHome } from '#contract/home/staff-home.ts';
import type { InboxDetail } from '#contract/inbox.ts';
import type { ReviewForStaff } from '#contract/reviews/admin-reviews.ts';
import { StaffConsole } from '../console.ts';
import { UnreachableError } from '../connection/server-requests.ts';
import { ConsoleTest } from '../../e2e/harness/main/console-test.ts';
import { createTestHost } from '../../e2e/harness/main/test-host.ts';

let isOnline = true;
let userId: number;
let messageId: number;
let problemId: number;
let privacyId: number;
let reviewId: number;
const notices: string[] = [];

const parts: Parameters<typeof createTestHost>[1] = {
  fetch: (url, init) =>
    isOnline ? fetch(url, init) : Promise.reject(new UnreachableError('offline', 'The server can’t be reached.')),
  notifyUnlessFocused: (title, body, to) => void notices.push(`${title}: ${body} ${to}`),
};
const test: ConsoleTest = new ConsoleTest(parts, addItems);
const { call } = test;
const insert = async (table: string, row: object): Promise<number> =>
  ((await test.app.deps.db(table).insert(row).returning('id')) as { id: number }[])[0]!.id;

async function addItems(): Promise<void> {
  const { db } = test.app.deps;
  for (const table of ['contactMessages', 'privacyRequests', 'listingProblems', 'reviews']) await db(table).delete();
  const dentistId = await insert('dentists', { name: 'Elm Dental', city: 'Austin', state: 'TX' });
  const message = {
    name: 'Pat',
    email: 'p@example.com',
    category: 'billing',
    message: 'Please call me.',
    createdAt: new Date(),
  };
  messageId = await insert('contactMessages', { ...message, subject: 'A refund' });
  problemId = await insert('listingProblems', {
    dentistId,
    about: 'phone',
    message: 'Wrong number',
    createdAt: new Date(),
  });
  const request = { kind: 'access', name: 'Ann', email: 'a@example.com', receivedAt: new Date(0) };
  privacyId = await insert('privacyRequests', { ...request, dueAt: new Date(1_000) });
  const at = new Date();
  reviewId = await insert('reviews', { dentistId, status: 'flagged', stars: 2, visitMonth: '2026-10-01', body: 'They were kind, but the wait was long.', authorName: 'Kim', language: 'en', flags: ['link'], writtenAt: at, sentAt: at, changedAt: at, dueAt: at }); // prettier-ignore
}
beforeAll(async () => {
  ({ id: userId } = await call<{ id: number }>('GET', '/api/auth/me'));
  await test.staffConsole.syncAgain();
});

const rowsOf = async (table: string, query = '') =>
  (
    await call<{ rows: { id: number; title: string }[] }>(
      'GET',
      `/api/admin/tables/${table}/rows?columns=title${query}`,
    )
  ).rows;
const dueOf = async (kind: string) =>
  (await call<StaffHome>('GET', '/api/admin/home')).due.find((row) => row.kind === kind)!;

it('works on messages, reports, privacy requests, and reviews without a server, and sends each change once after a restart', async () => {
  isOnline = false;
  expect(await rowsOf('messages')).toMatchObject([{ id: messageId, title: 'A refund', topic: 'Billing', due: null }]);
  expect(await rowsOf('messages', '&q=refund')).toHaveLength(1);
  expect(await rowsOf('messages', '&q=nobody')).toEqual([]);
  expect(await rowsOf('problems')).toMatchObject([{ title: 'Elm Dental', topic: 'Phone number' }]);
  expect(await dueOf('privacy')).toMatchObject({ count: 1, overdue: 1 });
  // Closed items are not kept, so the list says that it needs the server.
  await expect(rowsOf('messages', `&filters=${encodeURIComponent('{"view":["closed"]}')}`)).rejects.toThrow('503');

  const item = (kind: string, id: number) => `/api/admin/inbox/${kind}/${id}`;
  await call('PATCH', item('message', messageId), { assigneeId: userId, read: { assigneeId: null } });
  await call('POST', `${item('message', messageId)}/notes`, { note: 'Called twice.' });
  const replied = await call<InboxDetail>('POST', `/api/admin/messages/${messageId}/reply`, { message: 'We paid.' });
  expect(replied).toMatchObject({ assignee: 'Maria Lopez', isOpen: false, status: 'closed', noteCount: 1 });
  expect([replied.notes[0], replied.replies[0]]).toMatchObject([
    { by: 'Maria Lopez', text: 'Called twice.' },
    { by: 'Maria Lopez', text: 'We paid.' },
  ]);
  expect(await rowsOf('reviews')).toMatchObject([{ title: 'Elm Dental', topic: 'Has a link' }]);
  const review = await call<ReviewForStaff>('GET', `/api/admin/reviews/${reviewId}`);
  expect(review).toMatchObject({ status: 'flagged', flags: ['link'] });
  const published = { decision: 'publish', changedAt: review.changedAt };
  expect(await call('POST', `/api/admin/reviews/${reviewId}/decide`, published)).toMatchObject({ status: 'published' });
  expect(await call('GET', `/api/admin/reviews/${reviewId}`)).toMatchObject({ status: 'published' });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await call('PATCH', item('problem', problemId), { snoozedUntil: until, read: { snoozedUntil: null } });
  await call('PATCH', `/api/admin/privacy-requests/${privacyId}`, {
    status: 'done',
    notes: 'Sent.',
    read: { status: 'open' },
  });
  for (const table of ['messages', 'problems', 'privacy', 'reviews']) expect(await rowsOf(table)).toEqual([]);
  expect(await rowsOf('problems', `&filters=${encodeURIComponent('{"view":["snoozed"]}')}`)).toHaveLength(1);
  for (const kind of ['messages', 'problems', 'privacy', 'reviews'])
    expect(await dueOf(kind), kind).toMatchObject({ count: 0, overdue: 0 });
  expect(await readFile(join(test.folder, 'inbox.sealed'), 'latin1')).not.toContain('refund');

  await test.staffConsole.stop();
  test.staffConsole = await StaffConsole.open(createTestHost(test.folder, parts));
  expect(test.staffConsole.state().outbox.waiting).toBe(6);
  expect(await rowsOf('messages')).toEqual([]);
  isOnline = true;
  test.staffConsole.start();
  await expect.poll(() => test.staffConsole.state().outbox.waiting, { timeout: 30_000 }).toBe(0);
  const { db } = test.app.deps;
  expect(await db('contactReplies').where({ messageId }).pluck('body')).toEqual(['We paid.']);
  expect(await db('inboxNotes').pluck('note')).toEqual(['Called twice.']);
  expect(await db('contactMessages').where({ id: messageId }).pluck('status')).toEqual(['closed']);
  expect(await db('privacyRequests').where({ id: privacyId }).pluck('status')).toEqual(['done']);
  expect(await db('reviews').where({ id: reviewId }).pluck('status')).toEqual(['published']);
});

it('names what came in with a sync, but not what was there at the first one', async () => {
  await test.staffConsole.syncAgain();
  expect(notices).toEqual([]);
  const message = {
    name: 'Sam',
    email: 's@example.com',
    category: 'general',
    message: 'Hello.',
    createdAt: new Date(),
  };
  const id = await insert('contactMessages', { ...message, subject: 'Opening hours' });
  await test.staffConsole.syncAgain();
  expect(notices).toEqual([`New message: Opening hours /admin/messages?item=${id}`]);
});

it('keeps a change that a colleague’s change refused, and says which one it was', async () => {
  const { db } = test.app.deps;
  await db('listingProblems').where({ id: problemId }).update({ status: 'open' });
  await test.staffConsole.syncAgain();
  isOnline = false;
  const close = { status: 'dismissed', read: { status: 'open' } };
  await call('PATCH', `/api/admin/problems/${problemId}`, close);
  await db('listingProblems').where({ id: problemId }).update({ status: 'resolved' });
  isOnline = true;
  await test.staffConsole.connection.connect();
  await expect
    .poll(() => test.staffConsole.state().outbox.conflicts, { timeout: 30_000 })
    .toMatchObject([{ wanted: `Close or reopen report ${problemId}` }]);
});
