import type { ClaimDossier } from '#contract/claims/claims.ts';
import { approveByKey } from './harness/decisions.ts';
import { expect, test } from './harness/fixtures.ts';

test('rejects and approves many claims at once, by rule and with a template', async ({
  page,
  begin,
  claims,
  db,
  accessible,
  expectedErrors,
}) => {
  test.setTimeout(120_000);
  // The test submits an invalid template.
  expectedErrors.push(/400 .*note-templates/);
  await db('claimRequests').where({ status: 'pending' }).delete();
  const ids = await claims(12);
  // Staff called the practices of five claims, which raises their score.
  await db('claimRequests').whereIn('id', ids.slice(0, 5)).update({ calledAt: new Date() });
  await begin();
  await page.getByRole('link', { name: 'Claim Requests' }).click();
  await expect(page.getByRole('list', { name: 'Claims' }).getByRole('listitem')).toHaveCount(12);
  const scores = await page.evaluate(async () => {
    const reply = await fetch('/api/admin/claim-requests?status=pending');
    return ((await reply.json()) as ClaimDossier[]).map(({ evidence }) => evidence.score);
  });
  const low = Math.min(...scores);
  expect(scores.filter((score) => score > low)).toHaveLength(5);

  // Create a template and use it.
  await page.keyboard.press('s');
  await page.getByLabel('Score over').fill(String(low));
  await expect(page.getByText('5 of 12 match.')).toBeVisible();
  await accessible('the rule');
  await page.keyboard.press('Enter');
  await expect(page.getByText('5 selected')).toBeVisible();
  await page.locator('[data-bulk]').getByRole('button', { name: 'Templates' }).click();
  await page.getByRole('menuitem', { name: 'Edit templates…' }).click();
  await page.getByRole('button', { name: 'New template' }).click();
  await page.getByLabel('Name').fill('Phone');
  await page.getByLabel('Note', { exact: true }).fill('Dear {name},');
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByText('{name} isn’t a placeholder.')).toBeVisible();
  await page.getByLabel('Note', { exact: true }).fill('Dear {claimant}, not {practice} on {date}.');
  await accessible('a template');
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByRole('dialog').getByText('Phone', { exact: true })).toBeVisible();
  await accessible('the templates');
  await page.keyboard.press('Escape');
  await page.locator('[data-bulk]').getByRole('button', { name: 'Templates' }).click();
  await page.getByRole('menuitem', { name: 'Phone' }).click();

  // R rejects all selected claims, after a confirmation.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('r');
  const question = page.getByRole('alertdialog', { name: 'Reject 5 claims?' });
  await expect(question.getByRole('listitem')).toHaveCount(5);
  await expect(question.getByText(/^Dear Claimant 3, not Dr\. \w+ 3 on \w+ \d+, \d{4}\.$/)).toBeVisible();
  await accessible('the question');
  await question.getByRole('button', { name: 'Reject 5' }).click();
  await expect(page.getByText('5 claims rejected')).toBeVisible();
  await page.keyboard.press('z');
  await expect(page.getByRole('list', { name: 'Claims' }).getByRole('listitem')).toHaveCount(12);
  await page.waitForTimeout(11_000);
  expect(await db('claimRequests').whereIn('id', ids).whereNot({ status: 'pending' })).toEqual([]);

  await page.keyboard.press('s');
  await page.getByRole('button', { name: 'Select 5' }).click();
  await page.getByLabel('One note for 5 claims').fill('Welcome, {claimant}.');
  await page.getByRole('button', { name: 'Approve 5' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve 5' }).click();
  const decided = () =>
    db('claimRequests').whereIn('id', ids).where({ status: 'approved' }).orderBy('id').select('reviewNotes') as Promise<
      { reviewNotes: string }[]
    >;
  await expect.poll(async () => (await decided()).length, { timeout: 30_000 }).toBe(5);
  expect((await decided()).map(({ reviewNotes }) => reviewNotes)).toEqual(
    [0, 1, 2, 3, 4].map((n) => `Welcome, Claimant ${n}.`),
  );
  await db('claimNoteTemplates').where({ name: 'Phone' }).delete();
});

test('asks before logging out or removing a server would discard decisions', async ({
  page,
  consoleApp,
  gate,
  begin,
  claims,
  db,
  expectedErrors,
  accessible,
}) => {
  test.setTimeout(120_000);
  expectedErrors.push(/503|502|401/);
  await db('claimRequests').where({ status: 'pending' }).delete();
  await claims(2);
  const who = await begin();
  await page.getByRole('link', { name: 'Claim Requests' }).click();
  await expect(page.getByText(/^Synced /)).toBeVisible();
  await expect(page).toHaveURL(/claim=\d+/);
  gate.closed = true;
  await approveByKey(page);
  await expect(page.getByRole('region', { name: 'Decisions that can be undone' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard the unsent decision?' });
  await accessible('leaving');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByText('1 decision waiting to send')).toBeVisible({ timeout: 20_000 });

  // After the session ended, removing the server asks the same question.
  gate.closed = false;
  await db('authSessions').where({ userId: who.userId }).delete();
  await expect(page.getByRole('dialog', { name: 'Please log in again' })).toBeVisible({ timeout: 40_000 });
  await page.getByRole('button', { name: 'Use another server' }).click();
  const drop = page.getByRole('alertdialog', { name: /^Remove / });
  await expect(drop.getByText(/^One decision hasn’t been sent yet and will be lost\./)).toBeVisible();
  await drop.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
  await page.getByRole('button', { name: 'Use another server' }).click();
  await drop.getByRole('button', { name: 'Remove and discard it' }).click();
  await expect(page.getByLabel('Server', { exact: true })).toBeVisible();
  const state = await consoleApp.invoke<{ value: { outbox: { waiting: number } } }>('state', []);
  expect(state.value.outbox.waiting).toBe(0);
  // The reload must finish before the console stops.
  await page.waitForLoadState();
});

test('keeps a note and a decision when the session ends while typing', async ({
  page,
  claims,
  begin,
  db,
  expectedErrors,
}) => {
  test.setTimeout(90_000);
  expectedErrors.push(/401/);
  await db('claimRequests').where({ status: 'pending' }).delete();
  const [first, second] = (await claims(2)) as [number, number];
  const who = await begin();
  await page.getByRole('link', { name: 'Claim Requests' }).click();
  await expect(page).toHaveURL(new RegExp(`claim=${first}(&|$)`));
  await approveByKey(page);
  await expect(page).toHaveURL(new RegExp(`claim=${second}(&|$)`));
  await page.getByLabel('Notes').fill('The licence is of another');
  await db('authSessions').where({ userId: who.userId }).delete();
  // The console notices when it sends the first decision, ten seconds later.
  const sheet = page.getByRole('dialog', { name: 'Please log in again' });
  await expect(sheet).toBeVisible({ timeout: 30_000 });
  await sheet.getByLabel('Email').fill(who.email);
  await sheet.getByLabel('Password', { exact: true }).fill(who.password);
  await sheet.getByRole('button', { name: 'Login' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByLabel('Notes')).toHaveValue('The licence is of another');
  await page.getByLabel('Notes').press('End');
  await page.keyboard.type(' state.');
  await page.getByRole('button', { name: 'Reject' }).click();
  const ends = async () =>
    (
      (await db('claimRequests').whereIn('id', [first, second]).orderBy('id').select('status', 'reviewNotes')) as {
        status: string;
        reviewNotes: string | null;
      }[]
    ).map(({ status, reviewNotes }) => `${status}: ${reviewNotes ?? ''}`);
  await expect.poll(ends, { timeout: 40_000 }).toEqual(['approved: ', 'rejected: The licence is of another state.']);
});
