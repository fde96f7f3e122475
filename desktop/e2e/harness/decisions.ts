import { expect, type Page } from '@playwright/test';
import type { Knex } from 'knex';

/** Counts decided claims, and decisions beyond the first of a claim, from the claims' history. */
export async function countDecisions(db: Knex, ids: number[]): Promise<{ decided: number; doubled: number }> {
  const rows = (await db('claimEvents')
    .whereIn('claimId', ids)
    .whereIn('kind', ['approved', 'rejected'])
    .select('claimId')) as { claimId: number }[];
  const decided = new Set(rows.map(({ claimId }) => claimId)).size;
  return { decided, doubled: rows.length - decided };
}

/** Asks a claimant for a document, as the page does. */
export async function askForLicense(page: Page, claimId: number): Promise<void> {
  await page.evaluate(
    (claim) =>
      fetch(`/api/admin/claim-requests/${claim}/ask`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ note: 'A license, please.' }),
      }),
    claimId,
  );
}

const findShownClaim = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.querySelector('[aria-label^="Claim for"]')?.getAttribute('aria-label') ?? null);

/**
 * Approves the shown claim by keyboard, and waits until it is no longer shown. A doubtful one takes the key twice.
 * Returns the number of keys.
 */
export async function approveByKey(page: Page): Promise<number> {
  const claim = await findShownClaim(page);
  const isDecided = async () => (await findShownClaim(page)) !== claim;
  const secondKey = page.getByRole('button', { name: /^Approve anyway/ });
  await page.keyboard.press('a');
  let isDoubtful = false;
  await expect
    .poll(async () => (isDoubtful = await secondKey.isVisible()) || (await isDecided()), { intervals: [20] })
    .toBe(true);
  if (!isDoubtful) return 1;
  await page.keyboard.press('a');
  await expect.poll(isDecided, { intervals: [20] }).toBe(true);
  return 2;
}
