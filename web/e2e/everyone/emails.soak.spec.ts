import { AxeBuilder } from '@axe-core/playwright';
import type { Email } from '#server/base/email/email.ts';
import { renderEmail } from '#server/base/email/email-layout.ts';
import { testApp } from '#server/test/app.ts';
import { emailSamples } from '#server/test/emails/email-samples.ts';
import { recordEmails } from '#server/test/emails/emails.ts';
import { expect, test } from '../harness/fixtures.ts';
import type { BrowserTestPostgres } from '../harness/test-server.ts';

/** Sends each kind of email to an administrator who owns a listing. */
async function collectEmails(url: string): Promise<[name: string, email: Email][]> {
  const postgres = JSON.parse(process.env.E2E_POSTGRES!) as BrowserTestPostgres;
  const app = await testApp({ postgres, env: { PUBLIC_URL: url } });
  try {
    const { userId } = await app.signIn({ name: 'Dr. Ana Silva', email: 'ana@example.com', role: 'admin' });
    await app.deps.db('dentists').insert({ id: 1, name: 'Dr. Ana Silva', userId });
    const sent = recordEmails(app);
    const emails: [string, Email][] = [];
    for (const [name, send] of Object.entries(emailSamples)) {
      await send(app.deps);
      emails.push(...sent.splice(0).map((email): [string, Email] => [name, email]));
    }
    return emails;
  } finally {
    await app.stop();
  }
}

test('every email fits a phone and is easy to read in both themes, and its links lead somewhere', async ({
  page,
  server,
  db,
  signIn,
}) => {
  test.setTimeout(180_000);
  // The email about published articles leads to it.
  const article = { title: 'How gels work', slug: 'how-gels-work', content: 'Words.', excerpt: '', author: 'Team' };
  await db('articles').insert({
    ...article,
    topicId: 'teeth-whitening',
    category: 'Cosmetic',
    readTime: 1,
    isPublished: true,
    publishedAt: new Date(),
  });
  const emails = await collectEmails(server.url);
  expect(emails.length).toBeGreaterThanOrEqual(Object.keys(emailSamples).length);
  await page.setViewportSize({ width: 390, height: 844 });
  const links = new Set<string>();
  const layouts = new Set<string>();
  for (const [n, [name, email]] of emails.entries()) {
    const { html } = renderEmail(
      email,
      { PUBLIC_URL: server.url },
      { brand: 'Enamel', supportEmail: 'support@example.com', company: 'Enamel Directory LLC', address: '1 Main St' },
    );
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setContent(html);
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect([name, colorScheme, isWide]).toEqual([name, colorScheme, false]);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/email-${n}-${name}-${colorScheme}.png`, fullPage: true });
      // All emails share one layout, so its colors need one look for each set of parts.
      const parts = [email.action, email.otherAction, email.unsubscribe, email.name].map(Boolean).join();
      if (layouts.has(parts + colorScheme)) continue;
      layouts.add(parts + colorScheme);
      const { violations } = await new AxeBuilder({ page })
        .withRules(['color-contrast', 'link-name', 'image-alt', 'html-has-lang', 'document-title'])
        .analyze();
      expect([name, colorScheme, violations.map(({ id, nodes }) => [id, nodes[0]?.html])]).toEqual([
        name,
        colorScheme,
        [],
      ]);
    }
    const hrefs = await page.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')!));
    for (const href of hrefs) links.add(href);
  }
  const { token } = await signIn({ role: 'admin' });
  const headers = { authorization: `Bearer ${token}` };
  const broken: [string, number][] = [];
  for (const link of links) {
    // Mail programs open these, and a bill's page is the payment provider's.
    if (link.startsWith('mailto:') || link.startsWith('https://pay.example/')) continue;
    expect(link.startsWith(server.url), link).toBe(true);
    const status = (await page.request.get(link, { headers })).status();
    // The records of signed links exist only in the samples.
    const isSigned = /[?&](?:token|key|code)=|\/[\w-]{20,}/.test(link);
    if (status !== 200 && !(isSigned && status === 404)) broken.push([link, status]);
  }
  expect(broken).toEqual([]);
});
