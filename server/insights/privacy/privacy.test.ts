import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rows } from '#server/base/db/knex.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { accountDataQueries } from './queries-privacy.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now: '2026-03-01T12:00:00Z' });
});
afterAll(() => app.stop());
const days = (n: number, from = app.deps.clock.now()) => new Date(from.getTime() + n * 86_400_000);

describe('privacy requests', () => {
  const sum = async () => {
    const { a, b, token } = (await app.get('/api/human-check')).body;
    return { token, answer: a + b };
  };
  it('are due in 30 days, listed for staff, and closed with a note', async () => {
    await app.deps.db('privacyRequests').delete();
    const admin = await app.signIn({ role: 'admin', name: 'Pat Staff' });
    const request = { kind: 'deletion', name: 'Ann Smith', email: 'Ann@Example.com', message: 'Please.' };
    expect(
      (await app.post('/api/privacy-requests', { ...request, humanCheck: { token: 'x', answer: 1 } })).status,
    ).toBe(400);
    expect((await app.post('/api/privacy-requests', { ...request, humanCheck: await sum() })).body).toEqual({
      ok: true,
    });
    const [listed] = (await app.get('/api/admin/privacy-requests', { token: admin.token })).body;
    expect(listed).toMatchObject({ kind: 'deletion', email: 'ann@example.com', hasAccount: false, status: 'open' });
    expect(Date.parse(listed.dueAt) - Date.parse(listed.receivedAt)).toBe(30 * 86_400_000);
    const path = `/api/admin/privacy-requests/${listed.id}`;
    const patch = (body: object) => app.call('PATCH', path, { token: admin.token, body });
    expect((await patch({ status: 'done', notes: ' ' })).body.fields).toEqual({
      notes: 'Please note what was done or why not.',
    });
    expect((await patch({ status: 'done', notes: 'Deleted.' })).body).toMatchObject({
      status: 'done',
      closedBy: 'Pat Staff',
    });
    expect((await app.get('/api/admin/privacy-requests', { token: admin.token })).body).toEqual([]);
    expect((await app.get('/api/admin/privacy-requests?status=closed', { token: admin.token })).body).toHaveLength(1);
    const late = await app.post(
      '/api/admin/privacy-requests',
      { ...request, receivedAt: days(-10).toISOString() },
      { token: admin.token },
    );
    expect(late.body.dueAt).toBe(days(20).toISOString());
    expect(
      (
        await app.post(
          '/api/admin/privacy-requests',
          { ...request, receivedAt: days(1).toISOString() },
          { token: admin.token },
        )
      ).status,
    ).toBe(400);
    expect(
      (
        await app.call('PATCH', '/api/admin/privacy-requests/999999', {
          token: admin.token,
          body: { status: 'done', notes: 'x' },
        })
      ).status,
    ).toBe(404);
  });

  it('exports a person’s data without secrets and without data of others', async () => {
    const { db } = app.deps;
    const [me, other] = [await app.signIn({ name: 'Me' }), await app.signIn({ name: 'Somebody Else' })];
    const sessionId = randomUUID();
    await db('userSessions').insert([
      { sessionId, userId: me.userId },
      { sessionId: randomUUID(), userId: other.userId },
    ]);
    await db('pageViews').insert({ sessionId, pagePath: '/about' });
    await db('users').where({ id: me.userId }).update({ password: 'scrypt$secret', resetToken: 'reset-secret' });
    expect((await app.get('/api/user/export')).status).toBe(401);
    const answer = await app.get('/api/user/export', { token: me.token });
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="enamel-my-data-2026-/);
    expect(answer.body).toMatchObject({
      account: [{ email: me.email, name: 'Me' }],
      visits: [{ sessionId }],
      pageViews: [{ pagePath: '/about' }],
    });
    expect(answer.text).not.toMatch(/secret|tokenHash|Somebody Else/);
  });

  it('exports every table with account data, except for secrets and technical tables', async () => {
    const tables = await rows<{ name: string }>(
      app.deps.db,
      `select distinct cast(cast(conrelid as regclass) as text) as name from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
       where c.contype = 'f' and c.confrelid = cast('users' as regclass) and a.attname = 'user_id'`,
    );
    const told = Object.values(accountDataQueries).join(' ');
    const left = tables.map(({ name }) => name).filter((name) => !new RegExp(`\\b(from|join) ${name}\\b`).test(told));
    expect(left.toSorted()).toEqual([
      'backup_runs',
      'billing_customers',
      'bulk_changes',
      'claim_viewers',
      'download_links',
      'email_verifications',
      'idempotency_keys',
      'import_files',
      'import_pieces',
      'import_queue',
      'import_runs',
      'recovery_codes',
      'sign_in_challenges',
      'table_views',
    ]);
  });
});
