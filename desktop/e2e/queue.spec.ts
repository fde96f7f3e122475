import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFile } from 'node:fs/promises';
import type { ClaimDossier } from '#contract/claims.ts';
import { expect, test } from './harness/fixtures.ts';
import { smallPdf } from './harness/small-pdf.ts';

const icon = fileURLToPath(new URL('../icons/icon.png', import.meta.url));

test('many at once: by rule, with a template, listed before, undone, then each with its own note', async ({
  page,
  begin,
  claims,
  db,
  accessible,
  expectedErrors,
}) => {
  test.setTimeout(120_000);
  // A template without what it needs is refused.
  expectedErrors.push(/400 .*note-templates/);
  await db('claimRequests').where({ status: 'pending' }).delete();
  const ids = await claims(12);
  // Five of them say the phone of the listing, which weighs.
  const [{ dentistId }] = (await db('claimRequests').where({ id: ids[0]! }).select('dentistId')) as [
    { dentistId: number },
  ];
  await db('dentists')
    .whereBetween('id', [dentistId, dentistId + 4])
    .update({ phone: '617-555-0100' });
  await begin();
  await page.getByRole('link', { name: 'Claim Requests' }).click();
  await expect(page.getByRole('list', { name: 'Claims' }).getByRole('listitem')).toHaveCount(12);
  const scores = await page.evaluate(async () => {
    const reply = await fetch('/api/admin/claim-requests?status=pending');
    return ((await reply.json()) as ClaimDossier[]).map(({ evidence }) => evidence.score);
  });
  const low = Math.min(...scores);
  expect(scores.filter((score) => score > low)).toHaveLength(5);

  // A template is kept by one of staff, then used.
  await page.keyboard.press('s');
  await page.getByLabel('Score over').fill(String(low));
  await expect(page.getByText('5 of 12 fit.')).toBeVisible();
  await accessible('the rule');
  await page.keyboard.press('Enter');
  await expect(page.getByText('5 selected')).toBeVisible();
  await page.locator('[data-bulk]').getByRole('button', { name: 'Templates' }).click();
  await page.getByRole('menuitem', { name: 'Change templates…' }).click();
  await page.getByRole('button', { name: 'New template' }).click();
  await page.getByLabel('Name').fill('Phone');
  await page.getByLabel('Note', { exact: true }).fill('Dear {name},');
  await page.getByRole('button', { name: 'Save the template' }).click();
  await expect(page.getByText('There is nothing to fill in for {name}.')).toBeVisible();
  await page.getByLabel('Note', { exact: true }).fill('Dear {claimant}, not {practice} on {date}.');
  await accessible('a template');
  await page.getByRole('button', { name: 'Save the template' }).click();
  await expect(page.getByRole('dialog').getByText('Phone', { exact: true })).toBeVisible();
  await accessible('the templates');
  await page.keyboard.press('Escape');
  await page.locator('[data-bulk]').getByRole('button', { name: 'Templates' }).click();
  await page.getByRole('menuitem', { name: 'Phone' }).click();

  // R is about all that are selected, and asks first.
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

test('documents are shown in the window itself, pictures and PDF', async ({
  page,
  consoleApp,
  begin,
  claims,
  db,
  accessible,
}) => {
  await db('claimRequests').where({ status: 'pending' }).delete();
  const [claimId] = (await claims(1)) as [number];
  const pdf = smallPdf('Licence of Dr. Moss');
  const png = await readFile(icon);
  for (const [name, type, bytes] of [
    ['licence.pdf', 'application/pdf', pdf],
    ['front door.png', 'image/png', png],
  ] as const)
    await db('claimAttachments').insert({
      claimId,
      kind: 'document',
      name,
      type,
      size: bytes.length,
      bytes,
      createdAt: new Date(),
    });
  await begin();
  await page.getByRole('link', { name: 'Claim Requests' }).click();
  await page.getByRole('region', { name: /^Claim for/ }).waitFor();
  await page.keyboard.press('d');
  const first = page.getByRole('region', { name: 'Document licence.pdf' });
  await expect(first.locator('iframe')).toHaveAttribute('src', /^blob:/);
  // The viewer is Chromium's own, apart from the page, and it has the document.
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension://'))).toBe(true);
  await accessible('a document');
  await page.keyboard.press('ArrowRight');
  const picture = page.getByRole('region', { name: 'Document front door.png' }).getByRole('img');
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await accessible('a picture');
  await consoleApp.ask('dialogs', { value: { save: join(consoleApp.folder, '{name}'), open: [] } });
  await page.getByRole('button', { name: 'Save a copy' }).click();
  await expect
    .poll(() =>
      readFile(join(consoleApp.folder, 'front door.png')).then(
        (bytes) => bytes.equals(png),
        () => false,
      ),
    )
    .toBe(true);
  expect(page.context().pages()).toHaveLength(1);
  // What has been read decides itself with the document still open.
  await page.keyboard.press('a');
  await expect(page.getByText('No claims are waiting')).toBeVisible();
});

test('the console dies while decisions can still be undone: they are on its disk, and each is sent once', async ({
  page,
  consoleApp,
  begin,
  claims,
  db,
}) => {
  test.setTimeout(90_000);
  await db('claimRequests').where({ status: 'pending' }).delete();
  const ids = await claims(6);
  await begin();
  await page.getByRole('link', { name: 'Claim Requests' }).click();
  for (const id of ids.slice(0, 5)) {
    await expect(page).toHaveURL(new RegExp(`claim=${id}(&|$)`));
    await page.keyboard.press('a');
  }
  await page.keyboard.press('z');
  await expect(page).toHaveURL(new RegExp(`claim=${ids[4]!}(&|$)`));
  await page.goto('about:blank');
  await consoleApp.kill();
  expect(await db('claimRequests').whereIn('id', ids).whereNot({ status: 'pending' })).toEqual([]);
  await consoleApp.start();
  const kinds = async () =>
    (
      (await db('claimEvents').whereIn('claimId', ids).where({ kind: 'approved' }).select('claimId')) as {
        claimId: number;
      }[]
    )
      .map(({ claimId }) => claimId)
      .sort((a, b) => a - b);
  await expect.poll(kinds, { timeout: 40_000 }).toEqual(ids.slice(0, 4));
});

test('leaving asks before it drops what waits: logging out, and using another server', async ({
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
  await expect(page.getByText(/CachedReport as of/)).toBeVisible();
  await expect(page).toHaveURL(/claim=\d+/);
  gate.closed = true;
  await page.keyboard.press('a');
  await expect(page.getByRole('region', { name: 'Decisions that can be undone' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('alertdialog', { name: 'Drop the decision that waits?' });
  await accessible('leaving');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByText('1 decision waits to be sent')).toBeVisible({ timeout: 20_000 });

  // The sign-in ends meanwhile; on the way to another server the same question comes.
  gate.closed = false;
  await db('authSessions').where({ userId: who.userId }).delete();
  await expect(page.getByRole('dialog', { name: 'Please sign in again' })).toBeVisible({ timeout: 40_000 });
  await page.getByRole('button', { name: 'Use another server' }).click();
  const drop = page.getByRole('alertdialog', { name: /^Remove / });
  await expect(drop.getByText(/^One decision has not reached the server yet and is lost\./)).toBeVisible();
  await drop.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
  await page.getByRole('button', { name: 'Use another server' }).click();
  await drop.getByRole('button', { name: 'Remove and drop it' }).click();
  await expect(page.getByLabel('Server')).toBeVisible();
  const state = await consoleApp.invoke<{ value: { outbox: { waiting: number } } }>('state', []);
  expect(state.value.outbox.waiting).toBe(0);
  // The window that began anew has all its files before the console ends.
  await page.waitForLoadState();
});

test('a sign-in that ends in the middle of a note: the sheet comes over it, and the note and the decision are there after it', async ({
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
  await page.keyboard.press('a');
  await expect(page).toHaveURL(new RegExp(`claim=${second}(&|$)`));
  await page.getByLabel('Notes').fill('The licence is of another');
  await db('authSessions').where({ userId: who.userId }).delete();
  // The first decision finds out, when its ten seconds are over.
  const sheet = page.getByRole('dialog', { name: 'Please sign in again' });
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
