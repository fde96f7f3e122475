import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { insertClaims } from '#server/test/people/claim-requests.ts';
import { audit, redact } from './audit.ts';

let app: TestApp;
let admin: Awaited<ReturnType<TestApp['signIn']>>;
const actor = { userId: 7, name: 'Ada', email: 'ada@example.com' };
beforeAll(async () => {
  app = await testApp();
  admin = await app.signIn({ role: 'admin' });
});
afterAll(() => app.stop());

describe('the audit log', () => {
  it('stores only changed fields, without secrets', async () => {
    await audit(app.deps.db, actor, {
      at: app.deps.clock.now(),
      action: 'brand.updated',
      subject: 'brand',
      subjectId: 3,
      before: { name: 'One', apiKey: 'sk-old', url: 'same' },
      after: { name: 'Two', apiKey: 'sk-new', url: 'same' },
    });
    const { body, headers, text } = await app.get('/api/admin/audit-log', { token: admin.token });
    expect(headers.get('x-total-count')).toBe('1');
    expect(body[0]).toMatchObject({
      actorName: 'Ada',
      subjectId: '3',
      before: { name: 'One' },
      after: { name: 'Two' },
    });
    expect(text).not.toContain('sk-');
  });

  it('has no entry for a save that changed nothing, and one for a change that it can only hide', async () => {
    const save = (action: string, before: object, after: object) =>
      audit(app.deps.db, actor, { at: app.deps.clock.now(), action, subject: 'settings', before, after });
    await save('same.fields', { on: true, updatedAt: 1, updatedBy: 1 }, { on: true, updatedAt: 2, updatedBy: 2 });
    await save('same.secret', { apiKey: 'sk-old' }, { apiKey: 'sk-old' });
    await save('other.secret', { apiKey: 'sk-old' }, { apiKey: 'sk-new' });
    await save('long.text', { bio: `${'x'.repeat(3_000)}a` }, { bio: `${'x'.repeat(3_000)}b` });
    await save('no.fields', {}, {});
    const actions = (await app.get('/api/admin/audit-log?subject=settings', { token: admin.token })).body.map(
      ({ action }: { action: string }) => action,
    );
    expect(actions).toEqual(['no.fields', 'long.text', 'other.secret']);
  });

  it('hides nested secrets and shortens long text', () => {
    expect(
      redact({
        list: [{ resetToken: 'x', password: '' }],
        photo: 'data:image/png;base64,AAAA',
        bio: 'x'.repeat(3_000),
      }),
    ).toEqual({
      list: [{ resetToken: '[hidden]', password: '' }],
      photo: '[26 characters of data]',
      bio: `${'x'.repeat(2_000)}…`,
    });
  });

  it('rejects updates and deletes', async () => {
    for (const sql of [
      'update audit_log set note = null',
      'delete from audit_log',
      'truncate audit_log',
      `insert into audit_log (id, at, actor_name, action, subject) overriding system value
         select id, at, 'x', 'x', 'x' from audit_log on conflict (id) do update set note = 'Other'`,
      'merge into audit_log a using (select 1) b on true when matched then delete',
    ])
      await expect(app.deps.db.raw(sql), sql).rejects.toThrow(/only be added to|permission denied/);
    // Only the app's own role can be checked: TEST_DATABASE_URL may name a superuser, which only the triggers restrict.
    const { rows } = (await app.deps.db.raw(
      `select r.rolsuper as super, has_table_privilege('audit_log', 'insert') as adds,
         has_table_privilege('audit_log', 'update') or has_table_privilege('audit_log', 'delete')
           or has_table_privilege('audit_log', 'truncate') as changes
       from pg_roles r where r.rolname = current_user`,
    )) as { rows: { super: boolean; adds: boolean; changes: boolean }[] };
    if (!process.env.TEST_DATABASE_URL) expect(rows).toEqual([{ super: false, adds: true, changes: false }]);
    expect(await app.deps.db('auditLog').select('id')).toHaveLength(4);
  });

  it('names what each entry is about', async () => {
    const { db, clock } = app.deps;
    const [listing] = await db('dentists')
      .insert({ name: 'Dr. Iris Long', city: 'Austin', state: 'TX' })
      .returning('id');
    const [claim] = await insertClaims(app, 1, 'Oak Dental');
    const [service] = await db('services').insert({ name: 'Tongue Art' }).returning('id');
    const about: [subject: string, subjectId: string | null, name: string | null][] = [
      ['listing', String(listing.id), 'Dr. Iris Long'],
      ['claim', String(claim!.id), 'Oak Dental 0'],
      ['service', String(service.id), 'Tongue Art'],
      ['user', String(admin.userId), 'Test Person'],
      ['listing', '999999', null],
      ['listing', '1; drop table x', null],
      ['settings', 'ads', null],
      ['article', null, null],
    ];
    for (const [subject, subjectId] of about)
      await audit(db, actor, { at: clock.now(), action: `${subject}.seen`, subject, subjectId });
    const { body } = await app.get('/api/admin/audit-log?q=.seen', { token: admin.token });
    expect(body.map(({ subjectName }: { subjectName: string }) => subjectName).toReversed()).toEqual(
      about.map(([, , name]) => name),
    );
  });

  it('can be searched, by admins only', async () => {
    await audit(app.deps.db, null, {
      at: app.deps.clock.now(),
      action: 'article.published',
      subject: 'article',
      subjectId: 9,
      note: 'On time: 100% of them',
    });
    const search = async (query: string) =>
      (await app.get(`/api/admin/audit-log?${query}`, { token: admin.token })).body;
    expect(await search('q=100%25+of')).toHaveLength(1);
    expect(await search('q=_')).toHaveLength(0);
    expect(await search('subject=brand')).toHaveLength(1);
    expect((await search('q=SYSTEM'))[0].action).toBe('article.published');
    expect((await search('pageSize=1'))[0].action).toBe('article.published');
    expect(await search('to=2020-01-01')).toHaveLength(0);
    expect((await app.get('/api/admin/audit-log')).status).toBe(401);
    const { token } = await app.signIn();
    expect((await app.get('/api/admin/audit-log', { token })).status).toBe(403);
    expect((await app.get('/api/admin/audit-log?page=0', { token: admin.token })).status).toBe(400);
  });
});
