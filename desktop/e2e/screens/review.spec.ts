import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { approveByKey } from '../harness/decisions.ts';
import { expect, test, useWholeBrowser } from '../harness/fixtures.ts';
import { addReviewWork } from '../harness/review-work.ts';

test.use(useWholeBrowser);

test(
  'screens of claim review, and a crash in the middle of it',
  { tag: '@chromium' },
  async ({ page, consoleApp, gate, begin, db, look, expectedErrors }) => {
    test.setTimeout(420_000);
    expectedErrors.push(/503|502|ERR_/);
    await db('claimRequests').where({ status: 'pending' }).delete();
    await begin();
    await page.getByRole('link', { name: 'Claim Requests' }).click();
    await expect(page.getByText('No claims are waiting')).toBeVisible();
    await look('review 1 empty queue');
    const ids = await addReviewWork(db);
    await page.reload();
    const claim = page.getByRole('region', { name: /^Claim for/ });
    await expect(claim.getByRole('heading', { name: 'Harborview Dental Studio' })).toBeVisible();
    await look('review 2 a claim');

    await page.keyboard.press('d');
    await expect(page.getByRole('region', { name: 'Document front door.png' }).getByRole('img')).toBeVisible();
    await look('review 3 a picture');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('region', { name: 'Document dental license.pdf' }).locator('iframe')).toBeVisible();
    await look('review 4 a PDF document');
    await page.keyboard.press('d');
    await page.keyboard.press('a');
    await expect(page.getByText('Approve this claim anyway?')).toBeVisible();
    await look('review 5 second confirmation');
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    await expect(page.getByText('Please give a reason for rejecting this claim.')).toBeVisible();
    await look('review 6 a reason is missing');

    // The page crashes, and comes back with its claim and the note that was being written.
    await page.keyboard.type('The license is expired.');
    await consoleApp.ask('crash');
    await expect(page.getByText('The page had crashed. A report was saved on this computer.').first()).toBeVisible();
    await expect(claim.getByLabel('Notes')).toHaveValue('The license is expired.');
    await expect(page).toHaveURL(new RegExp(`claim=${ids[0]!}`));
    await look('review 7 after a crash');
    await claim.getByLabel('Notes').fill('');
    await page.getByRole('main').focus();

    await approveByKey(page);
    await expect(page.getByRole('region', { name: 'Decisions that can be undone' })).toBeVisible();
    await look('review 8 undo');
    await page.keyboard.press('h');
    await expect(page.getByRole('menuitem', { name: 'Until tomorrow' })).toBeVisible();
    await look('review 9 snooze');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await page.keyboard.press('s');
    await expect(page.getByLabel('Score over')).toBeVisible();
    await look('review 10 selection by rule');
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await expect(page.locator('[data-bulk]')).toBeVisible();
    await look('review 11 many selected');
    await page
      .locator('[data-bulk]')
      .getByRole('button', { name: /^Approve \d/ })
      .click();
    await expect(page.getByRole('alertdialog', { name: /^Approve \d+ claims?\?$/ })).toBeVisible();
    await look('review 12 many to approve');
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: '6 selected' }).click();
    await page.getByRole('button', { name: 'Templates' }).first().click();
    await page.getByRole('menuitem', { name: 'Edit templates…' }).click();
    await look('review 13 templates');
    await page.keyboard.press('Escape');
    await page.getByLabel('Filter claims').selectOption('Assigned to me');
    await look('review 14 nothing matches');
    await page.getByLabel('Filter claims').selectOption({ index: 0 });

    await expect(page.getByText(/^Synced /)).toBeVisible();
    gate.closed = true;
    await page.reload();
    await expect(claim.getByRole('heading', { name: 'Dr. Ellen Moss, DDS' })).toBeVisible();
    await look('review 15 offline');
    for (const name of await readdir(consoleApp.folder, { recursive: true }))
      if (/\d+\.sealed$/.test(name)) await rm(join(consoleApp.folder, name));
    await page.keyboard.press('d');
    await expect(page.getByText('It isn’t stored on this computer. Connect to the server to see it.')).toBeVisible();
    await look('review 16 a document is missing');
    await page.keyboard.press('d');
  },
);
