import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { featureFilterNames } from '#shared/listings/feature-filters.ts';
import { TRAP } from '#shared/posted-form.ts';
import { forms } from '#server/site/forms/forms.ts';
import { readSource } from '#server/test/laws/source-files.ts';
import { appointments, type Appointments } from '#server/test/people/appointments.ts';
import { testApp, type Answered, type TestApp } from '#server/test/app.ts';
import { paid } from '#server/test/people/owners.ts';
import { cookiesOf, findPosts, withoutScripts } from './test/post-form.ts';
import { decode, findForms, renderedSite } from './test/rendered-site.ts';

const password = 'amber window kettle';
let a: Appointments;
let app: TestApp;
let listing: number;
let unclaimed: number;
let visitor: ReturnType<typeof withoutScripts>;
beforeAll(async () => {
  a = await appointments();
  app = await testApp({ site: renderedSite(), beside: a.app });
  listing = await a.practice();
  const values = { name: 'Dr. Uma Claimless', phone: '512-555-0100', city: 'Austin', state: 'TX', zipCode: '78701' };
  const [row] = await app.deps.db('dentists').insert(values).returning('id');
  unclaimed = row.id;
  const { userId } = await app.signIn({ subscriptionPlan: 'enterprise', subscriptionStatus: 'active' });
  await app.deps
    .db('groups')
    .insert({ ownerId: userId, name: 'Bright', slug: 'bright', isPublic: true, createdAt: app.deps.clock.now() });
  visitor = withoutScripts(app);
});
afterAll(async () => {
  await app.stop();
  await a.app.stop();
});
beforeEach(() => app.deps.db('rateLimits').delete());
const countOf = async (table: string) => Number((await app.deps.db(table).count())[0]!['count']);
const textOf = (answer: Answered) => decode(answer.text);
const formOf = (answer: Answered, call: string) => {
  const form = findPosts(answer.text).find(({ fields }) => fields['_call']?.[0] === call);
  expect(form, `${call} in ${answer.text.slice(0, 200)}`).toBeDefined();
  return form!;
};

/** Signs a new account up with the form. */
async function signUp(who: object = {}) {
  const email = `p${Math.random().toString(36).slice(2)}@example.com`;
  const cookies = cookiesOf(await visitor.submit('/auth?tab=signup', { name: 'Nora Quinn', email, password }));
  await app.deps
    .db('users')
    .where({ email })
    .update({ emailVerifiedAt: app.deps.clock.now(), ...who });
  return { email, ...withoutScripts(app, cookies) };
}

describe('without scripts, a visitor', () => {
  it.each([
    ['/contact', '/api/contact', 'contactMessages', { name: 'Nora', email: 'nora@example.com', subject: 'Hi', category: 'billing', message: 'Two\nlines & <more>' }], // prettier-ignore
    ['/privacy', '/api/privacy-requests', 'privacyRequests', { kind: 'deletion', name: 'Nora', email: 'nora@example.com', message: 'All <of> it' }], // prettier-ignore
    ['/report-problem/LISTING', '/api/dentists/LISTING/problems', 'listingProblems', { about: 'phone', message: 'It is 555-0199', email: '' }], // prettier-ignore
  ])('sends the form of %s, unless a bot fills in all of it or sends too many', async (path, call, table, typed) => {
    const at = path.replace('LISTING', String(listing));
    const before = await countOf(table);
    const page = await visitor.open(at);
    expect(page.text).not.toMatch(/What is \d|math/);
    const form = formOf(page, call.replace('LISTING', String(listing)));
    expect(form.fields[TRAP]).toEqual(['']);
    const filled = await visitor.resend(form, { ...typed, [TRAP]: 'https://spam.example.com' });
    expect(filled.status).toBe(400);
    expect(filled.headers.get('cache-control')).toBe('private, no-store');
    expect(textOf(filled)).toContain("We couldn't check that a person sent this. Please send it again.");
    expect(await countOf(table)).toBe(before);
    const again = formOf(filled, call.replace('LISTING', String(listing)));
    for (const [name, value] of Object.entries({ ...typed, [TRAP]: '' }))
      expect([name, again.fields[name]]).toEqual([name, [value]]);
    const sent = await visitor.resend(again);
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${at}?sent=1`]);
    expect(await countOf(table)).toBe(before + 1);
    const thanks = await visitor.open(`${at}?sent=1`);
    expect(textOf(thanks)).toMatch(/Your message was sent|We received your request|Report sent/);

    const perHour = 5;
    const answers = [];
    for (let n = 0; n < perHour; n++) answers.push(await visitor.resend(again));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 429]);
    expect(textOf(answers.at(-1)!)).toMatch(/Please (try again in|wait a moment)/);
    expect(await countOf(table)).toBe(before + perHour);
  });

  it('never shares a page with what someone typed', async () => {
    const form = formOf(await visitor.open('/contact'), '/api/contact');
    const answer = await visitor.resend(form, { name: 'Xanthippe', email: 'x' });
    expect(answer.text).toContain('Xanthippe');
    const others = await visitor.open('/contact');
    expect(others.headers.get('cache-control')).toContain('public');
    expect(others.text).not.toContain('Xanthippe');
  });

  it('requests an appointment, and sees, cancels, and deletes the request', async () => {
    const path = `/request-appointment/${listing}`;
    const call = `/api/dentists/${listing}/appointments`;
    const typed = { name: 'Pia', email: '', phone: '(512) 555-0111', times: ['monday-morning', 'friday-evening'], isNewPatient: 'false' }; // prettier-ignore
    const missing = await visitor.resend(formOf(await visitor.open(path), call), { name: 'Pia' });
    expect(textOf(missing)).toContain('Please choose at least one time.');
    expect(textOf(missing)).toContain("Please say whether you've been there before.");
    const filled = await visitor.resend(formOf(missing, call), { ...typed, [TRAP]: 'x' });
    expect([filled.status, await countOf('appointmentRequests')]).toEqual([400, 0]);
    const form = formOf(filled, call);
    expect(form.fields).toMatchObject({ name: ['Pia'], times: typed.times, isNewPatient: ['false'], [TRAP]: [''] });
    const sent = await visitor.resend(form);
    expect(sent.status).toBe(200);
    const token = /\/my-appointment#([\w-]{43})/.exec(sent.text)![1]!;
    const pressedTwice = await visitor.resend(form);
    expect(pressedTwice.text).toContain(token);
    expect(await countOf('appointmentRequests')).toBe(1);
    expect((await a.own(token)).body).toMatchObject({ name: 'Pia', times: typed.times, isNewPatient: false });

    const link = `${app.url}/my-appointment#${token}`;
    const shown = await visitor.submit('/my-appointment', { token: link });
    expect(textOf(shown)).toContain('The practice has your request.');
    const cancel = findPosts(shown.text).find(({ fields }) => fields['action']?.[0] === 'cancel')!;
    const canceled = await visitor.resend(cancel);
    expect(textOf(canceled)).toContain('You canceled this request.');
    const deleted = await visitor.resend(formOf(canceled, '/api/appointments/delete'));
    expect(textOf(deleted)).toContain('Your data has been deleted');
    expect((await a.own(token)).status).toBe(404);
    const gone = await visitor.submit('/my-appointment', { token: link });
    expect(gone.status).toBe(404);
  });

  it('asks for the link of a review, writes the review, changes it, and deletes it', async () => {
    const path = `/write-review/${listing}`;
    const call = `/api/dentists/${listing}/review-links`;
    const typed = { name: 'Nora Noscript', email: 'nora@example.com' };
    const sent = await visitor.resend(formOf(await visitor.open(path), call), typed);
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${path}?sent=1`]);
    expect(textOf(await visitor.open(`${path}?sent=1`))).toContain('We sent you a link');
    const link = (await a.lastEmail('nora@example.com'))!.action!.url;
    const opened = await visitor.submit('/my-review', { token: link });
    const missing = await visitor.resend(formOf(opened, '/api/reviews/save'), { text: 'Too short' });
    expect(textOf(missing)).toContain('Please choose one to five stars.');
    expect(textOf(missing)).toContain('Please write at least 20 characters.');
    const [month] = /(?<=<option value=")20\d\d-\d\d/.exec(missing.text)!;
    const review = { stars: '4', visitMonth: month, text: 'They explained each step before they began.' };
    const saved = await visitor.resend(formOf(missing, '/api/reviews/save'), review);
    expect(textOf(saved)).toContain('We have your review');
    const changed = await visitor.resend(formOf(saved, '/api/reviews/save'), { stars: '5' });
    expect(textOf(changed)).toContain('We have your review');
    expect(await app.deps.db('reviews').where({ dentistId: listing })).toMatchObject([{ stars: 5, body: review.text }]);
    const deleted = await visitor.resend(formOf(changed, '/api/reviews/delete'));
    expect(textOf(deleted)).toContain('Your review and your address are gone');
    expect(await app.deps.db('reviews').where({ dentistId: listing })).toEqual([]);
  });

  it('reaches the claim form through the sign-up, and files the claim', async () => {
    const path = `/claim/${unclaimed}`;
    const first = await visitor.open(path);
    expect(first.text).toContain(`/auth?next=%2Fclaim%2F${unclaimed}&amp;tab=signup`);
    const unpaid = await signUp();
    expect(textOf(await unpaid.open(path))).toContain('Paying needs JavaScript');
    const person = await signUp(paid);
    const page = await person.open(path);
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    const call = `/api/dentists/${unclaimed}/claim-request`;
    const form = formOf(page, call);
    expect(form.fields).toMatchObject({ requestorName: ['Nora Quinn'], requestorEmail: [person.email] });
    const short = await person.resend(form, { requestorPhone: '555' });
    expect(textOf(short)).toContain('Valid phone number is required');
    const sent = await person.resend(formOf(short, call), { requestorPhone: '512-555-0100', relationshipToPractice: 'owner' }); // prettier-ignore
    expect([sent.status, sent.headers.get('location')]).toEqual([303, path]);
    expect(textOf(await person.open(path))).toContain('What happens next');
  });

  it('is sent to the login if a form needs it, and back', async () => {
    const answer = await visitor.post(`/claim/${unclaimed}`, { _call: `/api/dentists/${unclaimed}/claim-request` });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/auth?next=%2Fclaim%2F${unclaimed}`]);
  });

  it('undoes a change of the email address', async () => {
    const { email, ...person } = await signUp();
    const token = (await app.post('/api/auth/login', { email, password })).body.token as string;
    const newEmail = `new-${email}`;
    await app.post('/api/auth/change-email', { email: newEmail, password }, { token });
    const open = async (to: string) => {
      const { pathname, search } = new URL((await a.lastEmail(to))!.action!.url);
      return pathname + search;
    };
    await person.submit(await open(newEmail));
    const path = await open(email);
    expect(path).toMatch(/^\/undo-email-change\?token=/);
    const undone = await visitor.submit(path);
    expect([undone.status, undone.headers.get('location')]).toEqual([303, '/undo-email-change?sent=1']);
    expect(textOf(await visitor.open('/undo-email-change?sent=1'))).toContain('The change was undone');
    expect((await app.post('/api/auth/login', { email, password: 'x' })).status).toBe(401);
    expect(await app.deps.db('users').where({ email }).first('email')).toEqual({ email });
    expect((await person.open('/api/auth/me')).status).toBe(401);
    const again = await visitor.submit(path);
    expect([again.status, textOf(again).includes('This link is no longer valid')]).toEqual([400, true]);
  });

  it('verifies an address, turns emails off, and accepts an invitation', async () => {
    const { email } = await signUp({ emailVerifiedAt: null });
    const welcome = (await a.lastEmail(email))!;
    const link = new URL(welcome.action!.url);
    const verified = await visitor.submit(link.pathname + link.search);
    expect(verified.headers.get('location')).toBe('/verify-email?sent=1');
    expect(textOf(await visitor.open('/verify-email?sent=1'))).toContain('Your email address is verified');
    const bad = await visitor.submit(`/verify-email?token=${'x'.repeat(43)}`);
    expect([bad.status, textOf(bad).includes('This link is no longer valid')]).toEqual([400, true]);

    const invited = await signUp();
    await app.post(`/api/user/dentists/${listing}/managers`, { email: invited.email }, { token: a.ann.token });
    const invitation = new URL((await a.lastEmail(invited.email))!.action!.url);
    const dashboard = /invitation=[\w-]+/.exec(decodeURIComponent(invitation.search))![0];
    const accepted = await invited.submit(`/dashboard?${dashboard}`);
    expect([accepted.status, accepted.headers.get('location')]).toEqual([303, `/dashboard/listings/${listing}`]);
  });
});

/** Each page of the website, for a visitor without scripts. Pages of staff and accounts have no forms until scripts run. */
const pages = () => [
  '/', '/directory', '/directory?location=Austin%2C+TX&service=Veneers', '/compare', '/shortlist', '/dentists/texas',
  '/dentists/texas/austin', '/geographic-map', '/topics', '/about', '/contact', '/terms', '/privacy', '/pricing', '/yes',
  '/find-practice', '/add-listing', '/dashboard', '/dashboard?invitation=abc', '/dashboard/appointments', '/dashboard/billing', '/dashboard/groups', '/dashboard/groups/1',
  `/dashboard/listings/${listing}`, `/dashboard/listings/${listing}/reviews/card`, '/account', '/auth', '/auth?tab=signup', '/auth?reset=1', '/reset-password?token=abc',
  '/email-settings?token=1.monthlyInsights.abc', '/verify-email?token=abc', '/undo-email-change?token=abc', '/auth/single-sign-on?code=abc', '/still-true?token=abc', '/staff-invitation?token=abc', '/setup?token=abc', '/my-appointment', '/my-review',
  '/shared/abc', '/teeth-whitening/texas/austin', '/topics/1', '/articles/whitening', '/articles/preview/1', '/consumer-health-data',
  '/accessibility', '/advertising', '/how-ranking-works', '/how-reviews-work', '/status', '/texas/austin/general-dentistry/uma-claimless',
  `/profile/${listing}`, `/profile/${unclaimed}`, `/request-appointment/${listing}`, `/write-review/${listing}`, `/write-review/${listing}/${'0'.repeat(20)}`, `/reviews/${listing}`, `/report-problem/${listing}`,
  `/claim/${unclaimed}`, `/transfer/1`, `/groups/bright`, '/admin', '/admin/users', '/nowhere',
]; // prettier-ignore
const patterns = [...readSource('ui/app/routes.tsx').matchAll(/page\('(\/[^']*)'/g)].map(([, path]) => path!);
const searchFilters = new Set<string>([
  ...featureFilterNames, 'location', 'service', 'name', 'radius', 'openNow', 'evening', 'language', 'services', 'plan', 'openOn', 'gender', 'maxPrice', 'minRating', 'minReviews', 'sort', 'organic', 'view', 'q',
]); // prettier-ignore

describe('each form of each page', () => {
  it('is one of the pages of every route', () => {
    expect(patterns.length).toBeGreaterThan(40);
    const paths = pages().map((path) => path.split('?')[0]!);
    const isOpened = (pattern: string) => {
      const shape = new RegExp(`^${pattern.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`);
      return paths.some((path) => shape.test(path));
    };
    expect(patterns.filter((pattern) => pattern !== '/kit' && !isOpened(pattern))).toEqual([]);
  });

  const seen = new Set<string>();
  it.each([
    ['a visitor', () => visitor],
    ['an owner', () => signUp(paid)],
  ] as const)(
    'is posted to its own page with a known call, or is a search whose fields are filters, for %s',
    async (_, enter) => {
      const who = await enter();
      const faults: string[] = [];
      for (const path of pages()) {
        const { text } = await who.open(path);
        for (const { method, action, fields } of findForms(text)) {
          if (method === 'get') {
            for (const name of Object.keys(fields)) if (!searchFilters.has(name)) faults.push(`${path}: ${name}`);
            if (!['/directory', '/find-practice', '/groups/bright'].includes(action)) faults.push(`${path}: ${action}`);
            continue;
          }
          const [call = ''] = fields['_call'] ?? [];
          const known = forms.find(({ endpoint }) =>
            new RegExp(`^${endpoint.path.replace(/:\w+/g, '\\d+')}$`).test(call),
          );
          if (method !== 'post' || !known || action !== path) faults.push(`${path}: ${method} ${action} ${call}`);
          else seen.add(known.endpoint.path);
        }
      }
      expect(faults).toEqual([]);
    },
  );

  it('is one of at least twelve calls', () => expect(seen.size).toBeGreaterThan(11));
});
