import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { approveByKey, countDecisions } from './harness/decisions.ts';
import { expect, test } from './harness/fixtures.ts';

const icon = fileURLToPath(new URL('../icons/icon.png', import.meta.url));
const CLAIMS = 50;
const ONLINE = 30;

test('reviews fifty claims with their documents by keyboard, twenty of them offline', async ({
  page,
  consoleApp,
  gate,
  begin,
  claims,
  db,
  expectedErrors,
}) => {
  test.setTimeout(400_000);
  expectedErrors.push(/503|502/);
  await db('claimRequests').where({ status: 'pending' }).delete();
  const ids = await claims(CLAIMS);
  const bytes = await readFile(icon);
  const document = { kind: 'document', type: 'image/png', size: bytes.length, bytes, createdAt: new Date() };
  await db('claimAttachments').insert(ids.map((claimId) => ({ ...document, claimId, name: `license ${claimId}.png` })));
  await begin({ synced: true });
  await page.getByRole('link', { name: 'Claim Requests' }).click();
  const countKept = async () =>
    (await readdir(consoleApp.folder, { recursive: true })).filter((name) => /\d+\.sealed$/.test(name)).length;
  await expect.poll(countKept, { timeout: 60_000 }).toBe(CLAIMS);

  // Documents stay open from claim to claim.
  await page.getByRole('region', { name: /^Claim for/ }).waitFor();
  await page.keyboard.press('d');
  let keys = 1;
  const review = async (from: number, to: number) => {
    const startedAt = Date.now();
    for (let n = from; n < to; n++) {
      await expect(page.getByRole('heading', { name: new RegExp(`^Dr\\. \\w+ ${n}$`) })).toBeVisible();
      const picture = page.getByRole('region', { name: `Document license ${ids[n]!}.png` }).getByRole('img');
      await expect(picture).toBeInViewport();
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
      keys += await approveByKey(page);
    }
    return Math.round((Date.now() - startedAt) / 1_000);
  };
  const online = await review(0, ONLINE);
  await expect.poll(async () => (await countDecisions(db, ids)).decided, { timeout: 60_000 }).toBe(ONLINE);
  gate.closed = true;
  const offline = await review(ONLINE, CLAIMS);
  console.log(
    `${CLAIMS} claims with documents: ${keys} keys; ${ONLINE} online in ${online} s, ${CLAIMS - ONLINE} offline in ${offline} s`,
  );
  // The documents take one key, and a claim with weak evidence two. The next claim follows by itself.
  expect(keys).toBe(1 + 2 * CLAIMS);
  await expect(page.getByText(`${CLAIMS - ONLINE} decisions waiting to send`)).toBeVisible({ timeout: 30_000 });
  gate.closed = false;
  await expect.poll(async () => (await countDecisions(db, ids)).decided, { timeout: 60_000 }).toBe(CLAIMS);
  expect(await countDecisions(db, ids)).toEqual({ decided: CLAIMS, doubled: 0 });
});
