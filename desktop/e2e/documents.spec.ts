import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { approveByKey } from './harness/decisions.ts';
import { expect, test, useWholeBrowser } from './harness/fixtures.ts';
import { smallPdf } from '#server/claims/sample/small-pdf.ts';

const icon = fileURLToPath(new URL('../icons/icon.png', import.meta.url));

test.use(useWholeBrowser);

test('shows PDF documents and images inside the window', async ({
  page,
  consoleApp,
  begin,
  claims,
  db,
  accessible,
}) => {
  await db('claimRequests').where({ status: 'pending' }).delete();
  const [claimId] = (await claims(1)) as [number];
  const pdf = smallPdf('Licence of Dr. Moss');
  const png = await readFile(icon);
  for (const [name, type, bytes] of [
    ['licence.pdf', 'application/pdf', pdf],
    ['front door.png', 'image/png', png],
  ] as const)
    await db('claimAttachments').insert({
      claimId,
      kind: 'document',
      name,
      type,
      size: bytes.length,
      bytes,
      createdAt: new Date(),
    });
  await begin();
  await page.getByRole('link', { name: 'Claim Requests' }).click();
  await page.getByRole('region', { name: /^Claim for/ }).waitFor();
  await page.keyboard.press('d');
  const first = page.getByRole('region', { name: 'Document licence.pdf' });
  await expect(first.locator('iframe')).toHaveAttribute('src', /^blob:/);
  // Chromium's own PDF viewer shows the document in a separate frame.
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension://'))).toBe(true);
  // The document is in view on the right of the queue, which stays where it was.
  const queue = page.getByRole('list', { name: 'Claims' });
  for (const size of [
    { width: 1024, height: 700 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expect(queue).toBeInViewport();
    await expect(first).toBeInViewport({ ratio: 0.6 });
    const [left, right] = [(await queue.boundingBox())!, (await first.boundingBox())!];
    expect(right.x).toBeGreaterThanOrEqual(left.x + left.width);
  }
  await accessible('a document');
  await page.keyboard.press('ArrowRight');
  const picture = page.getByRole('region', { name: 'Document front door.png' }).getByRole('img');
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await accessible('a picture');
  await consoleApp.ask('dialogs', { value: { save: join(consoleApp.folder, '{name}'), open: [] } });
  await page.getByRole('button', { name: 'Save a copy' }).click();
  await expect
    .poll(() =>
      readFile(join(consoleApp.folder, 'front door.png')).then(
        (bytes) => bytes.equals(png),
        () => false,
      ),
    )
    .toBe(true);
  expect(page.context().pages()).toHaveLength(1);
  // The keys still decide the claim while the document is open.
  await approveByKey(page);
  await expect(page.getByText('No claims are waiting')).toBeVisible();
});
