import { rare } from '../harness/admin.ts';
import { expect, open, test } from '../harness/fixtures.ts';
import { payForPlan } from '../harness/paying.ts';

test(
  'admin refunds an invoice by keyboard, cancels the plan, and gives one',
  { tag: '@path' },
  async ({ page, browser, db, signIn, readEmail, accessible }) => {
    test.setTimeout(120_000);
    const word = rare();
    const owner = await signIn({ name: `Pat ${word}` });
    await payForPlan(page, owner);
    const context = await browser.newContext();
    const desk = await context.newPage();
    const admin = await signIn({ role: 'admin' });
    await desk.addInitScript((token) => localStorage.setItem('auth_token', token), admin.token);
    await open(desk, `/admin/users?open=${owner.userId}`);
    const sheet = desk.getByRole('dialog', { name: `Pat ${word}` });
    await expect(sheet.getByText('Professional for $60 monthly, card ending in 4242. Next charge on')).toBeVisible();
    await expect(sheet.getByText('Stripe (sandbox) says: active.')).toBeVisible();

    await sheet.getByRole('button', { name: /^Refund invoice/ }).focus();
    await desk.keyboard.press('Enter');
    await sheet.getByLabel('Amount').focus();
    await desk.keyboard.press('ControlOrMeta+a');
    await desk.keyboard.type('60.01');
    await desk.keyboard.press('Tab');
    await desk.keyboard.type('Charged twice.');
    await desk.keyboard.press('Enter');
    await expect(sheet.getByText('Please enter an amount up to $60.')).toBeVisible();
    await expect(sheet.getByLabel('Amount')).toBeFocused();
    await desk.keyboard.press('ControlOrMeta+a');
    await desk.keyboard.type('25');
    await desk.keyboard.press('Enter');
    await expect(sheet.getByText('$25 refunded')).toBeVisible();
    expect(await readEmail(owner.email, 'Your refund of $25')).toContain('5 to 10 days');

    await sheet.getByRole('button', { name: 'Cancel the plan' }).click();
    await accessible('cancel form', desk);
    await sheet.getByLabel('When').selectOption('now');
    await sheet.getByLabel('Reason').fill('The practice has closed.');
    await sheet.getByRole('button', { name: 'Cancel the plan' }).click();
    await expect(sheet.getByText(/^Professional ended on /)).toBeVisible();

    await desk.setViewportSize({ width: 390, height: 844 });
    await sheet.getByRole('button', { name: 'Give a plan' }).click();
    await sheet.getByLabel('Plan').selectOption({ label: 'Pro Max' });
    await sheet.getByLabel('Until').fill('2020-01-01');
    await sheet.getByLabel('Reason').fill('A goodwill gift.');
    await sheet.getByRole('button', { name: 'Give the plan' }).click();
    await expect(sheet.getByText('Please choose a later date, at most two years from now.')).toBeVisible();
    await sheet.getByLabel('Until').fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10));
    await sheet.getByRole('button', { name: 'Give the plan' }).click();
    await expect(sheet.getByText(/^Pro Max, given by staff until .*Nothing is charged\.$/)).toBeVisible();
    expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

    const actions = (await db('auditLog')
      .where({ subject: 'user', subjectId: String(owner.userId) })
      .orderBy('id')
      .pluck('action')) as string[];
    expect(actions).toEqual(['billing.refunded', 'billing.canceled', 'billing.given']);
    await context.close();
  },
);
