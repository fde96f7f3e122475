import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillTemplate, type NoteTemplate } from '#contract/claims/note-templates.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  ({ token } = await app.signIn({ role: 'admin', name: 'Maria Staff' }));
});
afterAll(() => app.stop());

const path = '/api/admin/note-templates';
const list = async () => (await app.call('GET', path, { token })).body as NoteTemplate[];

it('staff can add, change, and delete templates, with audit log entries', async () => {
  const form = { name: ' No license ', body: 'Hello {claimant}, {practice} has no license on {date}.' };
  const made = await app.call('POST', path, { token, body: form });
  expect(made.body).toMatchObject({ name: 'No license', body: form.body, updatedBy: 'Maria Staff' });
  const { id } = made.body as NoteTemplate;
  expect((await list()).map(({ name }) => name)).toContain('No license');
  const again = await app.call('POST', path, { token, body: { ...form, name: 'NO LICENSE' } });
  expect([again.status, (again.body as { error: string }).error]).toEqual([409, 'name_taken']);
  const changed = await app.call('PUT', `${path}/${id}`, {
    token,
    body: { name: 'License', body: 'Send it, please.' },
  });
  expect(changed.body).toMatchObject({ id, name: 'License', body: 'Send it, please.' });
  expect((await app.call('DELETE', `${path}/${id}`, { token })).status).toBe(200);
  expect((await app.call('DELETE', `${path}/${id}`, { token })).status).toBe(404);
  expect((await list()).some((one) => one.id === id)).toBe(false);
  const log = (await app.deps
    .db('auditLog')
    .where({ subject: 'note_template', subjectId: String(id) })
    .orderBy('id')) as {
    action: string;
  }[];
  expect(log.map(({ action }) => action)).toEqual([
    'note_template.created',
    'note_template.updated',
    'note_template.deleted',
  ]);
  const guest = await app.signIn({ role: 'user' });
  expect((await app.call('GET', path, { token: guest.token })).status).toBe(403);
});

it('rejects unknown placeholders with a message', async () => {
  const { status, body } = await app.call('POST', path, { token, body: { name: 'Wrong', body: 'Dear {name}' } });
  expect(status).toBe(400);
  expect((body as { fields: Record<string, string> }).fields.body).toBe('{name} isn’t a placeholder.');
});

it('does not fill in placeholders inside values', () => {
  const values = { practice: '{date}', claimant: 'Jo', place: '', submitted: '', date: 'Monday', reviewer: 'Al' };
  expect(fillTemplate('{claimant}: {practice} {x} {constructor}', values)).toBe('Jo: {date} {x} {constructor}');
});

it('decides several claims with separate notes', async () => {
  const { db } = app.deps;
  const at = app.deps.clock.now();
  const ids: number[] = [];
  for (const n of [0, 1]) {
    const [user] = await db('users')
      .insert({ email: `note-${n}@example.com`, name: 'Claimant' })
      .returning('id');
    const [dentist] = await db('dentists')
      .insert({ name: `Note ${n}`, city: 'Austin', state: 'TX' })
      .returning('id');
    const [claim] = await db('claimRequests')
      .insert({
        dentistId: dentist.id,
        userId: user.id,
        requestorName: 'Claimant',
        requestorEmail: 'c@example.com',
        requestorPhone: '(555) 555-0100',
        relationshipToPractice: 'owner',
        submittedAt: at,
      })
      .returning('id');
    ids.push(claim.id);
  }
  const bulk = (body: object) => app.post('/api/admin/claim-requests/bulk', body, { token });
  const [a, b] = ids as [number, number];
  expect((await bulk({ ids, status: 'rejected', notes: { [a]: 'Only for one' } })).status).toBe(400);
  const done = await bulk({ ids, status: 'rejected', reviewNotes: 'For all', notes: { [b]: 'For the second' } });
  expect(done.body).toEqual(ids.map((id) => ({ id, ok: true, message: null })));
  const rows = (await db('claimRequests').whereIn('id', ids).orderBy('id').select('reviewNotes')) as {
    reviewNotes: string;
  }[];
  expect(rows.map(({ reviewNotes }) => reviewNotes)).toEqual(['For all', 'For the second']);
});
