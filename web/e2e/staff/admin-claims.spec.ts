import { makeClaims } from '../harness/admin.ts';
import { expect, open, test } from '../harness/fixtures.ts';

test("the claims page asks visitors to log in and refuses users who aren't admins", async ({
  page,
  signIn,
  accessible,
}) => {
  await open(page, '/admin');
  await expect(page.getByRole('heading', { name: 'Please log in to access the admin panel.' })).toBeVisible();
  await accessible('/admin as a visitor');
  await signIn();
  await open(page, '/admin/topics');
  await expect(page.getByRole('heading', { name: 'This area is for administrators' })).toBeVisible();
});

test(
  "admin reviews twenty claims by keyboard, undoes one, and can't reject without a note",
  { tag: '@path' },
  async ({ page, db, signIn }) => {
    test.setTimeout(120_000);
    await db('claimRequests').where({ status: 'pending' }).delete();
    const claims = await makeClaims(db, 20, (n) => `Keyboard Practice ${n}`);
    await signIn({ role: 'admin', name: 'Maria Admin' });
    await open(page, '/admin?tab=claims');
    await expect(page.getByRole('region', { name: 'Claim for Keyboard Practice 0' })).toBeVisible();
    await page.keyboard.press('r');
    await expect(page.getByText('Please give a reason for rejecting this claim.')).toBeVisible();
    await page.keyboard.type('No license');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('region', { name: 'Claim for Keyboard Practice 1' })).toBeVisible();
    await page.keyboard.press('z');
    await expect(page.getByRole('region', { name: 'Claim for Keyboard Practice 0' })).toBeVisible();
    for (let n = 0; n < 20; n++) {
      const claim = page.getByRole('region', { name: `Claim for Keyboard Practice ${n}`, exact: true });
      await expect(claim).toBeVisible();
      // The evidence is weak, so the first press only asks.
      await page.keyboard.press('a');
      await expect(claim.getByRole('alert')).toContainText('Approve this claim anyway?');
      await page.keyboard.press('a');
    }
    await expect(page.getByText('No claims are waiting')).toBeVisible();
    // Leaving the page sends pending decisions immediately.
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
    await expect
      .poll(
        async () =>
          (
            await db('claimRequests')
              .whereIn(
                'id',
                claims.map(({ id }) => id),
              )
              .where({ status: 'approved' })
          ).length,
        { timeout: 20_000 },
      )
      .toBe(20);
    expect(
      await db('dentists')
        .whereIn(
          'id',
          claims.map(({ dentistId }) => dentistId),
        )
        .whereNull('userId'),
    ).toHaveLength(0);
  },
);

test('a key acts on the claim that the key before it opened', async ({ page, db, signIn }) => {
  await db('claimRequests').where({ status: 'pending' }).delete();
  await makeClaims(db, 3, (n) => `Quick Practice ${n}`);
  await signIn({ role: 'admin', name: 'Maria Admin' });
  await open(page, '/admin?tab=claims');
  /** Presses the keys in one task, so that no rendering that may wait happens in between. */
  const pressAtOnce = (...keys: string[]) =>
    page.evaluate((pressed) => {
      for (const key of pressed)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    }, keys);
  const claim = (n: number) => page.getByRole('region', { name: `Claim for Quick Practice ${n}` });
  const question = (n: number) => claim(n).getByText('Approve this claim anyway?');
  await expect(claim(0)).toBeVisible();
  await pressAtOnce('j', 'a');
  await expect(question(1)).toBeVisible();
  await page.keyboard.press('a');
  await expect(claim(2)).toBeVisible();
  await page.keyboard.press('z');
  await page.keyboard.press('a');
  await expect(question(1)).toBeVisible();
});

test('a claim shows its evidence first, contradictions, no empty fields, and one count', async ({
  page,
  db,
  signIn,
  accessible,
}) => {
  await db('claimRequests').where({ status: 'pending' }).delete();
  const claims = await makeClaims(db, 3, (n) => `Shared Practice ${n}`);
  await db('dentists').where({ id: claims[0]!.dentistId }).update({ phone: '(512) 555-0177' });
  await signIn({ role: 'admin', name: 'Maria Admin' });
  await open(page, '/admin?tab=claims');
  const claim = page.getByRole('region', { name: 'Claim for Shared Practice 0' });
  await expect(claim.getByRole('row', { name: /^Phone/ })).toContainText('Differs');
  await expect(claim.getByRole('row', { name: /^(?:NPI|License|Years)/ })).toHaveCount(0);
  await expect(claim.getByText('1 of 3', { exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Pending (3)' })).toBeVisible();
  const inOrder = await claim.getByRole('heading', { level: 3 }).allTextContents();
  expect(inOrder[0]).toMatch(/^Evidence/);
  expect(inOrder[1]).toBe('Documents and photos');
  await accessible('the evidence of a claim');
});

test('two reviewers of a claim see each other', async ({ page, db, signIn }) => {
  await db('claimRequests').where({ status: 'pending' }).delete();
  const [claim] = await makeClaims(db, 1, () => 'Watched Practice');
  await signIn({ role: 'admin', name: 'Maria Admin' });
  const { token } = await signIn({ role: 'reviewer', name: 'Ben Reviewer' });
  const viewAsBen = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const reply = await page.request.post(`/api/admin/claim-requests/${claim!.id}/viewing`, { headers });
    return ((await reply.json()) as { name: string }[]).map(({ name }) => name);
  };
  expect(await viewAsBen()).toEqual([]);
  await open(page, '/admin?tab=claims');
  await expect(page.getByText('Ben Reviewer is looking at this claim, too.')).toBeVisible();
  expect(await viewAsBen()).toEqual(['Maria Admin']);
});

test('admin can decide without scrolling on a phone, a tablet, and a desktop', async ({
  page,
  db,
  signIn,
  accessible,
}) => {
  await db('claimRequests').where({ status: 'pending' }).delete();
  const [claim] = await makeClaims(db, 12, (n) => `Practice in Reach ${n}`);
  const { userId } = await db('claimRequests').where({ id: claim!.id }).first();
  await db('transactions').insert({
    userId,
    customerId: 'cus_in_reach',
    invoiceId: `in_${claim!.id}`,
    subscriptionId: 'sub_in_reach',
    description: 'Pro Max',
    status: 'paid',
    currency: 'usd',
    cents: 123_000,
    paidCents: 123_000,
    createdAt: new Date(),
    paidAt: new Date(),
  });
  await signIn({ role: 'admin' });
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1280, 800],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, '/admin?tab=claims');
    const evidence = page.getByRole('region', { name: 'Claim for Practice in Reach 0' });
    for (const name of [/^Approve/, /^Reject/, /^Ask for more evidence/])
      await expect(evidence.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    await expect(evidence.getByLabel('Notes')).toBeInViewport({ ratio: 1 });
    await expect(evidence.getByRole('checkbox', { name: /^If rejected, refund \$1,230/ })).toBeVisible();
    const ask = evidence.getByRole('button', { name: /^Ask for more evidence/ });
    expect(await ask.evaluate((button) => button.scrollWidth <= button.clientWidth)).toBe(true);
    const { height: barHeight } = (await page.locator('[data-decide]').boundingBox())!;
    expect(barHeight).toBeLessThanOrEqual(width === 390 ? 96 : 150);
    await accessible(`a decision at ${width}`);
  }
  // On a phone, the undo toast appears above the bar and doesn't cover the next decision.
  await page.setViewportSize({ width: 390, height: 844 });
  // The claim has weak evidence, so it takes a second key.
  await page.keyboard.press('a');
  await expect(page.getByRole('button', { name: /^Approve anyway/ })).toBeVisible();
  await page.keyboard.press('a');
  const undo = (await page.getByRole('region', { name: 'Decisions that can be undone' }).boundingBox())!;
  const bar = (await page.locator('[data-decide]').boundingBox())!;
  expect(undo.y + undo.height).toBeLessThanOrEqual(bar.y);
  await page.getByRole('button', { name: /^Undo/ }).click();
});

test('admin creates a letter with a PIN and prints it without the rest of the page', async ({
  page,
  db,
  signIn,
  accessible,
  expectedErrors,
}) => {
  expectedErrors.push(/409/);
  await db('claimRequests').where({ status: 'pending' }).delete();
  const [claim] = await makeClaims(db, 1, () => 'Letter Practice');
  await signIn({ role: 'admin' });
  await open(page, '/admin?tab=claims');
  const make = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name: 'Create letter' }).click();
  };
  await make('Create a letter');
  await expect(
    page.getByText('This listing needs a complete address before you can print a letter.', { exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await db('dentists')
    .where({ id: claim!.dentistId })
    .update({ address: '9 Elm Street', city: 'Boston', state: 'MA', zipCode: '02108' });
  await make('Create a letter');
  const letter = page.getByRole('dialog', { name: 'Letter with a PIN' });
  await expect(letter.getByText('9 Elm Street')).toBeVisible();
  await expect(letter.getByText(/^\d{4} \d{4}$/)).toBeVisible();
  await accessible('a letter');
  await page.emulateMedia({ media: 'print' });
  await expect(letter).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Letter Practice' })).toBeHidden();
  await expect(page.getByText('9 Elm Street').filter({ visible: true })).toHaveCount(1);
  await page.emulateMedia({ media: 'screen' });
  await letter.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText(/5 tries are left/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create another letter' })).toBeVisible();
});

test('admin screens are accessible', async ({ page, signIn, accessible }) => {
  test.setTimeout(180_000);
  await signIn({ role: 'admin', name: 'Maria Admin' });
  for (const path of [
    '/admin',
    '/admin?sub=brands',
    '/admin?tab=content',
    '/admin?tab=claims',
    '/admin/messages',
    '/admin/staff',
    '/admin?tab=system',
    '/admin/listings',
    '/admin/users',
    '/admin/problems',
    '/admin/backups',
    '/admin/audit',
  ]) {
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForTimeout(300);
    await accessible(path);
  }
});
