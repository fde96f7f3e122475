import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { draft } from './draft.ts';
import { sampleArticles } from './sample/index.ts';
import { seedArticles } from './seed.ts';
import { listTopics } from './topics.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

it('two sample articles per topic meet the rules for generated drafts', async () => {
  for (const { id } of await listTopics(app.deps.db))
    expect(sampleArticles.filter(({ topicId }) => topicId === id)).toHaveLength(2);
  for (const article of sampleArticles) {
    expect([article.title, draft.safeParse(article).error?.issues ?? []]).toEqual([article.title, []]);
    // Headings are short separate lines and don't count.
    const paragraphs = article.content.split('\n\n').map((text) => text.split(/\s+/).length);
    const words = paragraphs.filter((count) => count > 8).reduce((sum, count) => sum + count, 0);
    expect(words, article.title).toBeGreaterThanOrEqual(500);
    expect(words, article.title).toBeLessThanOrEqual(900);
  }
});

it('sample articles are added to an empty database once, some of them scheduled', async () => {
  expect(await seedArticles(app.deps)).toBe(20);
  expect(await seedArticles(app.deps)).toBe(0);
  expect((await app.get('/api/articles/stats')).body).toMatchObject({
    totalArticles: 20,
    publishedArticles: 15,
    scheduledArticles: 5,
  });
});
