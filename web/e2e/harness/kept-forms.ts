import type { Knex } from 'knex';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { expect, open, test, type Page, type Person } from './fixtures.ts';
import type { Locator } from '@playwright/test';

export interface KeptForm<Ids> {
  /** server/test/laws/forms.test.ts compares these with the forms that keep a draft. */
  file: string;
  path: (ids: Ids) => string;
  /** The control that opens the form, if it isn't open at once. */
  opener?: (page: Page) => Locator;
  /** Further steps that open it, and its other required fields. */
  prepare?: (page: Page) => Promise<void>;
  label: string;
  text: string;
  submit: (page: Page) => Promise<void>;
}

export const password = 'four quiet words here';

export const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first();
export const click = (name: string | RegExp) => (page: Page) => button(name)(page).click();
/** For forms with a dozen required fields. A reload finds out about the expired login just as well. */
export const reload = async (page: Page) => void (await page.reload());

/** Types into each form, lets the login expire, logs in again, and expects the text to be there. */
export async function expectKeptText<Ids>(
  { page, db, person }: { page: Page; db: Knex; person: Person },
  ids: Ids,
  forms: readonly KeptForm<Ids>[],
): Promise<void> {
  await db('users')
    .where({ id: person.userId })
    .update({ password: await hashPassword(password) });
  // A page with unsaved text asks before it is left.
  page.on('dialog', (dialog) => void dialog.accept());
  for (const form of forms)
    await test.step(form.file, async () => {
      const field = page.getByLabel(new RegExp(`^${form.label}\\s*(optional)?$`)).first();
      const show = async () => {
        await form.opener?.(page).click();
        await form.prepare?.(page);
      };
      await open(page, form.path(ids));
      await show();
      await field.fill(form.text);
      // A request that is still to come would find out about the expired login before the form does.
      await page.waitForLoadState('networkidle');
      await db('authSessions').where({ userId: person.userId }).delete();
      const login = page.getByRole('button', { name: 'Login', exact: true });
      // Some pages lead to the login at once, and the others offer it.
      const offer = page
        .getByRole('main')
        .getByRole('link', { name: /^Log ?in/i })
        .first();
      // A poll of the page may find out first, and then there is nothing to submit.
      await Promise.race([form.submit(page), login.or(offer).first().waitFor()]);
      await expect(login.or(offer).first()).toBeVisible();
      if (!page.url().includes('/auth')) await offer.click();
      await page.getByLabel('Email', { exact: true }).fill(person.email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await login.click();
      await expect(page).not.toHaveURL(/\/auth/);
      const opener = form.opener?.(page);
      await expect(opener ? field.or(opener).first() : field).toBeVisible();
      if (!(await field.isVisible())) await show();
      await expect(field).toHaveValue(form.text);
    });
}
