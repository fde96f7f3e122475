import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { isPublicAddress } from '#server/accounts/sign-in/sample-logins.ts';
import { seedArticles } from '#server/articles/seed.ts';
import { seedClaims } from '#server/claims/sample/sample-claims.ts';
import { sampleAccounts } from '#server/sample/accounts.ts';
import { seedSample } from '#server/sample/seed.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { hasSampleData, markSamplePresent, wasSampleRemoved } from './sample-data.ts';

const password = 'amber window kettle hall';
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await seedSample(app.databaseUrl, { count: 300, clock: app.deps.clock, hashPassword, seed: 7 });
  await markSamplePresent(app.deps);
  await seedClaims(app.deps);
  await seedArticles(app.deps);
});
afterAll(() => app.stop());

const logIn = (on: TestApp) => on.post('/api/auth/login', sampleAccounts[0]);
const countOf = async (table: string, where: object = {}) =>
  Number((await app.deps.db(table).where(where).count())[0]!['count']);

it('sample accounts can log in, but not at a public address', async () => {
  expect((await logIn(app)).status).toBe(200);
  const open = await testApp({ beside: app, env: { PUBLIC_URL: 'https://dentists.example.com' } });
  expect(await logIn(open)).toMatchObject({ status: 403, body: { error: 'sample_account' } });
  await open.stop();
  for (const url of [
    'http://localhost:3000',
    'http://192.168.1.5',
    'http://[::1]:3000',
    'http://server',
    'http://nas.local',
  ])
    expect([url, isPublicAddress(url)]).toEqual([url, false]);
  for (const url of ['https://enamel.org', 'http://203.0.113.7', 'https://[2600::1]'])
    expect([url, isPublicAddress(url)]).toEqual([url, true]);
});

it(
  'removing the sample data removes nothing that people have made, and says so first',
  { timeout: 60_000 },
  async () => {
    const { db } = app.deps;
    const boss = await app.signIn({ role: 'admin', name: 'Maria' });
    await db('users')
      .where({ id: boss.userId })
      .update({ password: await hashPassword(password) });
    const [own] = await db('dentists')
      .insert({ name: 'Dr. Real', city: 'Austin', state: 'TX', phone: '(512) 555-0142' })
      .returning('id');
    const article = await app.post(
      '/api/admin/articles',
      { title: 'Ours', content: 'Words of our own about teeth.', excerpt: 'Words', topicId: 'oral-health' },
      { token: boss.token },
    );
    expect([article.status, article.body.message]).toEqual([200, undefined]);

    // People claim, review, edit, and report five of the sample listings.
    const [claimed, reviewed, edited, reported, owned] = (await db('dentists').whereNot({ id: own.id }).whereNull('userId').orderBy('id').limit(5)).map(({ id }) => Number(id)); // prettier-ignore
    const claimant = await app.signIn({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });
    const claim = await app.post(
      `/api/dentists/${claimed}/claim-request`,
      {
        requestorName: 'Ann',
        requestorEmail: 'ann@practice.org',
        requestorPhone: '(512) 555-0142',
        relationshipToPractice: 'owner',
      },
      { token: claimant.token },
    );
    expect([claim.status, claim.body.message]).toEqual([200, undefined]);
    await db.raw(`insert into reviews (dentist_id, source, status, stars, body, author_name, language, verified_by, visit_month, written_at, sent_at, changed_at, published_at)
    select ?, 'imported', 'published', 5, 'A calm visit, and the price was as quoted to me before.', 'Pia P.', 'en', null, '2026-01-01', now(), now(), now(), now()`, [reviewed!]); // prettier-ignore
    const edit = await app.call('PUT', `/api/admin/listings/${edited}`, {
      token: boss.token,
      body: { bio: 'Checked by phone.' },
    });
    expect([edit.status, edit.body.message]).toEqual([200, undefined]);
    await db('listingProblems').insert({
      dentistId: reported,
      about: 'phone',
      message: 'It rings out.',
      createdAt: new Date(),
    });
    await db('dentists').where({ id: owned }).update({ userId: claimant.userId });

    const found = (await app.get('/api/admin/sample-data', { token: boss.token })).body;
    expect(found).toMatchObject({
      isPresent: true,
      isBeingRemoved: false,
      figures: { listings: 295, claims: 7, articles: 20, reviews: await countOf('reviews', { source: 'sample' }) },
      kept: { count: 5 },
    });
    expect(found.kept.listings.map(({ id, reasons }: { id: number; reasons: string[] }) => [id, reasons])).toEqual(
    [[claimed, ['a claim']], [reviewed, ['a review']], [edited, ['an edit']], [reported, ['a problem report']], [owned, ['an owner']]].toSorted((a, b) => Number(a[0]) - Number(b[0])),
  ); // prettier-ignore

    const remove = (body: object, token = boss.token) => app.post('/api/admin/sample-data/remove', body, { token });
    const sampleAdmin = (await logIn(app)).body.token as string;
    expect((await remove({ password: 'wrong' })).status).toBe(400);
    expect(await remove({ password: sampleAccounts[0]!.password }, sampleAdmin)).toMatchObject({ status: 409, body: { error: 'own_account_needed' } }); // prettier-ignore
    expect((await remove({ password }, claimant.token)).status).toBe(403);
    expect(await countOf('dentists')).toBe(301);
    expect((await remove({ password })).body).toMatchObject({ isBeingRemoved: true });
    await app.jobs();

    expect((await db('dentists').orderBy('id').pluck('id')) as number[]).toEqual([claimed, reviewed, edited, reported, owned, own.id].toSorted((a, b) => a - b)); // prettier-ignore
    expect((await db('users').orderBy('id').pluck('id')) as number[]).toEqual([boss.userId, claimant.userId]);
    expect((await db('articles').pluck('title')) as string[]).toEqual(['Ours']);
    expect(await db('reviews').pluck('source')).toEqual(['imported']);
    expect(await countOf('claimRequests')).toBe(1);
    expect(await countOf('dentists', { ratingSource: 'Sample data' })).toBe(0);
    expect(Number((await app.get('/api/stats')).body.dentistCount)).toBe(6);
    expect((await app.get('/api/directory')).body.total).toBe(6);
    expect(await db('auditLog').where({ action: 'sample.removed' }).first()).toMatchObject({ actorName: 'Maria', note: expect.stringContaining('295 listings') }); // prettier-ignore
    expect((await app.get('/api/admin/sample-data', { token: boss.token })).body).toMatchObject({ isPresent: false, isBeingRemoved: false }); // prettier-ignore
    // A start with SAMPLE_DATA doesn't add them again.
    expect(await wasSampleRemoved(db)).toBe(true);
    expect(await hasSampleData({ db, config: { ...app.deps.config, SAMPLE_DATA: 300 } })).toBe(false);
  },
);
