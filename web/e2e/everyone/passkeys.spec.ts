import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { expect, open, test, type Page } from '../harness/fixtures.ts';

const password = 'copper lantern walk';

/** Chromium's own authenticator, which answers as a laptop with a fingerprint reader does. */
async function addAuthenticator(page: Page, browserName: string): Promise<void> {
  expect(browserName).toBe('chromium');
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test(
  'a passkey is added in the account, and logs in with one click after logging out',
  { tag: '@path' },
  async ({ page, db, signIn, accessible, browserName }) => {
    await addAuthenticator(page, browserName);
    const owner = await signIn({ name: 'Olga Owner' });
    await db('users')
      .where({ id: owner.userId })
      .update({ password: await hashPassword(password) });
    await open(page, '/account');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('My laptop');
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const card = page.getByRole('region', { name: 'Passkeys' });
    await expect(card.getByText('My laptop')).toBeVisible();
    await expect(card.getByText('Not used yet')).toBeVisible();
    await accessible('passkeys');

    await page.evaluate(() => localStorage.removeItem('auth_token'));
    await page.context().clearCookies();
    // Without this, the authenticator answers the offer in the email field by itself, before anything is clicked.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
    await open(page, '/auth?next=/account');
    await accessible('login with a passkey');
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await expect(page).toHaveURL(/\/account$/);
    const sessions = page.getByRole('region', { name: "Where you're signed in" });
    await expect(sessions.getByText(/· Passkey/)).toBeVisible();
    await card.getByRole('button', { name: 'Remove My laptop' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(card.getByText('My laptop')).toBeHidden();
  },
);
