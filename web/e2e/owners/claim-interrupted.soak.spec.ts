import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { expect, hydrated, open, test, type Page } from '../harness/fixtures.ts';
import { dialog, fillCard, plan } from '../harness/paying.ts';
import { unclaimed } from '../harness/practices.ts';

const password = 'four quiet words here';
const bankCard = '4000 0025 0000 3155';

async function startPayment(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Upgrade to Professional' }).click();
  await plan(page, 'Professional').getByRole('button', { name: 'Choose Professional' }).dblclick();
  await expect(dialog(page)).toBeVisible();
}
const reload = async (page: Page) => {
  await page.reload();
  await hydrated(page);
};

for (const width of [390, 1440])
  test(`a claim that is interrupted at each step resumes there, ${width} px`, async ({
    page,
    browser,
    db,
    signIn,
    expectedErrors,
  }) => {
    test.setTimeout(300_000);
    // A declined card, and a claim that the other tab has sent.
    expectedErrors.push(/status of (402|409)/);
    const viewport = { width, height: 900 };
    await page.setViewportSize(viewport);
    const { id, name } = await unclaimed(db);
    const owner = await signIn({ name: 'Olive Owner' });
    await db('users')
      .where({ id: owner.userId })
      .update({ password: await hashPassword(password) });
    const chooseAPlan = page.getByRole('heading', { name: 'Choose a plan' });
    const pricing = `/pricing?next=${encodeURIComponent(`/claim/${id}`)}`;

    // The plan: a reload, Back, and the dashboard lead to the same step.
    await open(page, `/claim/${id}`);
    await expect(chooseAPlan).toBeVisible();
    await reload(page);
    await expect(chooseAPlan).toBeVisible();
    await page.getByRole('link', { name: 'Upgrade to Professional' }).click();
    await expect(page).toHaveURL(pricing);
    await page.goBack();
    await expect(chooseAPlan).toBeVisible();

    // The payment: a declined card, a closed dialog, a reload, and Back start no second subscription.
    await startPayment(page);
    await fillCard(page, '4000 0000 0000 0002');
    await expect(dialog(page).getByText('Your card was declined.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(page).toHaveURL(pricing);
    await reload(page);
    await expect(page).toHaveURL(pricing);
    await page.goBack();
    await expect(chooseAPlan).toBeVisible();
    await startPayment(page);

    // The bank's question is left unanswered, and another device continues.
    await fillCard(page, bankCard);
    await expect(dialog(page).getByText("Verify it's you with your bank")).toBeVisible();
    const context = await browser.newContext({ baseURL: new URL(page.url()).origin, viewport });
    const other = await context.newPage();
    await open(other, '/auth?next=/dashboard');
    await other.getByLabel('Email', { exact: true }).fill(owner.email);
    await other.getByLabel('Password', { exact: true }).fill(password);
    await other.getByRole('button', { name: 'Login', exact: true }).click();
    await other.getByRole('link', { name: `Continue the claim of ${name}` }).click();
    await startPayment(other);
    await fillCard(other, bankCard);
    await dialog(other).getByRole('button', { name: 'Fail' }).click();
    await expect(dialog(other).getByRole('alert')).toBeVisible();
    await fillCard(other, bankCard);
    await dialog(other).getByRole('button', { name: 'Complete' }).dblclick();
    await expect(other).toHaveURL(`/claim/${id}`, { timeout: 30_000 });
    await expect(other.getByRole('heading', { name: 'Show us that you run it' })).toBeVisible();
    expect(await db('subscriptions').where({ userId: owner.userId })).toHaveLength(1);
    expect(await db('transactions').where({ userId: owner.userId, status: 'paid' })).toHaveLength(1);

    // The form: the first device is at the same step, and keeps what is typed through the dashboard and Back.
    await open(page, `/claim/${id}`);
    await page.getByLabel('Phone').fill('(512) 555-0142');
    await page.getByLabel('Relationship to practice').selectOption({ label: 'Practice Owner' });
    await page.getByLabel('Additional information').fill('I bought it in May.');
    await page.goto('/dashboard');
    await page.getByRole('link', { name: `Continue the claim of ${name}` }).click();
    await expect(page.getByLabel('Additional information')).toHaveValue('I bought it in May.');
    await page.goBack();
    await page.goForward();
    await expect(page.getByLabel('Phone')).toHaveValue('(512) 555-0142');

    // Two tabs: the other one sends it first, and this one says so and sends no second claim.
    await other.getByLabel('Phone').fill('(512) 555-0142');
    await other.getByLabel('Relationship to practice').selectOption({ label: 'Practice Owner' });
    await other.getByRole('button', { name: 'Send claim request' }).dblclick();
    await expect(other.getByRole('heading', { name: 'What happens next' })).toBeVisible();
    await page.getByRole('button', { name: 'Send claim request' }).click();
    await expect(page.getByText('Submission Failed', { exact: true })).toBeVisible();
    await reload(page);
    await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();
    expect(await db('claimRequests').where({ dentistId: id })).toHaveLength(1);

    // The review: every device shows it, and the dashboard no longer lists the claim as started.
    await page.goto('/dashboard');
    await expect(page.getByRole('article').filter({ hasText: name })).toBeVisible();
    await expect(page.getByRole('link', { name: `Continue the claim of ${name}` })).toHaveCount(0);
    await page.goBack();
    await expect(page.getByText(/We will decide by/)).toBeVisible();
    await context.close();
  });
