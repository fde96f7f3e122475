import { afterAll, beforeAll, expect, it } from 'vitest';
import { matchRoutes } from 'react-router-dom';
import { renderEmail, type Email } from '#server/base/email/email-layout.ts';
import { createRoutes } from '#ui/app/routes.tsx';
import { testApp, type TestApp } from '#server/test/app.ts';
import { emailSamples } from '#server/test/emails/email-samples.ts';
import { renderedSite } from './test/rendered-site.ts';

const BRAND = 'Bright Bay Dental Guide';
const env = {
  PUBLIC_URL: 'https://brightbay.example',
  SUPPORT_EMAIL: 'help@brightbay.example',
  MAIL_FROM: 'hello@brightbay.example',
};
const chosen = {
  brand: BRAND,
  description: 'Dentists around the bay.',
  accent: '#6b3fa0',
  supportHours: 'Daily\n9:00 AM to 3:00 PM PST',
  company: 'Bright Bay LLC',
  address: '1 Bay Road\nPortland, ME 04101',
};
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ site: renderedSite(), env, now: '2026-02-02T15:00:00Z' });
  const owner = await app.signIn({ name: 'Dr. Ana Silva', email: 'ana@example.com', role: 'admin' });
  const city = { city: 'Austin', state: 'TX', zipCode: '78701' };
  await app.deps
    .db('dentists')
    .insert({ id: 1, name: 'Dr. Ana Silva', userId: owner.userId, phone: '(512) 555-0100', ...city });
  await app.deps.db('systemSettings').insert({ name: 'site', value: JSON.stringify(chosen) });
});
afterAll(() => app.stop());

/** The technical names that a page or file may have. */
const technical =
  /X-Enamel-[\w-]+|(?:__Host-)?enamel-form-login|Enamel Microabrasion|enamel microabrasion|enamel-microabrasion/gi;
const named = (text: string): string[] =>
  [...text.replace(technical, '').matchAll(/.{0,60}enamel.{0,60}/gi)].map(([context]) => context);

it('every public page, and every page for accounts, names the brand of the setting and no other', async () => {
  const routes = createRoutes({ server: true });
  const paths = [
    '/', '/directory', '/directory?location=Austin', '/compare', '/shortlist', '/about', '/terms', '/privacy', '/pricing', '/contact',
    '/consumer-health-data', '/accessibility', '/advertising', '/how-ranking-works', '/how-reviews-work', '/geographic-map',
    '/dentists/texas', '/topics', '/topics/oral-health', '/profile/1', '/auth', '/auth?tab=signup', '/account', '/dashboard',
    '/add-listing', '/verify-email?token=x', '/still-true?token=x', '/staff-invitation?token=x', '/admin', '/no-such-page',
  ]; // prettier-ignore
  for (const path of paths) {
    expect([path, matchRoutes(routes, path.split('?')[0]!) === null]).toEqual([path, false]);
    const { text, headers } = await app.get(path);
    const page = headers.get('location') ? (await app.get(headers.get('location')!)).text : text;
    expect([path, named(page)]).toEqual([path, []]);
    expect([path, /<title>[^<]*Bright Bay Dental Guide[^<]*<\/title>/.test(page)]).toEqual([path, true]);
  }
}, 90_000);

it('pages show the description, color, hours, and legal facts', async () => {
  const about = (await app.get('/about')).text;
  expect(about).toContain('<style>:root{--accent:light-dark(#6b3fa0,');
  expect(about).toContain('Dentists around the bay.');
  expect(about).toContain('Daily<br/>9:00 AM to 3:00 PM PST');
  expect(about).toMatch(/"legalName":"Bright Bay LLC","address":"1 Bay Road, Portland, ME 04101"/);
  const policy = (await app.get('/about')).headers.get('content-security-policy')!;
  expect(policy).toMatch(/style-src 'self' 'sha256-/);
  const terms = (await app.get('/terms')).text;
  expect(terms).toContain('brand is owned by Bright Bay LLC');
  expect(terms).toContain('Our address is 1 Bay Road, Portland, ME 04101.');
  expect((await app.get('/contact')).text).toContain('Bright Bay LLC<br/>1 Bay Road<br/>Portland, ME 04101');
  for (const path of ['/', '/pricing', '/contact', '/terms', '/dashboard'])
    expect([path, (await app.get(path)).text.includes('8:00 AM')]).toEqual([path, false]);
});

it('emails name it in their sender, subject, text, and layout', async () => {
  await app.deps.settings.load();
  for (const [name, send] of Object.entries(emailSamples)) {
    await app.deps.db('jobs').delete();
    await send(app.deps);
    const jobs = (await app.deps.db('jobs').where({ name: 'mail' })) as { payload: { sealed: string } }[];
    expect([name, jobs.length]).not.toEqual([name, 0]);
    for (const { payload } of jobs) {
      const email = JSON.parse(app.deps.secret.open('mail', payload.sealed)) as Email;
      const { text, html } = renderEmail(email, app.deps.config, app.deps.settings.current);
      expect([name, named(`${email.subject}\n${text}\n${html}`)]).toEqual([name, []]);
      expect(text).toContain('Bright Bay LLC, 1 Bay Road, Portland, ME 04101');
      expect([name, /#0b7c80|#5cc4c4/.test(html)]).toEqual([name, false]);
      expect(text).toContain(`${BRAND} · https://brightbay.example · help@brightbay.example`);
    }
  }
});

it('the manifest, the description of the API, and files for machines name it', async () => {
  expect((await app.get('/manifest.webmanifest')).body).toMatchObject({ name: BRAND, short_name: BRAND });
  expect((await app.get('/api/docs.json')).body.info.title).toBe(BRAND);
  expect((await app.get('/api/site')).body.brand).toBe(BRAND);
  expect((await app.get('/readyz')).body).toMatchObject({
    product: 'enamel',
    brand: BRAND,
    accent: '#6b3fa0',
    logo: '',
  });
  for (const path of [
    '/api/docs',
    '/manifest.webmanifest',
    '/robots.txt',
    '/sitemap.xml',
    '/.well-known/security.txt',
    '/api/site',
  ])
    expect([path, named((await app.get(path)).text)]).toEqual([path, []]);
});
