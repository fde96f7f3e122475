import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { renderEmail } from '#server/base/email/email-layout.ts';
import { expect, test } from '../harness/fixtures.ts';

test('web mail on another origin shows the mark, in both themes', async ({ page, server }) => {
  const { html } = renderEmail(
    { to: 'ana@example.com', name: 'Ana', subject: 'Welcome to Enamel', text: ['Your account is ready.'] },
    { PUBLIC_URL: server.url },
    { brand: 'Enamel', supportEmail: 'support@example.com' },
  );
  // This policy blocks every picture whose server doesn't share it with other origins.
  const headers = { 'content-type': 'text/html', 'cross-origin-embedder-policy': 'require-corp' };
  const mail = createServer((_req, res) => res.writeHead(200, headers).end(html));
  await new Promise<void>((done) => mail.listen(0, '127.0.0.1', done));
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`http://127.0.0.1:${(mail.address() as AddressInfo).port}/`);
      const mark = page.locator('img');
      await expect(mark).toHaveJSProperty('naturalWidth', 192);
      expect(await mark.evaluate((img: HTMLImageElement) => [img.width, img.height])).toEqual([32, 32]);
      await expect(mark).toHaveAttribute('alt', '');
      await expect(page.getByText('Enamel', { exact: true })).toBeVisible();
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/email-${colorScheme}.png` });
    }
  } finally {
    mail.close();
  }
});
