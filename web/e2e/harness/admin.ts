import type { Locator, Page } from '@playwright/test';
import type { Knex } from 'knex';

/** A word that appears in no other listing or account. */
export const rare = (): string => `Q${Math.random().toString(36).slice(2, 10).replaceAll(/\d/g, 'x')}`;

export async function addListing(db: Knex, values: object): Promise<number> {
  const [row] = (await db('dentists')
    .insert({ city: 'Austin', state: 'TX', ...values })
    .returning('id')) as [{ id: number }];
  return row.id;
}

/** Filters a list of the admin panel by a column with choices. */
export async function addFilter(page: Page, column: string, choice: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Add a filter' });
  await panel.getByLabel('Filter by').selectOption({ label: column });
  await panel.getByLabel(choice, { exact: true }).check();
  await page.keyboard.press('Escape');
}

export async function makeClaims(
  db: Knex,
  count: number,
  name: (n: number) => string,
): Promise<{ id: number; dentistId: number }[]> {
  const tag = `${Date.now()}${Math.random()}`.replace('.', '');
  const users = (await db('users')
    .insert(
      Array.from({ length: count }, (_, n) => ({ email: `claimant-${tag}-${n}@example.com`, name: 'Jo Claimant' })),
    )
    .returning('id')) as { id: number }[];
  const dentists = (await db('dentists')
    .insert(Array.from({ length: count }, (_, n) => ({ name: name(n), city: 'Austin', state: 'TX' })))
    .returning('id')) as { id: number }[];
  const now = Date.now();
  return db('claimRequests')
    .insert(
      users.map(({ id }, n) => ({
        dentistId: dentists[n]!.id,
        userId: id,
        requestorName: 'Jo Claimant',
        requestorEmail: 'jo@practice.example',
        requestorPhone: '(512) 555-0100',
        relationshipToPractice: 'owner',
        submittedAt: new Date(now - 86_400_000 + n * 1000),
        dueAt: new Date(now + 86_400_000 + n * 1000),
      })),
    )
    .returning(['id', 'dentistId']);
}

/** Presses Tab, or Shift+Tab, until this control has the focus. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await control.waitFor();
  // A list that loads again takes the focus back to the beginning once.
  for (let n = 0; n < 150; n++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error('This control can’t be reached with the keyboard.');
}
