import { randomBytes } from 'node:crypto';
import { hashPassword } from '#server/accounts/password.ts';
import { expect, open, test } from './fixtures.ts';
import { startTestServer } from './test-server.ts';

const list = (tag: string, rows: number) =>
  `name,city,state,zipCode\n${Array.from({ length: rows }, (_, n) => `Dr. ${tag} ${n},Boston,MA,02118\n`).join('')}`;

test.use({ viewport: { width: 1440, height: 900 } });

test('files dropped together are previewed in turn, and the queue follows on every page', async ({
  browser,
  accessible,
}) => {
  test.setTimeout(240_000);
  const server = await startTestServer();
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const [email, password] = [`${randomBytes(6).toString('hex')}@example.com`, 'a long enough password for staff'];
    await server
      .db('users')
      .insert({ email, name: 'Ada Staff', role: 'admin', password: await hashPassword(password) });
    const answer = await page.request.post('/api/auth/login', { data: { email, password } });
    const { token } = (await answer.json()) as { token: string };
    await page.addInitScript((value) => localStorage.setItem('auth_token', value), token);
    await open(page, '/admin/imports');

    const files = ['north.csv', 'south.csv', 'west.csv'].map((name) => ({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(list(name, 12)),
    }));
    await page.getByLabel('CSV file', { exact: true }).setInputFiles(files);
    await expect(page.getByText('3 files added to the queue', { exact: true })).toBeVisible();
    const queue = page.getByRole('region', { name: 'Queue' });
    await expect(queue.getByRole('link', { name: 'Review west.csv' })).toBeVisible({ timeout: 30_000 });
    await accessible('import queue', page);

    const chip = page.getByRole('button', { name: '3 imports need review' });
    await open(page, '/admin/listings');
    await page.reload();
    await chip.click();
    await expect(page.getByRole('dialog', { name: 'Imports' }).getByText('south.csv')).toBeVisible();
    await page.getByRole('link', { name: 'Review south.csv' }).click();
    await page.getByRole('button', { name: 'Import now' }).click();
    await expect(page.locator('#content').getByText(/Imported 12 rows: 12 new/)).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('button', { name: '2 imports need review' })).toBeVisible();
  } finally {
    await context.close();
    await server.stop();
  }
});
