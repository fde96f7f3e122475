import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { Knex } from 'knex';
import type { ConsoleState } from '../bridge/shapes.ts';
import { approveByKey, countDecisions } from './harness/decisions.ts';
import { expect, test } from './harness/fixtures.ts';

const icon = fileURLToPath(new URL('../icons/icon.png', import.meta.url));
/** How many items of each inbox are settled online, then offline. */
const share = { claims: [16, 10], messages: [6, 4], problems: [5, 3], reviews: [3, 3] } as const;
const ONLINE = 30;
const OFFLINE = 20;
const REVIEW_TEXT = 'They were kind, and explained each step before they began.';

async function addItems(db: Knex): Promise<void> {
  for (const table of ['contactMessages', 'listingProblems', 'reviews']) await db(table).delete();
  const [{ id: dentistId }] = (await db('dentists')
    .insert({ name: 'Elm Dental', city: 'Boston', state: 'MA' })
    .returning('id')) as [{ id: number }];
  const at = new Date();
  const times = { writtenAt: at, sentAt: at, changedAt: at, dueAt: at };
  const add = (table: string, [online, offline]: readonly [number, number], toRow: (n: number) => object) =>
    db(table).insert(Array.from({ length: online + offline }, (_, n) => toRow(n)));
  await add('contactMessages', share.messages, (n) => ({
    name: `Pat ${n}`,
    email: `pat-${n}@example.com`,
    subject: `Question ${n}`,
    category: 'general',
    message: 'Please call me.',
    createdAt: at,
  }));
  await add('listingProblems', share.problems, (n) => ({
    dentistId,
    about: 'phone',
    message: `No. ${n}`,
    createdAt: at,
  }));
  await add('reviews', share.reviews, (n) => ({
    ...times,
    dentistId,
    status: 'flagged',
    stars: 4,
    visitMonth: '2026-10-01',
    body: `${REVIEW_TEXT} ${n}`,
    authorName: 'Kim',
    language: 'en',
    flags: ['link'],
  }));
}

/** Settles the first items of an inbox by keyboard. Returns the number of keys. */
async function settleItems(page: Page, link: string, count: number): Promise<number> {
  await page.getByRole('link', { name: new RegExp(`^${link}`) }).click();
  await expect(page.getByRole('heading', { name: link, level: 1 })).toBeVisible();
  const first = page.getByRole('row').nth(1);
  await expect(first.getByRole('link')).toBeVisible();
  await page.keyboard.press('j');
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  let keys = 2;
  for (let n = 0; n < count; n++) {
    const shown = page.getByRole('article', { name: 'Selected item' });
    await expect(shown.locator('#inbox-done')).toBeVisible();
    const before = page.url();
    await page.keyboard.press('e');
    keys++;
    await expect.poll(() => page.url()).not.toBe(before);
  }
  return keys;
}

test('settles fifty items of four inboxes by keyboard, twenty of them offline and killed twice, each exactly once', async ({
  page,
  consoleApp,
  gate,
  begin,
  claims,
  db,
  expectedErrors,
}) => {
  test.setTimeout(400_000);
  // A request in flight fails when the connection is cut, and no request gets a response while the console restarts.
  expectedErrors.push(/503|502|ERR_EMPTY_RESPONSE|ERR_CONNECTION_REFUSED/);
  await db('claimRequests').where({ status: 'pending' }).delete();
  await addItems(db);
  const ids = await claims(share.claims[0] + share.claims[1]);
  const bytes = await readFile(icon);
  const document = { kind: 'document', type: 'image/png', size: bytes.length, bytes, createdAt: new Date() };
  await db('claimAttachments').insert(ids.map((claimId) => ({ ...document, claimId, name: `license ${claimId}.png` })));
  await begin({ synced: true });
  const countKept = async () =>
    (await readdir(consoleApp.folder, { recursive: true })).filter((name) => /\d+\.sealed$/.test(name)).length;
  await expect.poll(countKept, { timeout: 60_000 }).toBe(ids.length);

  let keys = 0;
  const settleClaims = async (from: number, to: number) => {
    await page.getByRole('link', { name: /^Claim Requests/ }).click();
    await page.getByRole('region', { name: /^Claim for/ }).waitFor();
    await page.keyboard.press('d');
    keys++;
    for (let n = from; n < to; n++) {
      await expect(page.getByRole('heading', { name: new RegExp(`^Dr\\. \\w+ ${n}$`) })).toBeVisible();
      // Documents stay open from claim to claim.
      const picture = page.getByRole('region', { name: `Document license ${ids[n]!}.png` }).getByRole('img');
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
      keys += await approveByKey(page);
    }
  };
  const settleInboxes = async (half: 0 | 1) => {
    keys += await settleItems(page, 'Messages', share.messages[half]);
    keys += await settleItems(page, 'Reported problems', share.problems[half]);
    keys += await settleItems(page, 'Reviews', share.reviews[half]);
  };
  const countWaiting = async () => {
    const { outbox } = (await consoleApp.invoke<{ value: ConsoleState }>('state', [])).value;
    return outbox.waiting + outbox.held;
  };
  const countSettled = async () => {
    const count = async (table: string, status: string) => (await db(table).where({ status }).select('id')).length;
    const others = [await count('contactMessages', 'closed'), await count('listingProblems', 'resolved'), await count('reviews', 'published')]; // prettier-ignore
    return others.reduce((sum, n) => sum + n, (await countDecisions(db, ids)).decided);
  };
  const restart = async () => {
    await page.goto('about:blank');
    await consoleApp.kill();
    await consoleApp.start();
    await consoleApp.show(page);
    await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible();
  };

  const startedAt = Date.now();
  await settleClaims(0, share.claims[0]);
  await settleInboxes(0);
  const online = Math.round((Date.now() - startedAt) / 1_000);
  await expect.poll(countSettled, { timeout: 60_000 }).toBe(ONLINE);
  await consoleApp.invoke('report', [{ do: 'sync' }]);
  gate.closed = true;
  const offlineAt = Date.now();
  // The last decisions can still be undone when the console is killed.
  await settleClaims(share.claims[0], ids.length);
  await restart();
  expect(await countWaiting()).toBe(share.claims[1]);
  await settleInboxes(1);
  await restart();
  expect(await countWaiting()).toBe(OFFLINE);
  const offline = Math.round((Date.now() - offlineAt) / 1_000);
  console.log(
    `50 mixed items: ${keys} keys; ${ONLINE} online in ${online} s, ${OFFLINE} offline, killed twice, in ${offline} s`,
  );
  expect(await countSettled()).toBe(ONLINE);
  gate.closed = false;
  await expect.poll(countSettled, { timeout: 60_000 }).toBe(ONLINE + OFFLINE);
  expect(await countDecisions(db, ids)).toEqual({ decided: ids.length, doubled: 0 });
  // The audit log has one line for each change, however often it was sent.
  const lines = (await db('auditLog').whereIn('action', ['review.published']).select('id')) as object[];
  expect(lines).toHaveLength(share.reviews[0] + share.reviews[1]);
});
