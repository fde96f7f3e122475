import { makeClaims, tabTo } from '../harness/admin.ts';
import { expect, open, test } from '../harness/fixtures.ts';

test('fifty claims are decided, one is undone, and one is reopened by keyboard alone', async ({ page, db, signIn }) => {
  test.setTimeout(240_000);
  await db('claimRequests').where({ status: 'pending' }).delete();
  const claims = await makeClaims(db, 50, (n) => `Long Queue ${n}`);
  const ids = claims.map(({ id }) => id);
  const countOf = async (status: string) =>
    Number((await db('claimRequests').whereIn('id', ids).where({ status }).count('id as n'))[0]!.n);
  await signIn({ role: 'admin', name: 'Maria Admin' });
  await open(page, '/admin?tab=claims');
  await expect(page.getByRole('radio', { name: 'Pending (50)' })).toBeVisible();
  for (let n = 0; n < 50; n++) {
    const claim = page.getByRole('region', { name: `Claim for Long Queue ${n}`, exact: true });
    await expect(claim.getByText(`1 of ${50 - n}`, { exact: true })).toBeVisible();
    if (n % 5 === 0) {
      // Rejecting asks for a note, and Ctrl+Enter sends it.
      await page.keyboard.press('r');
      await page.keyboard.type('The license belongs to someone else.');
      await page.keyboard.press('Control+Enter');
    } else {
      await page.keyboard.press('a');
      await expect(claim.getByRole('alert')).toBeVisible();
      await page.keyboard.press('a');
    }
    if (n === 7) {
      await page.keyboard.press('z');
      await expect(claim).toBeVisible();
      await page.keyboard.press('a');
      await page.keyboard.press('a');
    }
  }
  await expect(page.getByText('No claims are waiting')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect.poll(() => countOf('approved'), { timeout: 30_000 }).toBe(40);
  expect(await countOf('rejected')).toBe(10);

  // A rejected claim is reopened with a reason, which the audit log keeps.
  await open(page, `/admin?tab=claims&list=rejected&claim=${ids[5]}`);
  const reopen = page.getByRole('button', { name: 'Reopen this claim' });
  await tabTo(page, reopen);
  await page.keyboard.press('Enter');
  const reason = page.getByLabel('Reason');
  await tabTo(page, reason, 'Shift+Tab');
  await page.keyboard.type('The board corrected its records.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => countOf('pending')).toBe(1);
  const entry = await db('auditLog')
    .where({ action: 'claim.reversed', subjectId: String(ids[5]) })
    .first();
  expect(entry.note).toBe('The board corrected its records.');
});

test('a service is merged into another by keyboard alone', async ({ page, db, signIn }) => {
  test.setTimeout(120_000);
  const [from] = (await db('services').insert({ name: 'Aardvark Polishing' }).returning('id')) as { id: number }[];
  const [into] = (await db('services').insert({ name: 'Aardvark Shine' }).returning('id')) as { id: number }[];
  const [dentist] = (await db('dentists')
    .insert({ name: 'Dr. Merge', city: 'Austin', state: 'TX' })
    .returning('id')) as {
    id: number;
  }[];
  await db('dentistServices').insert({ dentistId: dentist!.id, serviceId: from!.id });
  await signIn({ role: 'admin', name: 'Maria Admin' });
  await open(page, '/admin/catalog?q=aardvark');
  const merge = page.getByRole('button', { name: 'Merge Aardvark Polishing' });
  await tabTo(page, merge);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Merge “Aardvark Polishing” into another service' });
  await expect(dialog.getByLabel('Merge into')).toBeFocused();
  await page.keyboard.type('Aardvark Sh');
  await expect(dialog.getByRole('option', { name: 'Aardvark Shine' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 listing moved to “Aardvark Shine”.', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Merge Aardvark Polishing' })).toHaveCount(0);
  expect(await db('dentistServices').where({ dentistId: dentist!.id }).select('serviceId')).toEqual([
    { serviceId: into!.id },
  ]);
});
