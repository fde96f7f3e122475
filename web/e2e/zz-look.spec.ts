import { makeClaims } from './admin.ts';
import { expect, open, test } from './fixtures.ts';

test('look', async ({ page, db, signIn, context }) => {
  test.setTimeout(300_000);
  await db('claimRequests').where({ status: 'pending' }).delete();
  const claims = await makeClaims(db, 9, (n) => `Oak Street Dental ${n}`);
  await db('dentists').where({ id: claims[0]!.dentistId }).update({ phone: '(512) 555-0177', website: 'https://oakstreet.example', address: '12 Oak St', npi: '1234567893' });
  await db('claimRequests').where({ id: claims[0]!.id }).update({ npi: '1245319599', licenseNumber: 'TX 20007', additionalInfo: 'I bought the practice in 2021.' });
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  try { await db('claimAttachments').insert([{ claimId: claims[0]!.id, kind: 'photo', name: 'front.png', type: 'image/png', size: png.length, content: png }]); } catch (error) { console.log(String(error)); }
  const topics = ['oral-health', 'teeth-whitening', 'dental-anxiety'];
  for (let n = 0; n < 14; n++)
    await db('articles').insert({ title: `How to care for teeth, part ${n}`, content: 'Words. '.repeat(50), excerpt: 'Short.', topicId: topics[n % 3], category: 'Health', author: 'Dana', readTime: 2, slug: `part-${n}-${Date.now()}`, scheduledPublishAt: new Date(Date.now() + (n % 5) * 86_400_000 + 3_600_000 * (n + 1)) });
  await signIn({ role: 'admin', name: 'Maria Admin' });
  const desk = await context.newPage();
  const colleague = await signIn({ role: 'reviewer', name: 'Bea Reviewer' });
  await desk.addInitScript((token) => localStorage.setItem('auth_token', token), colleague.token);
  await open(desk, '/admin?tab=claims');
  await expect(desk.getByRole('region', { name: /Claim for/ })).toBeVisible();
  const main = await signIn({ role: 'admin', name: 'Maria Admin' });
  await page.addInitScript((token) => localStorage.setItem('auth_token', token), main.token);
  const screens = { claims: '/admin?tab=claims', calendar: '/admin?tab=content', analytics: '/admin?tab=analytics', audit: '/admin/audit', article: '/admin/topics?new=1' };
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const [name, path] of Object.entries(screens))
      for (const [width, height] of [[390, 844], [768, 1024], [1440, 900]] as const) {
        if (scheme === 'dark' && width === 768) continue;
        await page.setViewportSize({ width, height });
        await open(page, path);
        await page.waitForTimeout(1_500);
        if (name === 'article') {
          await page.getByRole('dialog').getByLabel('Title', { exact: true }).fill('A gentle guide');
          await page.getByRole('dialog').getByRole('textbox', { name: 'Content' }).fill('First words.\n\nShort heading\n\nMore words here, in a longer paragraph that goes over the line.');
          await page.getByRole('tab', { name: 'Preview' }).click();
          await page.screenshot({ path: `/tmp/staff-shots/preview-${width}-${scheme}.png` });
          await page.getByRole('tab', { name: 'Settings' }).click();
          await page.getByLabel('Schedule for later (optional)').fill('2030-01-01T09:00');
        }
        await page.screenshot({ path: `/tmp/staff-shots/${name}-${width}-${scheme}.png`, fullPage: name === 'analytics' || name === 'calendar' });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (wide > 0) console.log('WIDE', name, width, wide);
      }
  }
});
