import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { nextPublishingTimes } from './schedule.ts';
import { articleSlug } from './articles.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  ({ token } = await app.signIn({ role: 'admin' }));
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.deps.db('articles').delete();
});

const words = (n: number) => Array.from({ length: n }, (_, i) => `word${i}`).join(' ');
const draft = (more: object = {}) => ({
  title: 'How whitening works',
  content: words(401),
  excerpt: 'Short.',
  topicId: 'teeth-whitening',
  tags: [' shade ', '', 'gel'],
  ...more,
});
const create = async (more: object = {}) => (await app.post('/api/admin/articles', draft(more), { token })).body;
const put = (id: number, body: object) => app.call('PUT', `/api/admin/articles/${id}`, { token, body });
const visible = async () => (await app.get('/api/articles')).body.map((one: { title: string }) => one.title);
const inHours = (hours: number) => new Date(app.deps.clock.now().getTime() + hours * 3_600_000).toISOString();

describe('articles', () => {
  it('are created with the fields that the server sets', async () => {
    const made = await create();
    expect(made).toMatchObject({
      slug: 'how-whitening-works',
      category: 'Cosmetic',
      readTime: 3,
      tags: ['shade', 'gel'],
      author: 'Enamel Editorial Team',
      isPublished: false,
      scheduledPublishAt: null,
      publishedAt: null,
    });
    expect((await create()).slug).toBe('how-whitening-works-2');
    expect((await create({ topicId: 'oral-hygiene' })).topicId).toBe('oral-health');
    expect((await create({ topicId: 'dental-health' })).category).toBe('Health');
    expect((await create({ topicId: 'cosmetic-dentistry' })).topicId).toBe('teeth-whitening');
    for (const topicId of ['ORAL-HEALTH', ' Oral  Health ', 'Oral hygiene'])
      expect((await create({ topicId })).topicId).toBe('oral-health');
    expect((await create({ topicId: 'Find a Dentist' })).topicId).toBe('find-dentist');
    expect((await create({ tags: ['Gel', ' gel', 'GEL', 'Home  care', 'home care'] })).tags).toEqual([
      'Gel',
      'Home care',
    ]);
  });

  it('keep a reviewer and sources, which are empty unless given', async () => {
    const made = await create();
    expect([made.reviewer, made.sources]).toEqual([null, []]);
    const given = { reviewer: ' Dana Whitfield, DDS ', sources: ['A study https://example.org/a', ' ', 'A book'] };
    const changed = (await put(made.id, given)).body;
    const stored = { reviewer: 'Dana Whitfield, DDS', sources: ['A study https://example.org/a', 'A book'] };
    expect(changed).toMatchObject(stored);
    await put(made.id, { isPublished: true });
    expect((await app.get(`/api/articles/${made.slug}`)).body).toMatchObject(stored);
    expect((await put(made.id, { reviewer: '', sources: [] })).body).toMatchObject({ reviewer: null, sources: [] });
    expect((await put(made.id, { sources: Array.from({ length: 31 }, (_, n) => `S${n}`) })).status).toBe(400);
  });

  it('get unique slugs, even when twenty with the same title arrive at once', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => create({ title: 'Stats' })));
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(20);
    expect(made.map(({ slug }) => slug)).toContain('stats-article');
    expect(articleSlug('Preview')).toBe('preview-article');
    expect(articleSlug('Ünïcödé & “quotes”, don’t')).toBe('unicode-quotes-dont');
    expect(articleSlug('日本語')).toBe('article');
  });

  it('are published, scheduled, or drafts, and only admins see drafts', async () => {
    await create({ title: 'Now', isPublished: true, scheduledPublishAt: inHours(5) });
    await create({ title: 'Past', scheduledPublishAt: inHours(-1) });
    const later = await create({ title: 'Later', scheduledPublishAt: inHours(1) });
    await create({ title: 'Draft', scheduledPublishAt: '' });
    expect((await visible()).sort()).toEqual(['Later', 'Now', 'Past']);
    const { body: stats } = await app.get('/api/articles/stats');
    expect(stats).toMatchObject({ totalArticles: 4, publishedArticles: 2, scheduledArticles: 1, draftArticles: 1 });
    expect(stats.byTopic['teeth-whitening']).toBe(4);
    expect(stats.visibleByTopic['teeth-whitening']).toBe(3);
    expect(Object.keys(stats.byTopic)).toHaveLength(10);
    expect((await app.get('/api/articles/draft')).status).toBe(404);
    expect((await app.get('/api/articles/draft', { token })).body.title).toBe('Draft');
    expect((await app.get('/api/articles', { token })).body).toHaveLength(4);
    expect((await app.get('/api/articles?topicId=oral-health')).body).toEqual([]);
    const { body: byId } = await app.get(`/api/articles?id=${later.id}&brief=1`);
    expect([byId.length, byId[0].content]).toEqual([1, undefined]);
    const { token: plain } = await app.signIn();
    expect((await app.get('/api/articles', { token: plain })).body).toHaveLength(3);
  });

  it('tell when the newest one was published', async () => {
    expect((await app.get('/api/newest-article')).body).toEqual({ publishedAt: null });
    await create({ title: 'Draft' });
    const { publishedAt } = await create({ title: 'Today', isPublished: true });
    expect((await app.get('/api/newest-article')).body).toEqual({ publishedAt });
  });

  it('appear on their date even without the job', async () => {
    await create({ title: 'Tick', scheduledPublishAt: inHours(1) });
    expect((await app.get('/api/articles/tick')).body.isPublished).toBe(false);
    app.deps.clock.advance(3_600_000);
    expect((await app.get('/api/articles/tick')).body).toMatchObject({
      isPublished: true,
      publishedAt: app.deps.clock.now().toISOString(),
    });
    expect((await app.get('/api/articles/stats')).body.publishedArticles).toBe(1);
  });

  it('can be edited, unpublished, and deleted', async () => {
    const { id, updatedAt } = await create({ isPublished: true });
    const { body: changed } = await put(id, { title: 'New title', content: words(1_000) });
    expect(changed).toMatchObject({ title: 'New title', slug: 'how-whitening-works', readTime: 5, isPublished: true });
    const stale = await put(id, { title: 'Mine', read: { updatedAt } });
    expect([stale.status, stale.body.error]).toEqual([409, 'changed_meanwhile']);
    expect((await put(id, { isPublished: false })).body).toMatchObject({ isPublished: false, publishedAt: null });
    expect(await visible()).toEqual([]);
    expect((await app.call('DELETE', `/api/admin/articles/${id}`, { token })).status).toBe(200);
    expect((await app.call('DELETE', `/api/admin/articles/${id}`, { token })).status).toBe(404);
    const log = (await app.get(`/api/admin/audit-log?subject=article&subjectId=${id}`, { token })).body;
    expect(log.map((entry: { action: string }) => entry.action)).toEqual([
      'article.deleted',
      'article.updated',
      'article.updated',
      'article.created',
    ]);
    expect(log[2].before.title).toBe('How whitening works');
  });

  it('refuse invalid values with an error for the field', async () => {
    for (const [bad, field] of [
      [{ title: ' ' }, 'title'],
      [{ content: '' }, 'content'],
      [{ topicId: 'nonsense' }, 'topicId'],
      [{ topicId: '__proto__' }, 'topicId'],
      [{ metaTitle: 'x'.repeat(61) }, 'metaTitle'],
      [{ metaDescription: 'x'.repeat(161) }, 'metaDescription'],
      [{ scheduledPublishAt: 'tomorrow' }, 'scheduledPublishAt'],
      [{ scheduledPublishAt: '2026-03-01T09:00' }, 'scheduledPublishAt'],
      [{ title: 'a\0b' }, 'title'],
    ] as const) {
      const { status, body } = await app.post('/api/admin/articles', draft(bad), { token });
      expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
    }
    expect((await app.get('/api/articles')).body).toEqual([]);
    for (const path of ['/api/admin/articles', '/api/admin/articles/bulk-approve', '/api/admin/articles/bulk-generate'])
      expect((await app.post(path, draft())).status).toBe(401);
  });

  it('are all published at once, and the count is right', async () => {
    for (let i = 0; i < 7; i++) await create({ title: `Draft ${i}` });
    await create({ title: 'Later', scheduledPublishAt: inHours(30) });
    const [a, b] = await Promise.all(
      [1, 2].map(() => app.post('/api/admin/articles/bulk-approve', undefined, { token })),
    );
    expect([a!.body.approved, b!.body.approved].sort()).toEqual([0, 7]);
    expect((await app.get('/api/articles/stats')).body).toMatchObject({ publishedArticles: 7, scheduledArticles: 1 });
  });
});

describe('content schedules', () => {
  const schedule = async (topicId: string) =>
    (await app.get('/api/admin/content-schedules', { token })).body.find(
      (one: { topicId: string }) => one.topicId === topicId,
    );
  const queue = (id: number, queued: boolean) => app.post(`/api/admin/articles/${id}/queue`, { queued }, { token });

  it('assign publishing times in order', () => {
    const now = new Date('2026-01-15T17:00:00Z');
    expect(nextPublishingTimes(now, 2, 3).map((at) => at.toISOString())).toEqual([
      '2026-01-15T20:00:00.000Z',
      '2026-01-16T14:00:00.000Z',
      '2026-01-16T20:00:00.000Z',
    ]);
  });

  it('assign dates to approved drafts, pause, resume, and change the daily rate', async () => {
    app.deps.clock.set('2026-02-01T12:00:00Z');
    ({ token } = await app.signIn({ role: 'admin' }));
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push((await create({ title: `Queued ${i}`, topicId: 'dental-anxiety' })).id);
    for (const id of ids) await queue(id, true);
    const dates = async () => (await schedule('dental-anxiety')).upcoming.map(({ at }: { at: string }) => at);
    expect(await dates()).toEqual(['2026-02-01T14:00:00.000Z', '2026-02-01T20:00:00.000Z', '2026-02-02T14:00:00.000Z']);
    expect((await schedule('dental-anxiety')).nextScheduled).toBe('2026-02-01T14:00:00.000Z');
    const change = (body: object) => app.call('PUT', '/api/admin/content-schedules/dental-anxiety', { token, body });
    expect((await change({ isActive: false })).body).toMatchObject({ upcoming: [], waiting: 3, nextScheduled: null });
    expect(await visible()).toEqual([]);
    await change({ isActive: true, articlesPerDay: 1 });
    expect(await dates()).toEqual(['2026-02-01T14:00:00.000Z', '2026-02-02T14:00:00.000Z', '2026-02-03T14:00:00.000Z']);
    await queue(ids[0], false);
    expect((await dates())[0]).toBe('2026-02-01T14:00:00.000Z');
    expect((await app.get('/api/articles/queued-0')).status).toBe(404);
    app.deps.clock.set('2026-02-01T14:00:30Z');
    expect(await visible()).toContain('Queued 1');
    expect((await queue(ids[1], false)).status).toBe(409);
    expect((await change({ articlesPerDay: 0 })).status).toBe(400);
    expect((await app.call('PUT', '/api/admin/content-schedules/nope', { token, body: {} })).status).toBe(400);
  });
});
