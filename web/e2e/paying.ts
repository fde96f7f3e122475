import { open, type Page } from './fixtures.ts';

export const plan = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Complete Your Subscription' });
export async function fillCard(page: Page, number: string) {
  await dialog(page).getByLabel('Card number').fill(number);
  await dialog(page).getByLabel('Expiry date').fill('12/34');
  await dialog(page).getByLabel('Security code').fill('123');
  await dialog(page).getByRole('button', { name: /^Pay / }).click();
}
export async function choose(page: Page, name: string) {
  await open(page, '/pricing');
  await plan(page, name)
    .getByRole('button', { name: `Choose ${name}` })
    .click();
}
