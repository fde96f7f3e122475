import { freePort } from '#server/test/programs/nginx.ts';
import { expect, open, test, type Page } from '../harness/fixtures.ts';
import { startTestServer } from '../harness/test-server.ts';

/** Counts what a person enters: a field, or a button that they press. */
function handsOf(page: Page) {
  let inputs = 0;
  return {
    count: () => inputs,
    fill: async (label: string, text: string) => {
      inputs++;
      await page.getByLabel(label, { exact: true }).fill(text);
    },
    press: async (name: string) => {
      inputs++;
      await page.getByRole('button', { name, exact: true }).click();
    },
  };
}

test(
  'an empty directory is set up from the link in the log, and goes live',
  { tag: '@path' },
  async ({ browser, accessible }) => {
    const port = await freePort();
    const server = await startTestServer({
      sampleData: false,
      logLevel: 'error',
      env: {
        E2E_PRODUCTION: '1',
        PORT: String(port),
        PUBLIC_URL: `http://localhost:${port}`,
        SECRET_KEY: 'a secret that is long enough for production',
      },
    });
    try {
      const link = server.log.map((line) => /http\S+\/setup\?token=\S+/.exec(line)?.[0]).find(Boolean)!;
      const phone = await browser.newPage({ viewport: { width: 390, height: 844 }, baseURL: server.url });
      const stranger = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: server.url });
      await stranger.goto('/');
      await expect(stranger.getByRole('heading', { name: 'Opens soon' })).toBeVisible();

      const hands = handsOf(phone);
      await open(phone, link.slice(server.url.length));
      await accessible('the setup', phone);
      await hands.fill('Full name', 'Ada Admin');
      await hands.fill('Email', 'ada@dentists.org');
      await hands.fill('Password', 'amber window kettle hall');
      await hands.press('Create the administrator');
      const list = phone.getByRole('region', { name: 'Set up your directory' });
      await expect(list.getByRole('heading', { name: /^Who you are ?, done/ })).toBeVisible();
      await accessible('the steps', phone);
      const isWide = () =>
        phone.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
      expect(await isWide()).toBe(false);

      await hands.press('Later: Payments');
      await expect(list.getByText('Later', { exact: true })).toHaveCount(4);
      await hands.press('Done: Name and contact');
      await hands.press('Send a test message');
      await expect(list.getByText(/to ada@dentists\.org is a file/)).toBeVisible();
      await hands.press('Done: Email');

      // The steps are the same after a break, on another screen.
      await phone.setViewportSize({ width: 1440, height: 900 });
      await open(phone, '/admin');
      await expect(list.getByRole('heading', { name: /^Email ?, done/ })).toBeVisible();
      await hands.press('Check with Stripe');
      await expect(list.getByText('There are no Stripe keys to check.')).toBeVisible();
      await hands.press('Done: Payments');
      await hands.press('Done: First listings');
      await hands.press('Go live');
      await phone.getByRole('alertdialog').getByRole('button', { name: 'Go live' }).click();
      // The dialog hides the page behind it, so only its end shows that the directory is open.
      await expect(phone.getByRole('alertdialog')).toBeHidden();
      await expect(list).toBeHidden();
      expect(hands.count()).toBeLessThan(40);
      await stranger.goto('/');
      await expect(stranger.getByRole('heading', { level: 1 })).toContainText('Find Top-Rated Dentists');
    } finally {
      await server.stop();
    }
  },
);
