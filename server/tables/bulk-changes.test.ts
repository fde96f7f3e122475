import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rows } from '#server/base/db/knex.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
let token: string;
let ids: number[];
beforeAll(async () => {
  app = await testApp();
  ({ token } = await app.signIn({ role: 'admin', name: 'Pat Staff' }));
});
afterAll(() => app.stop());

beforeEach(async () => {
  const { db } = app.deps;
  await rows(db, 'truncate dentists cascade');
  const inserted = (await db('dentists')
    .insert(
      Array.from({ length: 130 }, (_, n) => ({ name: `Dr. Bulk ${n}`, city: 'Austin', state: n < 120 ? 'TX' : 'MA' })),
    )
    .returning('id')) as { id: number }[];
  ids = inserted.map(({ id }) => id).toSorted((a, b) => a - b);
});

const texas = { filters: { state: ['TX'] } };
const preview = (body: object, table = 'listings') =>
  app.post(`/api/admin/tables/${table}/bulk-changes`, body, { token });
const apply = (id: number) => app.post(`/api/admin/bulk-changes/${id}/apply`, {}, { token });
const undo = (id: number) => app.post(`/api/admin/bulk-changes/${id}/undo`, {}, { token });
const progress = async (id: number) => (await app.get(`/api/admin/bulk-changes/${id}`, { token })).body;
const verifiedIds = async () =>
  (await rows<{ id: number }>(app.deps.db, 'select id from dentists where is_verified order by id')).map(
    ({ id }) => id,
  );

describe('a change of all matching listings', () => {
  it('hits exactly the rows that were counted, although others match since', async () => {
    const { body } = await preview({ action: 'verify', ...texas });
    expect(body).toMatchObject({ status: 'previewed', total: 120, changed: 0 });
    const { db } = app.deps;
    // After the preview, one more matches, one is edited, one no longer matches, and one is deleted.
    await db('dentists').insert({ name: 'Dr. Late', city: 'Austin', state: 'TX' });
    const edit = (id: number, values: object) => app.call('PUT', `/api/admin/listings/${id}`, { token, body: values });
    expect((await edit(ids[0]!, { bio: 'New words' })).status).toBe(200);
    expect((await edit(ids[1]!, { city: 'Boston', state: 'MA' })).status).toBe(200);
    expect((await app.call('DELETE', `/api/admin/listings/${ids[2]!}`, { token })).status).toBe(200);
    expect((await apply(body.id)).body.status).toBe('applying');
    await app.jobs();
    expect(await progress(body.id)).toMatchObject({ status: 'applied', total: 120, changed: 117, skipped: 3 });
    expect((await progress(body.id)).reasons).toEqual([
      { reason: 'It was changed after the preview.', count: 2 },
      { reason: 'It no longer exists.', count: 1 },
    ]);
    expect(await verifiedIds()).toEqual(ids.slice(3, 120));
    expect((await apply(body.id)).status).toBe(409);
  });

  it('is undone, except where a value was changed since', async () => {
    const { body } = await preview({ action: 'verify', ...texas });
    await apply(body.id);
    await app.jobs();
    await app.post(`/api/admin/listings/${ids[5]!}/verify`, { verified: false }, { token });
    // A later edit of another field doesn't keep undo from removing the mark.
    await app.call('PUT', `/api/admin/listings/${ids[6]!}`, { token, body: { bio: 'Edited since' } });
    expect((await undo(body.id)).body.status).toBe('undoing');
    await app.jobs();
    expect(await progress(body.id)).toMatchObject({
      status: 'undone',
      restored: 119,
      kept: 1,
      reasons: [{ reason: 'It was edited since.', count: 1 }],
    });
    expect(await verifiedIds()).toEqual([]);
    expect((await undo(body.id)).status).toBe(409);
  });

  it('deletes and restores selected listings', async () => {
    const { body } = await preview({ action: 'delete', ids: ids.slice(0, 60) });
    expect(body.total).toBe(60);
    await apply(body.id);
    await app.jobs();
    const live = async () =>
      (await rows<{ n: number }>(app.deps.db, 'select count(*) as n from dentists where deleted_at is null'))[0]!.n;
    expect(await live()).toBe(70);
    await undo(body.id);
    await app.jobs();
    expect(await live()).toBe(130);
  });

  it('adds a service and sets a practice type, and leaves those that had them', async () => {
    const { db } = app.deps;
    const [service] = await rows<{ id: number }>(db, 'select id from services order by id limit 1');
    const [type] = await rows<{ id: number }>(db, 'select id from practice_types order by id limit 1');
    await db('dentistServices').insert({ dentistId: ids[0], serviceId: service!.id });
    for (const [action, value, changed] of [
      ['removeService', service!.id, 1],
      ['addService', service!.id, 9],
      ['practiceType', type!.id, 10],
    ] as const) {
      const { body } = await preview({ action, value, ids: ids.slice(0, 10) });
      await apply(body.id);
      await app.jobs();
      expect(await progress(body.id)).toMatchObject({ total: 10, changed, unchanged: 10 - changed });
      await undo(body.id);
      await app.jobs();
      expect(await progress(body.id)).toMatchObject({ restored: changed, kept: 0 });
    }
    expect((await rows(db, 'select from dentists where practice_type_id is not null')).length).toBe(0);
    expect((await rows(db, 'select from dentist_services')).length).toBe(1);
    expect((await preview({ action: 'addService', ids })).status).toBe(400);
    expect((await preview({ action: 'addService', value: 999_999, ids })).status).toBe(400);
  });

  it('continues after a stop in the middle', async () => {
    const { body } = await preview({ action: 'verify', ...texas });
    await apply(body.id);
    // Rows that an earlier run finished are not repeated.
    await rows(app.deps.db, `update bulk_change_rows set outcome = 'unchanged' where row_id <= ?`, [ids[59]!]);
    await app.jobs();
    expect(await verifiedIds()).toEqual(ids.slice(60, 120));
  });

  it('is applied only by the admin who previewed it, while others may undo it', async () => {
    const { body } = await preview({ action: 'verify', ids: ids.slice(0, 3) });
    const other = await app.signIn({ role: 'admin' });
    const asOther = (path: string) =>
      app.post(`/api/admin/bulk-changes/${body.id}/${path}`, {}, { token: other.token });
    expect((await asOther('apply')).status).toBe(409);
    await apply(body.id);
    await app.jobs();
    expect((await asOther('undo')).status).toBe(200);
    await app.jobs();
    const log = await app.get(`/api/admin/audit-log?subject=bulk_change&subjectId=${body.id}`, { token });
    expect(log.body.map(({ note }: { note: string }) => note)).toEqual(['verify: 3 rows restored', 'verify: 3 rows']);
  });

  describe('that another person undoes', () => {
    const deleteFour = async () => {
      const author = await app.signIn({ role: 'admin', name: 'Alex Author' });
      const { body } = await app.post(
        '/api/admin/tables/listings/bulk-changes',
        { action: 'delete', ids: ids.slice(0, 4) },
        { token: author.token },
      );
      await app.post(`/api/admin/bulk-changes/${body.id}/apply`, {}, { token: author.token });
      await app.jobs();
      return { id: body.id as number, author };
    };
    const gone = async () => (await app.deps.db('dentists').whereNotNull('deletedAt')).length;

    it('comes back although the author lost the permission, and is logged under the other person', async () => {
      const { id, author } = await deleteFour();
      await app.deps.db('users').where({ id: author.userId }).update({ role: 'user' });
      expect((await undo(id)).status).toBe(200);
      await app.jobs();
      expect(await progress(id)).toMatchObject({ status: 'undone', restored: 4, kept: 0, canUndo: false });
      expect(await gone()).toBe(0);
      const entries = await app.deps
        .db('auditLog')
        .where({ action: 'listing.restored' })
        .orderBy('id', 'desc')
        .limit(4);
      expect(entries.map(({ actorName }) => actorName)).toEqual(Array.from({ length: 4 }, () => 'Pat Staff'));
      const [entry] = await app.deps.db('auditLog').where({ action: 'listings.bulk_undone' }).orderBy('id', 'desc');
      expect(entry).toMatchObject({ actorName: 'Pat Staff', note: 'delete: 4 rows restored' });
    });

    it('comes back although the author’s account was deleted', async () => {
      const { id, author } = await deleteFour();
      await app.deps.db('users').where({ id: author.userId }).delete();
      await undo(id);
      await app.jobs();
      expect(await progress(id)).toMatchObject({ status: 'undone', restored: 4 });
      expect(await gone()).toBe(0);
    });

    it('stays open if that person loses the permission, too', async () => {
      const { id } = await deleteFour();
      const helper = await app.signIn({ role: 'admin', name: 'Hal Helper' });
      await app.post(`/api/admin/bulk-changes/${id}/undo`, {}, { token: helper.token });
      await app.deps.db('users').where({ id: helper.userId }).update({ role: 'user' });
      await app.jobs();
      expect(await progress(id)).toMatchObject({
        status: 'applied',
        restored: 0,
        changed: 4,
        canUndo: true,
        stopped: 'Hal Helper no longer has the permission for this.',
      });
      await undo(id);
      await app.jobs();
      expect(await progress(id)).toMatchObject({ status: 'undone', restored: 4, stopped: null });
    });

    it('stays open while nothing came back, and says why', async () => {
      const { body } = await preview({ action: 'verify', ids: ids.slice(0, 2) });
      await apply(body.id);
      await app.jobs();
      const setVerified = (verified: boolean) =>
        Promise.all(ids.slice(0, 2).map((id) => app.post(`/api/admin/listings/${id}/verify`, { verified }, { token })));
      await setVerified(false);
      await undo(body.id);
      await app.jobs();
      expect(await progress(body.id)).toMatchObject({
        status: 'applied',
        restored: 0,
        kept: 2,
        canUndo: true,
        keptRows: ids.slice(0, 2).map((id) => ({ id, reason: 'It was edited since.' })),
      });
      await setVerified(true);
      await undo(body.id);
      await app.jobs();
      expect(await progress(body.id)).toMatchObject({ status: 'undone', restored: 2, kept: 0, keptRows: [] });
      expect(await verifiedIds()).toEqual([]);
    });
  });

  it('that changed nothing can’t be undone', async () => {
    const { body } = await preview({ action: 'unverify', ids: ids.slice(0, 2) });
    await apply(body.id);
    await app.jobs();
    expect(await progress(body.id)).toMatchObject({ changed: 0, unchanged: 2, canUndo: false });
    expect((await undo(body.id)).body.error).toBe('cannot_undo');
  });
});

describe('a change of users', () => {
  it('signs them out, but not the caller', async () => {
    const user = await app.signIn({ email: 'out@example.com' });
    const { body } = await preview({ action: 'signOut' }, 'users');
    await apply(body.id);
    await app.jobs();
    expect((await progress(body.id)).reasons).toEqual([{ reason: 'This is your own account.', count: 1 }]);
    expect((await app.get('/api/auth/me', { token: user.token })).status).toBe(401);
    expect((await undo(body.id)).body.error).toBe('cannot_undo');
  });

  it('refuses actions that a list does not have', async () => {
    expect((await preview({ action: 'delete' }, 'users')).body.error).toBe('unknown_action');
    expect((await preview({ action: 'toString' })).body.error).toBe('unknown_action');
  });
});

describe('saved views', () => {
  it('are private until they are shared, and their owner or an administrator deletes them', async () => {
    const reviewer = await app.signIn({ role: 'reviewer' });
    const colleague = await app.signIn({ role: 'admin', name: 'Cory Colleague' });
    const save = (as: string, isShared: boolean, search = 'state=TX&sort=name') =>
      app.post('/api/admin/table-views', { table: 'listings', name: 'Texas', search, isShared }, { token: as });
    const list = async (as: string, table = 'listings') =>
      (await app.get(`/api/admin/table-views?table=${table}`, { token: as })).body;
    await save(token, false);
    expect(await list(colleague.token)).toEqual([]);
    const { body: saved } = await save(token, true);
    expect(await list(colleague.token)).toEqual([
      {
        id: saved.id,
        name: 'Texas',
        search: 'state=TX&sort=name',
        isShared: true,
        isOwn: false,
        canDelete: true,
        ownerName: 'Pat Staff',
      },
    ]);
    expect(await list(token, 'users')).toEqual([]);
    await save(colleague.token, false, 'state=MA');
    expect((await list(colleague.token)).length).toBe(2);
    const remove = async (id: number, as: string) =>
      (await app.call('DELETE', `/api/admin/table-views/${id}`, { token: as })).status;
    expect((await list(reviewer.token))[0]).toMatchObject({ isOwn: false, canDelete: false });
    expect(await remove(saved.id, reviewer.token)).toBe(404);
    const unshared = (await list(colleague.token)).find(({ isOwn }: { isOwn: boolean }) => isOwn);
    expect(await remove(unshared.id, token)).toBe(404);
    expect(await remove(saved.id, colleague.token)).toBe(200);
    expect(await app.deps.db('auditLog').where({ action: 'table_view.deleted' })).toMatchObject([
      { actorName: 'Cory Colleague', note: 'Texas (listings)' },
    ]);
    expect(await list(token)).toEqual([]);
    expect(await remove(unshared.id, colleague.token)).toBe(200);
  });
});
