import { expect, test } from './harness/fixtures.ts';

test('assigns and snoozes claims by key, and shows both without a connection', async ({
  page,
  gate,
  begin,
  claims,
  db,
  accessible,
  expectedErrors,
}) => {
  expectedErrors.push(/503|502/);
  await db('claimRequests').where({ status: 'pending' }).delete();
  const [first, second] = (await claims(3)) as [number, number, number];
  const { userId } = await begin({ synced: true });
  await page.getByRole('link', { name: 'Claim Requests' }).click();
  const queue = page.getByRole('list', { name: 'Claims' });
  const shows = (n: number) =>
    expect(page.getByRole('region', { name: new RegExp(`^Claim for Dr\\. \\w+ ${n}$`) })).toBeVisible();
  await shows(0);
  await page.keyboard.press('i');
  await expect(queue.getByText(/^Assigned to Staff \w+$/)).toHaveCount(1);
  expect(await db('inboxItems').where({ claimId: first }).first('assigneeId')).toEqual({ assigneeId: userId });

  // The next claim takes the place of a snoozed one, even in the middle of the queue.
  await page.keyboard.press('j');
  await shows(1);
  await page.keyboard.press('h');
  await accessible('the times of a snooze');
  await page.getByRole('menuitem', { name: 'Until tomorrow' }).click();
  await shows(2);
  await expect(queue.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('radio', { name: 'Pending (2)' })).toBeChecked();
  await page.getByLabel('Filter claims').selectOption('Snoozed');
  await shows(1);
  await expect(page).toHaveURL(new RegExp(`claim=${second}`));
  await expect(queue.getByText(/^back in \d+ \w+$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Snoozed', exact: true })).toBeVisible();

  gate.closed = true;
  await page.reload();
  await expect(
    page.getByText(/^Unassigned, snoozed until .*\. To change this, connect to the server\.$/),
  ).toBeVisible();
  await expect(page.getByLabel('Assigned to')).toHaveCount(0);
  await accessible('a snoozed claim, offline');
  await page.getByLabel('Filter claims').selectOption('Assigned to me');
  await shows(0);
  await expect(page.getByText(/^Assigned to Staff \w+\. To change this/)).toBeVisible();
});
