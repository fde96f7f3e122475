import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sitePages } from '#shared/site-pages.ts';
import { startPayments } from '#server/billing/start.ts';
import { matchTakesPayments } from '#server/billing/takes-payments.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { emailSamples } from '#server/test/emails/email-samples.ts';
import { recordEmails } from '#server/test/emails/emails.ts';
import { createHumanCheck } from '#server/base/http/limits/human-check.ts';
import { doctor, place } from '#server/test/people/owners.ts';
import { picture } from '#server/test/files/pictures.ts';
import { renderedSite } from './test/rendered-site.ts';

/** Words that only a directory with plans needs. */
const PLANS = /\/pricing|Professional plan|Pro Max|[Ss]ponsored|[Uu]pgrade|[Ss]ubscri|paid plan|one-time fee/;

/** A page without the data that its scripts start with, which has the names of all documented fields. */
const shownText = (html: string): string => html.replaceAll(/<script\b[\s\S]*?<\/script>/g, '');

let app: TestApp;
let owner: { token: string; userId: number };
let listing: number;
beforeAll(async () => {
  app = await testApp({
    site: renderedSite(),
    env: {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://enamel.example',
      SECRET_KEY: 'a secret that is long enough for production',
    },
  });
  expect(await startPayments(app.deps)).toEqual({});
  owner = await app.signIn();
  const { a, b, token } = createHumanCheck(app.deps);
  const humanCheck = { token, answer: a + b };
  const body = {
    dentist: { ...doctor, website: 'https://silva.example' },
    practice: place,
    serviceIds: [1],
    isNewPractice: true,
    humanCheck,
  };
  const added = await app.post('/api/dentists', body, { token: owner.token });
  expect([added.status, added.body.message]).toEqual([200, undefined]);
  listing = added.body.id;
});
afterAll(() => app.stop());

describe('a directory without payments', () => {
  it('mentions no plan on any public page, and leaves the pricing page out of the site and its sitemap', async () => {
    const pages = [...sitePages.map(({ path }) => path), `/profile/${listing}`, '/dentists/texas/austin', '/auth'];
    for (const path of [...pages, `/claim/${listing}`, '/dashboard', '/auth?plan=free', '/find-practice']) {
      const { status, text } = await app.get(path);
      expect([path, status]).toEqual([path, path === '/pricing' ? 404 : 200]);
      if (path !== '/pricing') expect([path, PLANS.exec(shownText(text))?.[0]]).toEqual([path, undefined]);
    }
    expect((await app.get('/dashboard/billing')).status).toBe(404);
    expect((await app.get('/sitemaps/pages.xml')).text).toContain('https://enamel.example/add-listing');
    expect((await app.get('/sitemaps/pages.xml')).text).not.toContain('/pricing');
    expect((await app.get('/api/site')).body).toMatchObject({ payments: false, testPayments: false });
    expect((await app.get('/api/billing/catalogue')).body.offers).toEqual([]);
  });

  it('mentions no plan in an email, except about a payment that was made', async () => {
    const emails = recordEmails(app);
    for (const [name, send] of Object.entries(emailSamples)) if (!name.startsWith('billing')) await send(app.deps);
    expect(emails.length).toBeGreaterThan(30);
    for (const { subject, text, action } of emails)
      expect([subject, PLANS.exec([subject, ...text, action?.url].join('\n'))?.[0]]).toEqual([subject, undefined]);
  });

  it('shows the photos and the website of a practice whose owner never paid', async () => {
    const { token } = owner;
    expect((await app.get('/api/auth/me', { token })).body).toMatchObject({
      canClaimPractice: true,
      canAddListing: true,
    });
    const photo = await app.post(`/api/user/dentists/${listing}/photos`, { image: await picture() }, { token });
    expect([photo.status, photo.body.message]).toEqual([200, undefined]);
    const shown = (await app.get(`/api/dentists/${listing}`)).body;
    expect(shown).toMatchObject({ isPaid: true, isProMax: false, website: 'https://silva.example' });
    expect((await app.get(`/api/dentists/${listing}/photos`)).body).toHaveLength(1);
    expect((await app.get('/api/user/dentists', { token })).body[0].planActive).toBe(true);
  });

  it('lets anyone with an account claim a practice, and sells nothing', async () => {
    const { token } = await app.signIn();
    const [{ id }] = await app.deps
      .db('dentists')
      .insert({ name: 'Dr. Free', city: 'Austin', state: 'TX' })
      .returning('id');
    const claim = await app.post(
      `/api/dentists/${id}/claim-request`,
      {
        requestorName: 'Ann',
        requestorEmail: 'ann@example.com',
        requestorPhone: '(512) 555-0142',
        relationshipToPractice: 'owner',
      },
      { token },
    );
    expect([claim.status, claim.body.message]).toEqual([200, undefined]);
    const order = { priceId: 'price_sandbox_pro_max_monthly' };
    const answer = await app.post('/api/get-or-create-subscription', order, { token });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  it('pauses what plans include as soon as it takes payments, and shows it again without', async () => {
    const read = async () => (await app.get(`/api/dentists/${listing}`)).body.isPaid;
    await matchTakesPayments(app.deps.db, true, app.deps.clock.now());
    expect(await read()).toBe(false);
    await app.deps
      .db('users')
      .where({ id: owner.userId })
      .update({ subscriptionPlan: 'pro_max', subscriptionStatus: 'active' });
    expect((await app.get(`/api/dentists/${listing}`)).body).toMatchObject({ isPaid: true, isProMax: true });
    await matchTakesPayments(app.deps.db, false, app.deps.clock.now());
    expect((await app.get(`/api/dentists/${listing}`)).body).toMatchObject({ isPaid: true, isProMax: false });
  });
});
