import type { Knex } from 'knex';
import { expect, test } from './harness/fixtures.ts';

/** How often each of these claims was decided, by what is written in its history. */
async function decisions(db: Knex, ids: number[]): Promise<{ decided: number; doubled: number }> {
  const rows = (await db('claimEvents')
    .whereIn('claimId', ids)
    .whereIn('kind', ['approved', 'rejected'])
    .select('claimId')) as {
    claimId: number;
  }[];
  return {
    decided: new Set(rows.map(({ claimId }) => claimId)).size,
    doubled: rows.length - new Set(rows.map(({ claimId }) => claimId)).size,
  };
}

test('fifty claims by keyboard, twenty of them with the server gone: each is decided once', async ({
  page,
  consoleApp,
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
  await expect.poll(async () => (await decisions(db, ids)).decided, { timeout: 40_000 }).toBe(30);

  await expect(page.getByText(/CachedReport as of/)).toBeVisible();
  gate.closed = true;
  await decide(30, 50);
  await expect(page.getByText('20 decisions wait to be sent')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Server out of reach')).toBeVisible();
  expect((await decisions(db, ids)).decided).toBe(30);

  // Everything ends while they wait; they are on disk.
  await consoleApp.kill();
  await consoleApp.start();
  await consoleApp.show(page);
  await expect(page.getByText('20 decisions wait to be sent')).toBeVisible();
  await expect(page.getByText(/CachedReport as of/)).toBeVisible();

  gate.closed = false;
  await expect.poll(async () => (await decisions(db, ids)).decided, { timeout: 40_000 }).toBe(50);
  await expect(page.getByText(/decisions? waits? to be sent/)).toBeHidden({ timeout: 40_000 });
  expect(await decisions(db, ids)).toEqual({ decided: 50, doubled: 0 });
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

test('a thousand decisions over a line that loses requests and answers, the console killed twice: none lost, none double', async ({
  consoleApp,
  gate,
  staff,
  claims,
  db,
  page,
}) => {
  test.setTimeout(240_000);
  const ids = await claims(1000);
  const who = await staff();
  await consoleApp.invoke('server', [{ do: 'choose', url: gate.url }]);
  const post = (path: string, method: string, body: object) =>
    fetch(consoleApp.origin + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect(
    (await post('/api/auth/login', 'POST', { email: who.email, password: who.password, kind: 'desktop' })).status,
  ).toBe(200);
  gate.losesRequests = 0.05;
  gate.losesAnswers = 0.05;
  const unsure: number[] = [];
  for (const [n, id] of ids.entries()) {
    if (n === 300 || n === 700) {
      // In the middle of one: what was not acknowledged is decided again, as a person would.
      const cut = post(`/api/admin/claim-requests/${id}`, 'PATCH', { status: 'rejected', reviewNotes: 'No.' }).catch(
        () => null,
      );
      await new Promise((done) => setTimeout(done, 5));
      await consoleApp.kill();
      if (!(await cut)?.ok) unsure.push(id);
      await consoleApp.start();
      continue;
    }
    const answer = await post(`/api/admin/claim-requests/${id}`, 'PATCH', { status: 'rejected', reviewNotes: 'No.' });
    expect([200, 202]).toContain(answer.status);
  }
  for (const id of unsure)
    await post(`/api/admin/claim-requests/${id}`, 'PATCH', { status: 'rejected', reviewNotes: 'No.' });
  await expect.poll(async () => (await decisions(db, ids)).decided, { timeout: 120_000 }).toBe(1000);
  expect(await decisions(db, ids)).toEqual({ decided: 1000, doubled: 0 });
  expect(gate.lost).toBeGreaterThan(50);
  await page.goto('about:blank');
});
