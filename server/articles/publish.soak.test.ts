import { afterAll, beforeAll, expect, it } from 'vitest';
import { testClock } from '#server/base/clock.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { freshDatabase } from '#server/test/programs/database.ts';
import { killPublishers } from '#server/test/crashes/kill-publishers.ts';
import { publishDueArticles } from './publish.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

it('two servers with clocks five seconds apart and random database outages publish each of 1,000 articles once and on time', async () => {
  const start = app.deps.clock.now().getTime();
  const rows = Array.from({ length: 1_000 }, (_, i) => ({
    title: `Article ${i}`,
    content: 'Text',
    excerpt: '',
    topicId: ['oral-health', 'dental-anxiety', 'find-dentist'][i % 3]!,
    category: 'Health',
    author: 'Team',
    readTime: 1,
    slug: `article-${i}`,
    scheduledPublishAt: new Date(start + (i * 60_000) / 1_000),
  }));
  await app.deps.db.batchInsert('articles', rows, 250);
  await app.deps.db('articles').insert({ ...rows[0]!, slug: 'draft', scheduledPublishAt: null });

  const servers = [0, 5_000].map((skew) => {
    const db = openKnex(app.databaseUrl, { max: 3 });
    db.client.pool.on('error', () => {});
    return { deps: { ...app.deps, db, clock: testClock(new Date(start + skew)) }, db };
  });
  const kill = async () => {
    await app.deps.db.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query ilike '%articles%'`,
    );
  };
  let kills = 0;
  // Each step simulates ten seconds: both servers publish at once while connections are cut at random.
  for (let beat = 0; beat <= 7; beat++) {
    const work = servers.map(({ deps }) => publishDueArticles(deps).catch(() => {}));
    if (beat < 6 && beat % 2 === 0) {
      await new Promise((done) => setTimeout(done, 5 + beat * 4));
      await kill();
      kills++;
    }
    await Promise.all(work);
    for (const { deps } of servers) deps.clock.advance(10_000);
  }
  await Promise.all(servers.map(({ deps }) => publishDueArticles(deps)));

  const published = (await app.deps.db('articles').where({ isPublished: true })) as {
    scheduledPublishAt: Date;
    publishedAt: Date;
  }[];
  expect(published).toHaveLength(1_000);
  for (const one of published) expect(one.publishedAt).toEqual(one.scheduledPublishAt);
  const log = (await app.deps.db('auditLog').where({ action: 'article.published' })) as {
    subjectId: string;
    at: Date;
  }[];
  expect(log).toHaveLength(1_000);
  expect(new Set(log.map(({ subjectId }) => subjectId)).size).toBe(1_000);
  const due = new Map(
    (await app.deps.db('articles').select('id', 'scheduledPublishAt')).map((one) => [
      String(one.id),
      one.scheduledPublishAt as Date,
    ]),
  );
  const late = Math.max(...log.map(({ subjectId, at }) => at.getTime() - due.get(subjectId)!.getTime()));
  expect(late).toBeLessThanOrEqual(60_000);
  expect(kills).toBe(3);
  expect((await app.get('/api/articles/draft')).status).toBe(404);

  const [schedule] = await app.deps.db('contentSchedules').where({ topicId: 'oral-health' });
  expect(schedule.nextScheduled).toBeNull();
  const last = (await app.deps
    .db('articles')
    .where({ topicId: 'oral-health', isPublished: true })
    .max({ at: 'publishedAt' })) as [{ at: Date }];
  expect(schedule.lastPublished).toEqual(last[0].at);
  await Promise.all(servers.map(({ db }) => db.destroy()));
});

it('two server processes, killed at random, publish each article once and on time and never show drafts', async () => {
  const { db, url, drop } = await freshDatabase();
  try {
    const shape = { articles: 60, withinMs: 8_000, killEveryMs: 2_500 };
    const found = await killPublishers(db, url, shape);
    expect(found).toMatchObject({ published: 60, recorded: 60, distinct: 60, draftsSeen: 0 });
    expect(found.kills).toBeGreaterThan(0);
    expect(found.answers).toBeGreaterThan(20);
    expect(found.recordedLate).toBeLessThanOrEqual(60_000);
    expect(found.readLate).toBeLessThanOrEqual(60_000);
  } finally {
    await drop();
  }
}, 150_000);
