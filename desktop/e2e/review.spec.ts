import { approveByKey } from './harness/decisions.ts';
import { expect, test } from './harness/fixtures.ts';

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

test('counts a decided claim nowhere, and shows Undo above the list of shortcuts', async ({ page, begin, claims }) => {
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
