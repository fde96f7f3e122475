import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';

type Person = Awaited<ReturnType<TestApp['signIn']>>;
let app: TestApp;
let maria: Person;
let rita: Person;
beforeAll(async () => {
  app = await testApp({ now: '2026-03-02T15:00:00Z' });
  maria = await app.signIn({ role: 'admin', name: 'Maria Lopez' });
  rita = await app.signIn({ role: 'reviewer', name: 'Rita Reviewer' });
});
afterAll(() => app.stop());

const hours = (n: number) => new Date(app.deps.clock.now().getTime() + n * 3_600_000);
async function insert(table: string, row: object): Promise<number> {
  const [{ id }] = await app.deps.db(table).insert(row).returning('id');
  return id as number;
}
const addMessage = (subject: string, age = 1) =>
  insert('contactMessages', {
    name: 'Pat Jones',
    email: 'pat@example.com',
    subject,
    category: 'billing',
    message: 'I was charged twice.',
    createdAt: hours(-age),
  });
const addListing = (name: string) => insert('dentists', { name, city: 'Austin', state: 'TX', phone: '(512) 555-0100' });

const list = async (kind: string, query = '', by = maria) => {
  const { body, headers } = await app.get(`/api/admin/inbox/${kind}${query}`, { token: by.token });
  return { items: body as { id: number; title: string }[], total: Number(headers.get('x-total-count')) };
};
const open = async (kind: string, id: number) =>
  (await app.get(`/api/admin/inbox/${kind}/${id}`, { token: maria.token })).body;
const change = (kind: string, id: number, body: object, by = maria) =>
  app.call('PATCH', `/api/admin/inbox/${kind}/${id}`, { token: by.token, body });

async function readEmails(): Promise<string[]> {
  const folder = join(app.deps.config.DATA_DIR, 'outbox');
  const files = await readdir(folder).catch(() => []);
  return Promise.all(
    files.map(async (file) =>
      (await readFile(join(folder, file), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '='),
    ),
  );
}

describe('the message inbox', () => {
  it('lists the oldest open message first, with its total', async () => {
    await app.deps.db('contactMessages').delete();
    const newer = await addMessage('Newer', 1);
    const older = await addMessage('Older', 30);
    const { items, total } = await list('message');
    expect(items.map(({ id }) => id)).toEqual([older, newer]);
    expect(total).toBe(2);
    expect(items[0]).toMatchObject({
      kind: 'message',
      title: 'Older',
      topic: 'billing',
      name: 'Pat Jones',
      isRead: false,
      isOpen: true,
      assigneeId: null,
      noteCount: 0,
      listing: null,
    });
    expect((await list('message', '?pageSize=1&page=2')).items.map(({ id }) => id)).toEqual([newer]);
  });

  it('sends the answer by email, stores it, takes the message over, and closes it', async () => {
    const id = await addMessage('Charged twice');
    const reply = (message: string, more: object = {}) =>
      app.post(`/api/admin/messages/${id}/reply`, { message, ...more }, { token: rita.token });
    expect((await reply('  ')).body.fields).toEqual({ message: 'Please write a reply.' });
    const first = await reply('We are looking into it.', { close: false });
    expect(first.body).toMatchObject({
      status: 'open',
      assigneeId: rita.userId,
      assignee: 'Rita Reviewer',
      isRead: true,
    });
    const second = await reply('One charge was refunded.\n\nSorry for the trouble.');
    expect(second.body).toMatchObject({
      status: 'closed',
      replies: [
        { by: 'Rita Reviewer', text: 'We are looking into it.' },
        { by: 'Rita Reviewer', text: 'One charge was refunded.\n\nSorry for the trouble.' },
      ],
    });
    expect((await reply('Once more')).body).toMatchObject({ error: 'already_closed' });
    await app.jobs();
    const emails = (await readEmails()).filter((email) => email.includes('Subject: Re: Charged twice'));
    expect(emails).toHaveLength(2);
    for (const email of emails) expect(email).toContain('To: pat@example.com');
    expect(emails.find((email) => email.includes('refunded'))).toMatch(
      /Hi Pat,[\s\S]*Sorry for the trouble[\s\S]*you wrote:[\s\S]*I was charged twice/,
    );
    expect((await list('message', '?view=closed')).items.map((item) => item.id)).toContain(id);
  });

  it('is replied to once, even if the request is repeated', async () => {
    const id = await addMessage('Only once');
    const headers = { 'idempotency-key': 'reply-only-once-1' };
    const send = () =>
      app.call('POST', `/api/admin/messages/${id}/reply`, { token: maria.token, headers, body: { message: 'Hello' } });
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(200);
    expect((await open('message', id)).replies).toHaveLength(1);
  });

  it('closes and reopens without an email, and refuses to overwrite an unseen change', async () => {
    const id = await addMessage('Thanks!');
    const set = (status: string, read: object, by = maria) =>
      app.call('PATCH', `/api/admin/messages/${id}`, { token: by.token, body: { status, read } });
    expect((await set('closed', { status: 'open' }, rita)).body).toMatchObject({ status: 'closed', isOpen: false });
    const late = await set('open', { status: 'open' });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ error: 'changed_meanwhile', now: { status: 'closed' } });
    expect(late.body.message).toContain('Rita Reviewer');
    expect((await set('open', { status: 'closed' })).body).toMatchObject({ status: 'open', closedAt: null });
  });
});

describe('assignment, notes, and snooze', () => {
  it('work the same way in every inbox', async () => {
    const dentistId = await addListing('Shared Dental');
    const items: [kind: string, id: number][] = [
      ['message', await addMessage('Shared')],
      [
        'problem',
        await insert('listingProblems', { dentistId, about: 'phone', message: 'Wrong.', createdAt: hours(-2) }),
      ],
      [
        'privacy',
        await insert('privacyRequests', {
          kind: 'access',
          name: 'Ann Smith',
          email: 'ann@example.com',
          receivedAt: hours(-2),
          dueAt: hours(700),
        }),
      ],
      [
        'listing',
        await insert('claimRequests', {
          kind: 'new_listing',
          dentistId,
          userId: rita.userId,
          requestorName: 'Olivia Owner',
          requestorEmail: 'o@example.com',
          requestorPhone: '(512) 555-0199',
          relationshipToPractice: 'owner',
          dueAt: hours(48),
        }),
      ],
    ];
    for (const [kind, id] of items) {
      const assigned = await change(kind, id, { assigneeId: rita.userId, read: { assigneeId: null } });
      expect(assigned.body, kind).toMatchObject({ id, kind, assignee: 'Rita Reviewer', isRead: true });
      expect((await list(kind, '?assignee=me', rita)).items.map((item) => item.id)).toEqual([id]);
      expect((await list(kind, '?assignee=none')).items.map((item) => item.id)).not.toContain(id);

      const noted = await app.post(
        `/api/admin/inbox/${kind}/${id}/notes`,
        { note: 'Called them.' },
        { token: rita.token },
      );
      expect(noted.body, kind).toMatchObject({ noteCount: 1, notes: [{ by: 'Rita Reviewer', text: 'Called them.' }] });

      const until = hours(24).toISOString();
      expect((await change(kind, id, { snoozedUntil: until })).body.snoozedUntil, kind).toBe(until);
      expect(
        (await list(kind)).items.map((item) => item.id),
        kind,
      ).not.toContain(id);
      expect(
        (await list(kind, '?view=snoozed')).items.map((item) => item.id),
        kind,
      ).toEqual([id]);
      expect((await change(kind, id, { snoozedUntil: null })).body.snoozedUntil).toBeNull();
      expect(
        (await list(kind)).items.map((item) => item.id),
        kind,
      ).toContain(id);
    }
  });

  it('bring a snoozed item back when its time has come', async () => {
    const id = await addMessage('Later');
    await change('message', id, { snoozedUntil: hours(2).toISOString() });
    expect((await list('message')).items.map((item) => item.id)).not.toContain(id);
    app.deps.clock.advance(3 * 3_600_000);
    expect((await list('message')).items.map((item) => item.id)).toContain(id);
  });

  it('refuse a snooze into the past, an assignee who may not work here, and an unseen change', async () => {
    const id = await addMessage('Strict');
    const analyst = await app.signIn({ role: 'analyst' });
    expect((await change('message', id, { snoozedUntil: hours(-1).toISOString() })).status).toBe(400);
    expect((await change('message', id, { assigneeId: analyst.userId })).status).toBe(400);
    expect((await change('message', id, { assigneeId: maria.userId, read: { assigneeId: null } }, rita)).status).toBe(
      200,
    );
    const late = await change('message', id, { assigneeId: rita.userId, read: { assigneeId: null } });
    expect(late.body).toMatchObject({ error: 'changed_meanwhile', now: { assigneeId: maria.userId } });
    expect((await change('message', 999_999, { assigneeId: null })).status).toBe(404);
    expect((await app.get('/api/admin/inbox/letters', { token: maria.token })).status).toBe(400);
  });

  it('offer as assignees everyone who may work in the inboxes', async () => {
    await app.signIn({ role: 'editor', name: 'Ed Editor' });
    const { body } = await app.get('/api/admin/inbox-assignees', { token: rita.token });
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['Maria Lopez', 'Rita Reviewer']);
  });

  it('disappear with their item', async () => {
    const id = await addMessage('Deleted');
    await app.post(`/api/admin/inbox/message/${id}/notes`, { note: 'Gone soon' }, { token: maria.token });
    await app.deps.db('contactMessages').where({ id }).delete();
    expect(await app.deps.db('inboxItems').where({ messageId: id })).toEqual([]);
  });
});

it('lists privacy requests and new listings by their deadline', async () => {
  const { db } = app.deps;
  await db('privacyRequests').delete();
  const request = { kind: 'export', name: 'Bo', email: 'bo@example.com', receivedAt: hours(-1) };
  const later = await insert('privacyRequests', { ...request, dueAt: hours(90) });
  const sooner = await insert('privacyRequests', { ...request, dueAt: hours(10) });
  expect((await list('privacy')).items.map((item) => item.id)).toEqual([sooner, later]);
});
