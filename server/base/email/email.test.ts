import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { matchRoutes } from 'react-router-dom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderEmail, type Email } from './email-layout.ts';
import { firstNameOr, greet } from './email-words.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { emailModules, emailSamples } from '#server/test/emails/email-samples.ts';
import { isTestFile, listFiles, readSource } from '#server/test/laws/source-files.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now: '2026-02-02T15:00:00Z' });
  const owner = await app.signIn({ name: 'Dr. Ana Silva', email: 'ana@example.com', role: 'admin' });
  await app.deps.db('dentists').insert({ id: 1, name: 'Dr. Ana Silva', userId: owner.userId });
});
afterAll(() => app.stop());

/** The pages of the website and of the admin panel. */
const pages = ['ui/app/routes.tsx', 'ui/app/admin/admin-routes.tsx'].flatMap((file) =>
  [...readSource(file).matchAll(/\bpage\('([^']+)'/g)].map(([, path]) => ({ path: path! })),
);
/** Only these tell about something other than a practice. */
const withoutPractice =
  /^(accounts|articles|backups|billing|billingByStaff|inbox|site|staff)\.|^insights\.email(DeletionWarning|PrivacyRequest)$/;

async function collectEmails(send: (deps: TestApp['deps']) => Promise<void>): Promise<Email[]> {
  const { db, secret } = app.deps;
  await db('jobs').delete();
  await send(app.deps);
  const jobs: { payload: { sealed: string } }[] = await db('jobs').where({ name: 'mail' }).orderBy('id');
  return jobs.map(({ payload }) => JSON.parse(secret.open('mail', payload.sealed)) as Email);
}

describe('emails', () => {
  it('all have a sample', () => {
    const names = Object.entries(emailModules).flatMap(([module, emails]) =>
      Object.keys(emails)
        .filter((name) => name.startsWith('email'))
        .map((name) => `${module}.${name}`),
    );
    expect(Object.keys(emailSamples).toSorted()).toEqual(names.toSorted());
  });

  it('are sent only by these modules', () => {
    const senders = listFiles(['server'], /\.ts$/).filter(
      (file) => !isTestFile(file) && file !== 'server/base/email/email.ts' && /\benqueueEmail\(/.test(readSource(file)),
    );
    const sampled = [
      ...readSource('server/test/emails/email-samples.ts').matchAll(/from '#(server\/[^']*emails\.ts)'/g),
    ].map(([, file]) => file);
    expect(senders.toSorted()).toEqual(sampled.toSorted());
  });

  it.each(Object.entries(emailSamples))(
    '%s has the one layout, a text part, and a link to a page that exists, and names the practice',
    async (name, send) => {
      const emails = await collectEmails(send);
      expect(emails.length).toBeGreaterThan(0);
      for (const [index, email] of emails.entries()) {
        const { text, html } = renderEmail(email, app.deps.config, app.deps.settings.current);
        if (email.name) expect(text).toMatch(/^Hi Dr\. Silva,\n\n/);
        expect(html).toContain(`<img src="${app.url}/icon-192.png"`);
        expect(html.match(/<h1 /g)).toHaveLength(1);
        expect(html).toContain('name="color-scheme" content="light dark"');
        expect(text + html).not.toMatch(/undefined|null|NaN|\[object/);
        if (!withoutPractice.test(name)) expect(text).toContain('Silva Dental');
        for (const action of [email.action, email.otherAction]) {
          if (!action) continue;
          expect(text).toContain(action.url);
          expect(html).toContain(`href="${action.url.replaceAll('&', '&amp;')}"`);
          const { origin, pathname } = new URL(action.url);
          if (origin === app.url) expect([pathname, matchRoutes(pages, pathname) !== null]).toEqual([pathname, true]);
          else
            expect([name, origin]).toEqual([
              expect.stringMatching(/^billing\.email(Receipt|Payment)/),
              'https://pay.example',
            ]);
        }
        if (process.env.EMAILS) {
          await mkdir(process.env.EMAILS, { recursive: true });
          await writeFile(join(process.env.EMAILS, `${name}${index === 0 ? '' : `-${index}`}.html`), html);
        }
      }
    },
  );

  it('link the addresses of this site, and none that people typed', () => {
    const ours = `${app.url}/directory?a=1&b=2`;
    const email = { to: 'a@example.com', subject: 'Links', text: [`See ${ours}. Or https://other.example/x`] };
    const { html } = renderEmail(email, app.deps.config, app.deps.settings.current);
    const escaped = ours.replace('&', '&amp;');
    expect(html).toContain(
      `<a class="link" href="${escaped}" style="color:#0b7c80">${escaped}</a>. Or https://other.example/x`,
    );
  });

  it.each([
    ['Ana Silva', 'Hi Ana,'],
    ['Dr. Ana Silva, DDS', 'Hi Dr. Silva,'],
    ['mrs Pia Park', 'Hi Mrs. Park,'],
    ['Dr.', 'Hi Dr.,'],
    ["Seán O'Brien-Núñez", 'Hi Seán,'],
    ['J.P. Morgan', 'Hi J.P.,'],
    ['李 小龍', 'Hi 李,'],
    ['https://evil.example/free', 'Hello,'],
    ['evil.example wins', 'Hello,'],
    ['Dr. evil.example', 'Hello,'],
    ['www.evil.example', 'Hello,'],
    ['evil。example', 'Hello,'],
    ['win@evil.example', 'Hello,'],
    ['+15125550123', 'Hello,'],
    ['<b>Free</b>', 'Hello,'],
    ['a'.repeat(31), 'Hello,'],
    ['\nBcc: x', 'Hello,'],
    ['', 'Hello,'],
  ])('greet %j with %j', (name, greeting) => {
    expect(greet(name)).toBe(greeting);
  });

  it.each([
    ['Ana Silva', 'Ana'],
    ['Dr. Ana Silva, DDS', 'Ana'],
    ['Ms. Silva', 'A patient'],
    ['evil.example wins', 'A patient'],
    [null, 'A patient'],
  ])('call %j “%s” in emails to other people', (name, first) => {
    expect(firstNameOr('A patient', name)).toBe(first);
  });

  it('keep a phone number on one line', () => {
    const email = { to: 'a@example.com', subject: 'A call', text: ['Call (512) 555-0142.'] };
    const { html } = renderEmail(email, app.deps.config, app.deps.settings.current);
    expect(html).toContain('Call <span style="white-space:nowrap">(512) 555-0142</span>.');
  });

  const hostile = 'https://evil.example/free';
  it.each(Object.entries(emailSamples))('%s takes no link from a name', async (_sample, send) => {
    for (const email of await collectEmails(send)) {
      const named = renderEmail(
        { ...email, ...(email.name && { name: hostile }) },
        app.deps.config,
        app.deps.settings.current,
      );
      expect(named.text + named.html).not.toContain('evil.example');
    }
  });

  it('leave links and names that are no names out of what other people wrote', async () => {
    const deps = app.deps;
    const place = { practiceName: 'Silva Dental', name: 'Dr. Ana Silva', city: 'Austin', state: 'TX' };
    const invite = (inviter: string, listing = place) =>
      emailModules.managers.emailInvitation(deps.db, deps, { email: 'x@example.com', inviter, listing, days: 7, token: 'token' }); // prettier-ignore
    const [plain, link, practice, reply] = await collectEmails(async () => {
      await invite('Ana Silva, DDS');
      await invite(`Win at ${hostile}`);
      await invite('Ana', { ...place, practiceName: 'Visit evil.example/free now' });
      await emailModules.inbox.emailReply(
        deps.db,
        deps,
        { name: hostile, email: 'x@example.com', subject: `Free\r\nBcc: you ${hostile}`, message: 'Hi', createdAt: new Date() },
        { text: 'Thank you.', author: 'Ana' },
      ); // prettier-ignore
    });
    expect(plain!.subject).toBe('Ana Silva invites you to manage Silva Dental');
    expect([link!.subject, link!.text[0]]).toEqual([
      'The owner invites you to manage Silva Dental',
      expect.stringMatching(/^The owner invited you to help manage the listing of Silva Dental /),
    ]);
    expect(practice!.subject).toBe('Ana invites you to manage Visit (link removed) now');
    expect(practice!.text[0]).not.toContain('evil.example');
    expect(reply!.subject).toBe('Re: Free Bcc: you (link removed)');
    expect(renderEmail(reply!, deps.config, deps.settings.current).text).toMatch(/^Hello,\n\nThank you\./);
  });

  it('have a link to turn them off where a person may', () => {
    const email = {
      to: 'a@example.com',
      subject: 'Figures',
      text: ['12 calls'],
      unsubscribe: 'https://x.example/off?a=1&b=2',
    };
    const { text, html } = renderEmail(email, app.deps.config, app.deps.settings.current);
    expect(text).toContain('Turn off these emails: https://x.example/off?a=1&b=2');
    expect(html).toContain('href="https://x.example/off?a=1&amp;b=2"');
  });
});
