import { approveByKey, countDecisions } from './harness/decisions.ts';
import { expect, test } from './harness/fixtures.ts';

test('decides fifty claims by keyboard, twenty of them offline, each exactly once', async ({
  page,
  consoleApp,
  gate,
  begin,
  claims,
  db,
  expectedErrors,
}) => {
  test.setTimeout(150_000);
  // A request in flight fails when the connection is cut, and no request gets a response while the console restarts.
  expectedErrors.push(/503|502|ERR_EMPTY_RESPONSE|ERR_CONNECTION_REFUSED/);
  const ids = await claims(50);
  await begin();
  await page.getByRole('link', { name: 'Claim Requests' }).click();
  await expect(page.getByRole('heading', { name: /^Dr\. \w+ 0$/ })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`claim=${ids[0]!}`));
  let keys = 0;
  const startedAt = Date.now();
  const decide = async (from: number, to: number) => {
    for (let n = from; n < to; n++) {
      await expect(page).toHaveURL(new RegExp(`claim=${ids[n]!}(&|$)`));
      // The keys work once the evidence is shown.
      await expect(page.getByRole('heading', { name: new RegExp(`^Dr\\. \\w+ ${n}$`) })).toBeVisible();
      keys += await approveByKey(page);
    }
  };
  await decide(0, 30);
  await expect.poll(async () => (await countDecisions(db, ids)).decided, { timeout: 40_000 }).toBe(30);

  await expect(page.getByText(/^Synced /)).toBeVisible();
  gate.closed = true;
  await decide(30, 50);
  await expect(page.getByText('20 decisions waiting to send')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  expect((await countDecisions(db, ids)).decided).toBe(30);
  console.log(`Fifty claims, twenty of them offline: ${keys} keys, ${Math.round((Date.now() - startedAt) / 1_000)} s`);

  // The decisions survive a crash.
  await consoleApp.kill();
  await consoleApp.start();
  await consoleApp.show(page);
  await expect(page.getByText('20 decisions waiting to send')).toBeVisible();
  await expect(page.getByText(/^Synced /)).toBeVisible();

  gate.closed = false;
  await expect.poll(async () => (await countDecisions(db, ids)).decided, { timeout: 40_000 }).toBe(50);
  await expect(page.getByText(/decisions? waiting to send/)).toBeHidden({ timeout: 40_000 });
  expect(await countDecisions(db, ids)).toEqual({ decided: 50, doubled: 0 });
});

test('shows who decided a claim differently, and when', async ({
  page,
  gate,
  begin,
  staff,
  claims,
  db,
  expectedErrors,
}) => {
  test.setTimeout(90_000);
  expectedErrors.push(/503|502/);
  const [id] = (await claims(1)) as [number];
  const other = await staff();
  await begin({ synced: true });
  gate.closed = true;
  const answer = await page.evaluate(async (claim) => {
    const reply = await fetch(`/api/admin/claim-requests/${claim}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'approved' }),
    });
    return {
      status: reply.status,
      queued: reply.headers.get('x-enamel-queued'),
      body: (await reply.json()) as { status: string },
    };
  }, id);
  expect(answer).toMatchObject({ status: 200, queued: '1', body: { status: 'approved' } });
  await db('claimRequests')
    .where({ id })
    .update({ status: 'rejected', reviewedAt: new Date(), reviewedBy: other.userId, reviewNotes: 'No.' });
  gate.closed = false;
  await page.getByRole('button', { name: '1 decision needs attention' }).click({ timeout: 40_000 });
  const dialog = page.getByRole('dialog', { name: 'This decision was not applied' });
  await expect(dialog.getByText(/^Staff \w+ rejected this claim at \d{1,2}:\d\d [AP]M \S+\.$/)).toBeVisible();
  await expect(dialog.getByText(`Approve claim ${id}`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Discard my decision' }).click();
  await expect(page.getByText(/needs attention/)).toBeHidden();
  expect(await db('claimRequests').where({ id }).first('status')).toEqual({ status: 'rejected' });
});

test('counts a decided claim nowhere, and shows undo above the list of keys', async ({ page, begin, claims }) => {
  const ids = await claims(3);
  await page.setViewportSize({ width: 1024, height: 700 });
  await begin();
  await page.getByRole('link', { name: 'Claim Requests' }).click();
  await expect(page).toHaveURL(new RegExp(`claim=${ids[0]!}`));
  const numberIn = async (text: RegExp) =>
    Number((await page.getByText(text).first().innerText()).match(/\d+/g)!.at(-1));
  const countEverywhere = async () => [
    await numberIn(/^Pending \(\d+\)$/),
    await numberIn(/^\d+ of \d+$/),
    await page.getByRole('list', { name: 'Claims' }).getByRole('listitem').count(),
  ];
  await expect.poll(async () => new Set(await countEverywhere()).size).toBe(1);
  const [before] = (await countEverywhere()) as [number];
  await approveByKey(page);
  await expect.poll(countEverywhere).toEqual(Array(3).fill(before - 1));

  const undo = (await page.getByRole('region', { name: 'Decisions that can be undone' }).boundingBox())!;
  const keys = (await page.getByLabel('Keys', { exact: true }).boundingBox())!;
  expect(undo.height).toBeGreaterThan(20);
  expect(undo.y + undo.height).toBeLessThanOrEqual(keys.y);
  expect(keys.y + keys.height).toBeLessThanOrEqual(700);
});
