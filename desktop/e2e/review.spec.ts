import { countDecisions } from './harness/decisions.ts';
import { expect, test } from './harness/fixtures.ts';

test('fifty claims by keyboard, twenty of them with the server gone: each is decided once', async ({
  page,
  desk,
  gate,
  begin,
  claims,
  db,
  expectedErrors,
}) => {
  test.setTimeout(150_000);
  expectedErrors.push(/503|502/);
  const ids = await claims(50);
  await begin();
  await page.getByRole('link', { name: 'Claim Requests' }).click();
  await expect(page.getByRole('heading', { name: /^Dr\. \w+ 0$/ })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`claim=${ids[0]!}`));
  const decide = async (from: number, to: number) => {
    for (let n = from; n < to; n++) {
      await expect(page).toHaveURL(new RegExp(`claim=${ids[n]!}(&|$)`));
      // Its evidence is there before its keys are.
      await expect(page.getByRole('heading', { name: new RegExp(`^Dr\\. \\w+ ${n}$`) })).toBeVisible();
      await page.keyboard.press('a');
    }
  };
  await decide(0, 30);
  await expect.poll(async () => (await countDecisions(db, ids)).decided, { timeout: 40_000 }).toBe(30);

  await expect(page.getByText(/Kept as of/)).toBeVisible();
  gate.closed = true;
  await decide(30, 50);
  await expect(page.getByText('20 decisions wait to be sent')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Server out of reach')).toBeVisible();
  expect((await countDecisions(db, ids)).decided).toBe(30);

  // Everything ends while they wait; they are on disk.
  await desk.kill();
  await desk.start();
  await desk.show(page);
  await expect(page.getByText('20 decisions wait to be sent')).toBeVisible();
  await expect(page.getByText(/Kept as of/)).toBeVisible();

  gate.closed = false;
  await expect.poll(async () => (await countDecisions(db, ids)).decided, { timeout: 40_000 }).toBe(50);
  await expect(page.getByText(/decisions? waits? to be sent/)).toBeHidden({ timeout: 40_000 });
  expect(await countDecisions(db, ids)).toEqual({ decided: 50, doubled: 0 });
});

test('decided by someone else meanwhile: said one by one, with who and when', async ({
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
  await begin({ kept: true });
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
  await page.getByRole('button', { name: '1 decision needs you' }).click({ timeout: 40_000 });
  const dialog = page.getByRole('dialog', { name: 'This could not be carried out' });
  await expect(dialog.getByText(/^Staff \w+ rejected this claim at \d\d:\d\d\.$/)).toBeVisible();
  await expect(dialog.getByText(`Approve claim ${id}`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Leave it as it is' }).click();
  await expect(page.getByText(/needs you/)).toBeHidden();
  expect(await db('claimRequests').where({ id }).first('status')).toEqual({ status: 'rejected' });
});
