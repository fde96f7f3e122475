import { expect, hydrated, test, type Page } from '../harness/fixtures.ts';
import { dialog, fillCard, plan } from '../harness/paying.ts';
import { open, paid, shot, unclaimed } from '../harness/practices.ts';

/** A phone on a slow network, where each step is reloaded. Other widths go straight through. */
async function slowDown(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  return async () => {
    await page.reload();
    await hydrated(page);
  };
}

for (const width of [390, 1440])
  test(
    `an owner finds a practice, pays, and claims it at ${width} px`,
    { tag: width === 1440 ? '@path' : [] },
    async ({ page, db, accessible, expectedErrors }) => {
      expectedErrors.push(/402/);
      test.setTimeout(180_000);
      await page.setViewportSize({ width, height: 900 });
      const reload = width === 390 ? await slowDown(page) : async () => {};
      const { id, name } = await unclaimed(db);
      await open(page, '/find-practice');
      await page.getByLabel('Name, phone number, ZIP code, or NPI').fill(`${name} 78701`);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: '1 listing', exact: true })).toBeVisible();
      await reload();
      await expect(page.getByRole('heading', { name: '1 listing', exact: true })).toBeVisible();
      await accessible('practice finder');
      await shot(page, `find-${width}`);
      await page.getByRole('link', { name: `Claim ${name}` }).click();

      // Without an account: sign up, and come back.
      await expect(page.getByRole('heading', { level: 1, name: `Claim ${name}` })).toBeVisible();
      await reload();
      await shot(page, `claim-account-${width}`);
      await page.getByRole('link', { name: 'Create an account' }).click();
      await hydrated(page);
      await expect(page.getByText(`Log in or sign up to claim ${name} in Austin, TX.`)).toBeVisible();
      await page.getByLabel('Full name').fill('Olive Owner');
      await reload();
      await expect(page.getByLabel('Full name')).toHaveValue('Olive Owner');
      await page.getByLabel('Full name').fill('Olive Owner');
      await page.getByRole('textbox', { name: 'Email' }).fill(`olive${id}-${width}@example.com`);
      await page.getByLabel('Password', { exact: true }).fill('four quiet words here');
      await page
        .getByRole('tabpanel')
        .getByRole('button', { name: /create account|sign up/i })
        .click();
      await expect(page).toHaveURL(`/claim/${id}`);

      // Without a plan: the offer. A reload shows the same step, and so does the dashboard of any device.
      await expect(page.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();
      await accessible('claim without a plan');
      await shot(page, `claim-plan-${width}`);
      await page.reload();
      await hydrated(page);
      await page.goto('/dashboard');
      await page.getByRole('link', { name: `Continue the claim of ${name}` }).click();
      await page.getByRole('link', { name: 'Upgrade to Professional' }).click();
      await expect(page).toHaveURL(`/pricing?next=${encodeURIComponent(`/claim/${id}`)}`);
      await reload();
      await expect(page.getByText(`You're claiming ${name}`)).toBeVisible();
      await plan(page, 'Professional').getByRole('button', { name: 'Choose Professional' }).click();
      // A declined card can be replaced at once.
      await fillCard(page, '4000000000000002');
      await expect(page.getByText(/declined/i).first()).toBeVisible();
      // A reload and Back keep the plan.
      await reload();
      await expect(dialog(page)).toContainText('$60 per month');
      await page.goBack();
      await expect(dialog(page)).toHaveCount(0);
      await page.goForward();
      await expect(dialog(page)).toBeVisible();
      await fillCard(page, '4242424242424242');

      // Paid: the claim form of that listing opens by itself.
      await expect(page).toHaveURL(`/claim/${id}`, { timeout: 20_000 });
      await expect(page.getByRole('heading', { name: 'Show us that you run it' })).toBeVisible();
      await expect(page.getByLabel('Your name')).toHaveValue('Olive Owner');
      await page.getByLabel('Phone').fill('(512) 555-0142');
      await page.getByLabel('Additional information').fill('I bought the practice in May.');
      await page.waitForTimeout(400);
      await page.reload();
      await hydrated(page);
      await expect(page.getByLabel('Additional information')).toHaveValue('I bought the practice in May.');
      await accessible('claim form');
      await shot(page, `claim-form-${width}`);
      await page.getByLabel('Relationship to practice').selectOption({ label: 'Practice Owner' });
      await page.getByRole('button', { name: 'Send claim request' }).dblclick();

      await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();
      await reload();
      await expect(page.getByText(/We will decide by/)).toBeVisible();
      await shot(page, `claim-review-${width}`);
      expect(await db('claimRequests').where({ dentistId: id })).toHaveLength(1);
      await page.getByRole('link', { name: 'Go to your dashboard' }).click();
      await expect(page.getByRole('link', { name: `Continue the claim of ${name}` })).toHaveCount(0);
      await expect(page.getByText(`We're reviewing your claim of ${name}`)).toBeVisible();
      await expect(page.getByText(/We'll decide by/)).toBeVisible();
      await expect(page.getByRole('article').filter({ hasText: name })).toBeVisible();
    },
  );

test('a practice that is not listed is added with what was typed', async ({ page, signIn }) => {
  await signIn(paid);
  await open(page, '/find-practice?q=Rosewood+Smiles+78704');
  await expect(page.getByRole('heading', { name: 'No listing matches' })).toBeVisible();
  await page.getByRole('link', { name: 'Add it' }).click();
  await expect(page.getByLabel('Practice name')).toHaveValue('Rosewood Smiles');
  await expect(page.getByLabel('ZIP code')).toHaveValue('78704');
});

test('the claim page says when a practice has an owner, and when there is none', async ({
  page,
  db,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/404/);
  const { userId } = await signIn(paid);
  const { id } = await unclaimed(db);
  await db('dentists').where({ id }).update({ userId });
  await open(page, `/claim/${id}`);
  await expect(page.getByText('You manage this practice')).toBeVisible();
  const [other] = await db('users')
    .insert({ email: `rival${id}@example.com`, name: 'Rival' })
    .returning('id');
  await db('dentists').where({ id }).update({ userId: other.id });
  await page.reload();
  await expect(page.getByText('This practice has already been claimed')).toBeVisible();
  await open(page, '/claim/2000000000');
  await expect(page.getByText("We couldn't find this listing")).toBeVisible();
});

test('the dialog of a claim keeps its buttons in sight and its labels whole', async ({ page, db, signIn }) => {
  await signIn(paid);
  const { id } = await unclaimed(db);
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, `/profile/${id}`);
    await page.getByRole('button', { name: 'Request to Claim' }).click();
    const form = page.getByRole('dialog', { name: 'Request to Claim' });
    const send = form.getByRole('button', { name: 'Send claim request' });
    await expect(send).toBeInViewport({ ratio: 1 });
    await shot(page, `claim-dialog-${width}`);
    await form.getByLabel('Additional information').focus();
    await expect(send).toBeInViewport({ ratio: 1 });
    // Each label is one line, and nothing is wider than the dialog.
    const labels = await form
      .locator('label')
      .evaluateAll((all) =>
        all
          .filter((label) => label.getClientRects().length > 0 && label.getBoundingClientRect().height > 34)
          .map((label) => label.textContent),
      );
    expect(labels).toEqual([]);
    const body = form.locator('[data-body]');
    const bottomOf = (element: Element) => element.getBoundingClientRect().bottom;
    // No field shows below the buttons.
    expect(await send.locator('..').evaluate(bottomOf)).toBeCloseTo(await body.evaluate(bottomOf), 0);
    expect(await body.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  }
});

test('files chosen for a claim are not lost by a stray Escape', async ({ page, db, signIn }) => {
  await signIn(paid);
  const { id } = await unclaimed(db);
  await open(page, `/profile/${id}`);
  await page.getByRole('button', { name: 'Request to Claim' }).click();
  const form = page.getByRole('dialog', { name: 'Request to Claim' });
  await form.getByLabel('Additional information').fill('We moved in June.');
  await form
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'license.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') });
  await expect(form.getByText('license.pdf')).toBeVisible();
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Leave without sending?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.getByText('license.pdf')).toBeVisible();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Leave without sending' }).click();
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'Request to Claim' }).click();
  await expect(form.getByLabel('Additional information')).toHaveValue('We moved in June.');
});
