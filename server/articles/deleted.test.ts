import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { purgeDeletedArticles } from './deleted.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  ({ token } = await app.signIn({ role: 'editor', name: 'Eve Editor' }));
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.deps.db('articles').delete();
  await app.deps.db('deletedArticles').delete();
});

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(app.deps.clock.now().getTime() + hours * HOUR).toISOString();
const create = async (values: object = {}) =>
  (
    await app.post(
      '/api/admin/articles',
      {
        title: 'A day at the dentist',
        content: 'Text. '.repeat(600),
        excerpt: 'Short.',
        topicId: 'oral-health',
        ...values,
      },
      { token },
    )
  ).body;
const remove = (id: number) => app.call('DELETE', `/api/admin/articles/${id}`, { token });
const restore = (id: number) => app.post(`/api/admin/deleted-articles/${id}/restore`, undefined, { token });
const listDeleted = async () => (await app.get('/api/admin/deleted-articles', { token })).body;

describe('a deleted article', () => {
  it('is listed with who deleted it, and restored as it was, with its address', async () => {
    const article = await create({ isPublished: true, tags: ['gel'], sources: ['A book'], reviewer: 'Dana, DDS' });
    await remove(article.id);
    expect(await listDeleted()).toMatchObject([
      { id: article.id, title: article.title, topicId: 'oral-health', deletedBy: 'Eve Editor' },
    ]);
    expect((await app.get(`/api/articles/${article.slug}`)).status).toBe(404);
    const restored = await restore(article.id);
    expect([restored.status, { ...restored.body, updatedAt: null }]).toEqual([200, { ...article, updatedAt: null }]);
    expect((await app.get(`/api/articles/${article.slug}`)).body.content).toBe(article.content);
    expect(await listDeleted()).toEqual([]);
    expect((await restore(article.id)).status).toBe(404);
    const log = await app.deps.db('auditLog').where({ subject: 'article', subjectId: String(article.id) });
    expect(log.map(({ action }) => action)).toEqual(['article.created', 'article.deleted', 'article.restored']);
  });

  it('gets another address if its own was taken, and can be deleted again', async () => {
    const first = await create();
    await remove(first.id);
    const second = await create();
    expect(second.slug).toBe(first.slug);
    expect((await restore(first.id)).body.slug).toBe(`${first.slug}-2`);
    await remove(first.id);
    expect((await restore(first.id)).status).toBe(200);
  });

  it('is restored as a draft if its date has passed, and keeps a future date', async () => {
    const soon = await create({ title: 'Soon', scheduledPublishAt: inHours(1) });
    const later = await create({ title: 'Later', scheduledPublishAt: inHours(50) });
    await remove(soon.id);
    await remove(later.id);
    app.deps.clock.advance(2 * HOUR);
    expect((await restore(soon.id)).body).toMatchObject({ isPublished: false, scheduledPublishAt: null });
    expect((await restore(later.id)).body.scheduledPublishAt).toBe(later.scheduledPublishAt);
  });

  it('can be restored for 30 days, and is then erased', async () => {
    const article = await create();
    await remove(article.id);
    app.deps.clock.advance(30 * 24 * HOUR);
    expect(await listDeleted()).toEqual([]);
    expect((await restore(article.id)).status).toBe(404);
    await purgeDeletedArticles(app.deps);
    expect(await app.deps.db('deletedArticles')).toEqual([]);
  });
});

describe('the article calendar', () => {
  it('lists what was and will be published between two times, in order', async () => {
    await create({ title: 'Draft' });
    const next = await create({ title: 'Next week', scheduledPublishAt: inHours(7 * 24) });
    const today = await create({ title: 'Today', isPublished: true });
    await create({ title: 'Much later', scheduledPublishAt: inHours(40 * 24) });
    const calendar = await app.get(`/api/admin/articles/calendar?from=${inHours(-24)}&to=${inHours(30 * 24)}`, {
      token,
    });
    expect(calendar.body).toEqual([
      { id: today.id, title: 'Today', topicId: 'oral-health', slug: 'today', at: today.publishedAt, isPublished: true },
      {
        id: next.id,
        title: 'Next week',
        topicId: 'oral-health',
        slug: 'next-week',
        at: next.scheduledPublishAt,
        isPublished: false,
      },
    ]);
    const tooLong = await app.get(`/api/admin/articles/calendar?from=${inHours(0)}&to=${inHours(90 * 24)}`, { token });
    expect([tooLong.status, tooLong.body.message]).toEqual([400, expect.stringContaining('at most 62 days')]);
  });
});
