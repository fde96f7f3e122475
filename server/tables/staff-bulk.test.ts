import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableShapes, type TableName } from '#shared/tables/table-list.ts';
import type { TableShape } from '#shared/tables/table-shape.ts';
import { rows } from '#server/base/db/knex.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
let token: string;
let colleagueId: number;
let listingId: number;
beforeAll(async () => {
  app = await testApp();
  ({ token } = await app.signIn({ role: 'admin', name: 'Pat Staff' }));
  ({ userId: colleagueId } = await app.signIn({ role: 'reviewer', name: 'Rita Reviewer' }));
  [listingId] = (await insert('dentists', [{ name: 'Dr. Bulk' }])) as [number];
  await app.deps.db('articles').delete();
});
afterAll(() => app.stop());

const insert = async (table: string, list: readonly object[]): Promise<number[]> =>
  ((await app.deps.db(table).insert(list).returning('id')) as { id: number }[]).map(({ id }) => id);
const hours = (n: number) => new Date(app.deps.clock.now().getTime() + n * 3_600_000);

interface Case {
  table: TableName;
  action: string;
  /** Whether the action takes a person. */
  isAssignment?: true;
  stored: string;
  make: (n: number) => object;
  /** Edits a row so that the action must leave it alone. */
  touch: object;
  /** SQL of the value that the action changes, and its values before and after. */
  value: string;
  before: unknown;
  after: unknown;
}

const message = (n: number) => ({
  name: 'Ann',
  email: `a${n}@example.com`,
  subject: `Message ${n}`,
  category: 'general',
  message: 'Hello',
  createdAt: hours(-n),
});
const problem = (n: number) => ({ dentistId: listingId, about: 'phone', message: `Wrong ${n}`, createdAt: hours(-n) });
const article = (n: number) => ({
  title: `Article ${n}`,
  slug: `bulk-${n}-${Math.trunc(performance.now() * 1_000)}`,
  content: 'Words',
  excerpt: 'Words',
  topicId: 'oral-health',
  category: 'Care',
  author: 'Pat',
  readTime: 1,
  updatedAt: hours(-n),
});
const assignee = (column: string, alias: string) =>
  `(select assignee_id from inbox_items i where i.${column} = ${alias}.id)`;

const cases: Case[] = [
  { table: 'messages', action: 'close', stored: 'contactMessages', make: message, touch: { status: 'closed' }, value: 't.status', before: 'open', after: 'closed' },
  { table: 'messages', action: 'assign', isAssignment: true, stored: 'contactMessages', make: message, touch: { status: 'closed' }, value: assignee('message_id', 't'), before: null, after: 'colleague' },
  { table: 'problems', action: 'resolve', stored: 'listingProblems', make: problem, touch: { status: 'dismissed' }, value: 't.status', before: 'open', after: 'resolved' },
  { table: 'problems', action: 'dismiss', stored: 'listingProblems', make: problem, touch: { status: 'resolved' }, value: 't.status', before: 'open', after: 'dismissed' },
  { table: 'problems', action: 'assign', isAssignment: true, stored: 'listingProblems', make: problem, touch: { status: 'resolved' }, value: assignee('problem_id', 't'), before: null, after: 'colleague' },
  {
    table: 'privacy', action: 'assign', isAssignment: true, stored: 'privacyRequests',
    make: (n) => ({ kind: 'access', name: 'Bo', email: `b${n}@example.com`, receivedAt: hours(-n), dueAt: hours(700) }),
    touch: { status: 'done', closedAt: new Date('2026-01-01T00:00:00Z') },
    value: assignee('request_id', 't'), before: null, after: 'colleague',
  },
  {
    table: 'newListings', action: 'assign', isAssignment: true, stored: 'claimRequests',
    make: (n) => ({
      kind: 'new_listing', dentistId: listingId, requestorName: 'O', requestorEmail: `o${n}@example.com`,
      requestorPhone: '(512) 555-0100', relationshipToPractice: 'owner', submittedAt: hours(-n), dueAt: hours(40),
    }),
    touch: { status: 'rejected' },
    value: assignee('claim_id', 't'), before: null, after: 'colleague',
  },
  {
    table: 'reviews', action: 'assign', isAssignment: true, stored: 'reviews',
    make: (n) => ({
      dentistId: listingId, status: 'flagged', stars: 3, visitMonth: '2026-01-01', body: `They explained every step ${n}.`, authorName: 'Patient',
      language: 'en', writtenAt: hours(-n), sentAt: hours(-n), changedAt: hours(-n), dueAt: hours(40),
    }),
    touch: { status: 'published' },
    value: assignee('review_id', 't'), before: null, after: 'colleague',
  },
  { table: 'articles', action: 'queue', stored: 'articles', make: article, touch: { updatedAt: new Date('2026-05-05T00:00:00Z') }, value: 't.queued_at is not null', before: false, after: true },
  { table: 'articles', action: 'publish', stored: 'articles', make: article, touch: { updatedAt: new Date('2026-05-05T00:00:00Z') }, value: 't.is_published', before: false, after: true },
  {
    table: 'appointments', action: 'close', stored: 'appointmentRequests',
    make: (n) => ({ dentistId: listingId, state: 'new', createdAt: hours(-n), changedAt: hours(-n) }),
    touch: { state: 'called', changedAt: new Date('2026-05-05T00:00:00Z') },
    value: 't.state', before: 'new', after: 'closed',
  },
]; // prettier-ignore

const tested = new Set(cases.map(({ table, action }) => `${table} ${action}`));
/** Each of these reverses an action above. */
const reverse = ['messages reopen', 'problems reopen', 'articles unqueue'];

it('covers every action of the staff lists', () => {
  const actions = Object.entries(tableShapes as Record<string, TableShape>)
    .filter(([name]) => name !== 'listings' && name !== 'users')
    .flatMap(([name, { actions: all }]) => Object.keys(all).map((action) => `${name} ${action}`));
  expect([...tested, ...reverse].toSorted()).toEqual(actions.toSorted());
});

describe.each(cases)('$action of $table', (one) => {
  const { table, action, stored, make, touch, value, before } = one;
  const canUndo = (tableShapes[table] as TableShape).actions[action]!.canUndo;
  const call = (path: string, body: object = {}) => app.post(`/api/admin/${path}`, body, { token });
  const progress = async (id: number) => (await app.get(`/api/admin/bulk-changes/${id}`, { token })).body;

  it('changes exactly the rows of the preview, and only those that stayed as they were', async () => {
    const { db } = app.deps;
    const snake = stored.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const after = one.after === 'colleague' ? colleagueId : one.after;
    const read = async (ids: readonly number[]) =>
      (
        await rows<{ value: unknown }>(
          db,
          `select ${value} as value from ${snake} t where t.id = any(cast(? as integer[])) order by t.id`,
          [ids],
        )
      ).map((row) => row.value);
    await db(stored).delete();
    const ids = await insert(
      stored,
      Array.from({ length: 20 }, (_, n) => make(n + 1)),
    );
    const { status, body: preview } = await call(`tables/${table}/bulk-changes`, {
      action,
      ...(one.isAssignment && { value: colleagueId }),
    });
    expect(status, JSON.stringify(preview)).toBe(200);
    expect(preview).toMatchObject({ status: 'previewed', total: 20 });
    // After the preview, one more matches, one is edited, and one is deleted.
    const [late] = (await insert(stored, [make(99)])) as [number];
    await db(stored).where({ id: ids[0] }).update(touch);
    const touched = await read([ids[0]!]);
    await db(stored).where({ id: ids[1] }).delete();
    expect((await call(`bulk-changes/${preview.id}/apply`)).status).toBe(200);
    await app.jobs();
    expect(await progress(preview.id)).toMatchObject({ status: 'applied', total: 20, changed: 18, skipped: 2 });
    expect(await read(ids.slice(2))).toEqual(ids.slice(2).map(() => after));
    expect(await read([late])).toEqual([before]);
    expect(await read([ids[0]!])).toEqual(touched);
    const undone = await call(`bulk-changes/${preview.id}/undo`);
    expect(undone.status).toBe(canUndo ? 200 : 409);
    if (!canUndo) return;
    await app.jobs();
    expect(await progress(preview.id)).toMatchObject({ status: 'undone', restored: 18, kept: 0 });
    expect(await read(ids.slice(2))).toEqual(ids.slice(2).map(() => before));
  }, 120_000);
});

it('reopens what is selected in the closed view, and restores the note of staff', async () => {
  await app.deps.db('listingProblems').delete();
  const ids = await insert(
    'listingProblems',
    [1, 2].map((n) => ({
      ...problem(n),
      status: 'resolved',
      note: `Called ${n}`,
      closedAt: hours(-1),
      closedBy: colleagueId,
    })),
  );
  const { body } = await app.post('/api/admin/tables/problems/bulk-changes', { action: 'reopen', ids }, { token });
  expect(body.total).toBe(2);
  await app.post(`/api/admin/bulk-changes/${body.id}/apply`, {}, { token });
  await app.jobs();
  const read = async () => app.deps.db('listingProblems').orderBy('id').select('status', 'note');
  expect(await read()).toEqual([1, 2].map(() => ({ status: 'open', note: null })));
  await app.post(`/api/admin/bulk-changes/${body.id}/undo`, {}, { token });
  await app.jobs();
  expect(await read()).toEqual([1, 2].map((n) => ({ status: 'resolved', note: `Called ${n}` })));
});

it('stops when the person loses the permission', async () => {
  await app.deps.db('contactMessages').delete();
  await insert('contactMessages', [1, 2].map(message));
  const reviewer = await app.signIn({ role: 'reviewer' });
  const { body } = await app.post(
    '/api/admin/tables/messages/bulk-changes',
    { action: 'close' },
    { token: reviewer.token },
  );
  expect(body.total).toBe(2);
  expect((await app.post(`/api/admin/bulk-changes/${body.id}/apply`, {}, { token: reviewer.token })).status).toBe(200);
  await app.deps.db('users').where({ id: reviewer.userId }).update({ role: 'analyst' });
  await app.jobs();
  expect(await app.deps.db('contactMessages').pluck('status')).toEqual(['open', 'open']);
});
