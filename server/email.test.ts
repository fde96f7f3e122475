import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from './accounts/emails.ts';
import * as billing from './billing/emails.ts';
import { renderEmail, type Email } from './email.ts';
import { testApp, type TestApp } from './test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now: '2026-02-02T15:00:00Z' });
});
afterAll(() => app.stop());

const person = { name: 'Dr. Ana Silva', email: 'ana@example.com' };
const at = new Date('2026-02-02T15:00:00Z');
const login = { device: 'Firefox on Windows', ip: '203.0.113.7', at };
const plan = { plan: 'professional', cents: 6_000, interval: 'monthly' };

/** Every email about accounts and billing. Adding one without a sample here fails the first test. */
const samples = {
  emailWelcome: (a) => accounts.emailWelcome(a.db, a, person, 'token'),
  emailVerificationLink: (a) => accounts.emailVerificationLink(a.db, a, person, 'token'),
  emailAddressChanged: (a) => accounts.emailAddressChanged(a.db, a, person, 'new@example.com'),
  emailResetLink: (a) => accounts.emailResetLink(a.db, a, person, 'token'),
  emailPasswordChanged: (a) => accounts.emailPasswordChanged(a.db, a, person),
  emailTwoFactorChanged: (a) => accounts.emailTwoFactorChanged(a.db, a, person, true),
  emailNewDevice: (a) => accounts.emailNewDevice(a.db, a, person, login),
  emailAdminLogin: (a) => accounts.emailAdminLogin(a.db, a, person, login),
  emailReceipt: (a) =>
    billing.emailReceipt(a.db, a, person, {
      description: 'Enamel Professional',
      cents: 6_000,
      date: at,
      number: 'E-1',
      url: 'https://pay.example/i/1',
    }),
  emailPaymentFailed: (a) =>
    billing.emailPaymentFailed(a.db, a, person, { cents: 6_000, description: 'Enamel Professional', retry: at }),
  emailUpcomingRenewal: (a) =>
    billing.emailUpcomingRenewal(a.db, a, person, { ...plan, date: at, trial: false, card: '4242' }),
  emailCanceled: (a) => billing.emailCanceled(a.db, a, person, { plan: 'pro_max', ends: at }),
  emailResumed: (a) => billing.emailResumed(a.db, a, person, { plan: 'pro_max', renews: at }),
  emailPlanChanged: (a) =>
    billing.emailPlanChanged(a.db, a, person, {
      before: plan,
      now: { ...plan, plan: 'pro_max', cents: 12_300 },
      renews: at,
    }),
  emailEnded: (a) => billing.emailEnded(a.db, a, person, { plan: 'pro_max', ended: at }),
} satisfies Record<string, (deps: TestApp['deps']) => Promise<void>>;

describe('emails about accounts and billing', () => {
  it('all have a sample here', () => {
    const names = [accounts, billing].flatMap((emails) =>
      Object.keys(emails).filter((name) => name.startsWith('email')),
    );
    expect(Object.keys(samples).toSorted()).toEqual(names.toSorted());
  });

  it.each(Object.entries(samples))(
    '%s has the one layout, a text part, and a link to a page of its own',
    async (name, send) => {
      const { db, secret, config } = app.deps;
      await db('jobs').delete();
      await send(app.deps);
      const [{ payload }] = await db('jobs').where({ name: 'mail' });
      const email = JSON.parse(secret.open('mail', payload.sealed)) as Email;
      const { text, html } = renderEmail(email, config);
      expect(text).toMatch(/^Hi Dr\. Silva,\n\n/);
      expect(html).toContain(`<img src="${app.url}/icon-192.png"`);
      expect(html.match(/<h1 /g)).toHaveLength(1);
      expect(text + html).not.toMatch(/undefined|null|NaN|\[object/);
      if (email.action)
        for (const part of [text, html]) expect(part).toContain(email.action.url.replaceAll('&', '&amp;'));
      if (process.env.EMAILS) {
        await mkdir(process.env.EMAILS, { recursive: true });
        await writeFile(join(process.env.EMAILS, `${name}.html`), html);
      }
    },
  );

  it('have a link to turn them off where a person may', () => {
    const email = {
      to: 'a@example.com',
      subject: 'Figures',
      text: ['12 calls'],
      unsubscribe: 'https://x.example/off?a=1&b=2',
    };
    const { text, html } = renderEmail(email, app.deps.config);
    expect(text).toContain('Turn off these emails: https://x.example/off?a=1&b=2');
    expect(html).toContain('href="https://x.example/off?a=1&amp;b=2"');
  });
});
