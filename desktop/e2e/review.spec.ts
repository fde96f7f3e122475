import type { Knex } from 'knex';
import { expect, test } from './harness/fixtures.ts';

/** Counts in the history of these claims how many were decided, and how many twice. */
async function countDecisions(db: Knex, ids: number[]): Promise<{ decided: number; doubled: number }> {
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
  expectedErrors.push(/503|502/);
  const ids = await claims(50);
  await begin();
  await page.getByRole('link', { name: 'Claim Requests' }).click();
  await expect(page.getByRole('heading', { name: /^Dr\. \w+ 0$/ })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`claim=${ids[0]!}`));
  const decide = async (from: number, to: number) => {
    for (let n = from; n < to; n++) {
      await expect(page).toHaveURL(new RegExp(`claim=${ids[n]!}(&|$)`));
      // The keys work once the evidence is shown.
      await expect(page.getByRole('heading', { name: new RegExp(`^Dr\\. \\w+ ${n}$`) })).toBeVisible();
      await page.keyboard.press('a');
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
  await expect(dialog.getByText(/^Staff \w+ rejected this claim at \d\d:\d\d\.$/)).toBeVisible();
  await expect(dialog.getByText(`Approve claim ${id}`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Discard my decision' }).click();
  await expect(page.getByText(/needs attention/)).toBeHidden();
  expect(await db('claimRequests').where({ id }).first('status')).toEqual({ status: 'rejected' });
});

test('sends a thousand decisions exactly once over a lossy connection and through two crashes', async ({
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
      // Crashes during a decision. Decisions that were not confirmed are made again, as a person would.
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
  await expect.poll(async () => (await countDecisions(db, ids)).decided, { timeout: 120_000 }).toBe(1000);
  expect(await countDecisions(db, ids)).toEqual({ decided: 1000, doubled: 0 });
  expect(gate.lost).toBeGreaterThan(50);
  await page.goto('about:blank');
});
