import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from '../harness/fixtures.ts';
import { open, paid, picture, shot, unclaimed } from '../harness/practices.ts';

test('the dashboard and the listing form are accessible at every width', async ({ page, db, signIn, accessible }) => {
  test.setTimeout(180_000);
  const { userId } = await signIn({ ...paid, name: 'Iris Long' });
  const { id, name } = await unclaimed(db);
  await db('dentists').where({ id }).update({ userId, confirmedAt: new Date(), website: 'https://www.example.com' });
  const other = await unclaimed(db);
  const [claim] = await db('claimRequests')
    .insert({
      dentistId: other.id,
      userId,
      requestorName: 'Iris',
      requestorEmail: 'i@example.com',
      requestorPhone: '5125550142',
      relationshipToPractice: 'owner',
      dueAt: new Date(),
      evidenceAskedAt: new Date(),
    })
    .returning('id');
  await db('claimEvents').insert([
    { claimId: claim.id, at: new Date(), kind: 'submitted' },
    { claimId: claim.id, at: new Date(), kind: 'evidence_asked', note: 'Please send a photo of your license.' },
  ]);
  await db('claimLetters').insert({
    claimId: claim.id,
    pinHash: Buffer.from('x'),
    triesLeft: 4,
    printedAt: new Date(),
    expiresAt: new Date(Date.now() + 5e9),
  });
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const fits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await open(page, '/dashboard');
    await expect(page.getByText('Please send a photo of your license.').first()).toBeVisible();
    await fits();
    await shot(page, `dashboard-${width}`);
    if (width !== 768) await accessible(`dashboard ${width}`);
    await page.getByRole('region', { name: 'My practices' }).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await fits();
    await shot(page, `listing-${width}`);
    if (width !== 768) await accessible(`listing ${width}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Edit office hours' }).waitFor();
    // Every section is within two screens of a phone.
    const photos = await page.getByRole('button', { name: 'Edit photos' }).boundingBox();
    if (width === 390) expect(photos!.y + photos!.height).toBeLessThan(2 * height);
    await shot(page, `sections-${width}`);
    await page.getByRole('button', { name: 'Edit office hours' }).click();
    await page.getByLabel('Monday: open or closed').selectOption('open');
    await page.getByRole('button', { name: 'Add a break on Monday' }).click();
    await fits();
    await shot(page, `edit-${width}`);
    if (width !== 768) await accessible(`edit ${width}`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave without saving' }).click();
    await open(page, '/add-listing');
    await page.getByLabel('Practice name').waitFor();
    await fits();
    await shot(page, `add-${width}`);
    if (width === 390) await accessible('add a listing');
  }
  await open(page, `/profile/${other.id}`);
  await expect(page.getByText('Your claim request is under review.')).toBeVisible();
  await db('claimRequests').where({ id: claim.id }).delete();
  await open(page, `/profile/${other.id}`);
  await page.getByRole('button', { name: 'Request to Claim' }).click();
  await page.getByRole('dialog', { name: 'Request to Claim' }).waitFor();
  await shot(page, 'claim-1440');
  await accessible('claim form');
});

test("the owner's dialogs are accessible", async ({ page, db, signIn, accessible }) => {
  test.setTimeout(180_000);
  const { userId } = await signIn({ ...paid, name: 'Iris Long' });
  const { id } = await unclaimed(db);
  await db('dentists').where({ id }).update({ userId });
  const other = await unclaimed(db);
  await db('claimRequests').insert({
    dentistId: other.id,
    userId,
    requestorName: 'Iris',
    requestorEmail: 'i@example.com',
    requestorPhone: '5125550142',
    relationshipToPractice: 'owner',
    dueAt: new Date(),
  });
  await open(page, `/dashboard/listings/${id}`);
  const look = async (name: string) => {
    await shot(page, `dialog-${name}`);
    await accessible(name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  };
  for (const [item, dialog] of [
    ['Unclaim practice', page.getByRole('alertdialog')],
    ['Delete practice', page.getByRole('alertdialog')],
  ] as const) {
    await page.getByRole('button', { name: 'More about' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await dialog.waitFor();
    await look(item);
  }
  for (const tab of ['Photos', 'Appointments', 'Insights', 'Managers', 'History']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page).toHaveURL(`/dashboard/listings/${id}/${tab.toLowerCase()}`);
    await accessible(tab);
  }
  await open(page, '/dashboard');
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('alertdialog').waitFor();
  await look('Withdraw');
  await open(page, `/dashboard/listings/${id}/edit`);
  await page.getByRole('button', { name: 'Edit doctor' }).click();
  await page.getByLabel('About the practice').fill('Changed.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').waitFor();
  await look('Leave without saving');
});

test('an owner chooses, pastes, and drops photos, and sees the upload progress', async ({ page, db, signIn }) => {
  const { userId } = await signIn(paid);
  const { id } = await unclaimed(db);
  await db('dentists').where({ id }).update({ userId });
  await open(page, `/dashboard/listings/${id}/photos`);
  const { width, height } = { width: 700, height: 500 };
  const noise = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  const devtools = await page.context().newCDPSession(page);
  const network = (uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await network(400_000);
  await page.evaluate(() => {
    const seen: number[] = ((globalThis as { seen?: number[] }).seen = []);
    new MutationObserver(() => {
      const now = Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow') ?? Number.NaN);
      if (!Number.isNaN(now) && seen.at(-1) !== now) seen.push(now);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await page.getByLabel('Photos to add').setInputFiles({ name: 'noise.png', mimeType: 'image/png', buffer: noise });
  await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible();
  await network(-1);
  const seen = await page.evaluate(() => (globalThis as { seen?: number[] }).seen!);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect([seen[0], seen.at(-1)]).toEqual([0, 100]);
  // The progress shows values between 0 and 100.
  expect(seen.filter((percent) => percent > 5 && percent < 95).length).toBeGreaterThan(3);

  // The owner can paste a photo anywhere on the page, and drop one on the gallery.
  for (const [way, color] of [
    ['paste', 'coral'],
    ['drop', 'navy'],
  ] as const) {
    const data = await page.evaluateHandle(
      ([base64, name]) => {
        const bytes = Uint8Array.from(atob(base64!), (letter) => letter.codePointAt(0)!);
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], `${name}.png`, { type: 'image/png' }));
        return transfer;
      },
      [(await picture(color)).toString('base64'), color],
    );
    if (way === 'drop')
      await page.getByText('Or drop or paste them here').dispatchEvent('drop', { dataTransfer: data });
    else
      await data.evaluate((clipboardData) =>
        document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true })),
      );
    await expect(page.getByRole('button', { name: `Remove photo ${way === 'paste' ? 2 : 3}` })).toBeVisible();
  }
});
