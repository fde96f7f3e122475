import { expect, test } from '../harness/fixtures.ts';
import { overrideState } from '../harness/look.ts';
import { addReviewWork } from '../harness/review-work.ts';

const job = {
  id: '0'.repeat(16),
  kind: 'export' as const,
  name: 'listings of all states.csv',
  file: null,
  done: 40,
  total: 100,
  state: 'running' as const,
  message: null,
};

test(
  'screens of the home, the bar, updates, and dialogs',
  { tag: '@chromium' },
  async ({ page, consoleApp, begin, db, look, expectedErrors }) => {
    test.setTimeout(420_000);
    expectedErrors.push(/503|502|401/);
    await db('claimRequests').where({ status: 'pending' }).delete();
    await begin({ synced: true });
    await expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible();
    await look('home 1 nothing to do');

    await addReviewWork(db);
    const conflict = {
      key: crypto.randomUUID(),
      claimId: 7,
      practice: 'Dr. Ada Moss',
      wanted: 'Approve claim 7',
      decidedAt: new Date().toISOString(),
      message: 'Jo Staff rejected this claim at 2:02 PM ET.',
    };
    const outbox = { waiting: 12, held: 0, locked: 0, conflicts: [conflict] };
    await page.reload();
    await expect(page.getByText(/\d claims to review/)).toBeVisible();
    await look('home 2 with work');
    await overrideState(page, {
      link: 'offline',
      problem: 'This server’s certificate is for wifi.example.com, not enamel.example.com.',
      outbox,
      jobs: [job],
      newer: { version: '9.9.9', notes: 'Faster review.\n• Documents open at once.', how: 'ready' },
    });
    await page.getByRole('dialog', { name: 'The update is ready' }).getByRole('button', { name: 'Later' }).click();
    await expect(page.getByText('12 decisions wait for a connection')).toBeVisible();
    await look('home 3 offline with everything');
    await page.getByRole('button', { name: 'Offline', exact: true }).click();
    await expect(page.getByText('You can keep working. Enamel tries again by itself.')).toBeVisible();
    await look('bar 1 why it is offline');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '1 decision needs attention' }).click();
    await look('bar 2 a decision that was not applied');
    await page.getByRole('button', { name: 'Close' }).click();
    await overrideState(page, {
      jobs: [job, { ...job, id: '1'.repeat(16), name: 'articles.csv', total: null, done: 9e6 }],
    });
    await page.getByRole('button', { name: '2 running' }).click();
    await look('bar 3 running jobs');
    await page.keyboard.press('Escape');
    await overrideState(page, { outbox: { ...outbox, conflicts: [], waiting: 0, locked: 3 }, jobs: [] });
    await page.getByRole('button', { name: /^3 decisions are locked/ }).click();
    await expect(page.getByText(/Nothing is lost\. Unlock your keychain, then restart Enamel/)).toBeVisible();
    await look('bar 4 locked decisions');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Discard the 3 locked decisions?' })).toBeVisible();
    await look('bar 5 discarding locked decisions');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await overrideState(page, { outbox: { ...outbox, conflicts: [], waiting: 2 } });
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Discard the 2 unsent decisions?' })).toBeVisible();
    await look('bar 6 logging out with unsent decisions');
    await page.getByRole('button', { name: 'Stay' }).click();
    await overrideState(page, {
      link: 'online',
      problem: null,
      outbox: { ...outbox, conflicts: [], waiting: 0 },
      snapshot: { asOf: null, pending: 0, onDisk: false },
    });
    await page.getByRole('button', { name: 'In memory only' }).click();
    await look('bar 7 no keychain, not synced yet');
    await page.keyboard.press('Escape');

    for (const how of ['offered', 'fetching', 'ready'] as const) {
      await overrideState(page, {
        newer: {
          version: '10.0.0',
          notes: 'Faster review.\n• Documents open at once.\n• Reports as Excel files.',
          how,
        },
        jobs: how === 'fetching' ? [{ ...job, kind: 'update', name: 'Enamel 10.0.0' }] : [],
      });
      await expect(page.getByRole('dialog')).toBeVisible();
      await look(`update ${how}`);
    }
    // The main process has no update, so it refuses to install one.
    await page.getByRole('button', { name: 'Restart and install' }).click();
    await expect(page.getByText('There is no update to install yet.').first()).toBeVisible();
    await look('update failed');
    await page.getByRole('button', { name: 'Later' }).click();
    await overrideState(page, { newer: null });
    await consoleApp.ask('crash');
    await expect(page.getByText('The page had crashed. A report was saved on this computer.').first()).toBeVisible();
    await look('crash recovered');

    await overrideState(page, { proxy: { host: 'proxy.corp.example.com', port: 8080, wasRefused: true } });
    await expect(page.getByRole('dialog', { name: 'Log in to your network’s proxy' })).toBeVisible();
    await look('proxy login');
    await overrideState(page, { proxy: null });
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.type('rep');
    await look('palette');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await look('shortcuts');
    await page.keyboard.press('Escape');
    await page.evaluate(() => (location.hash = '#/admin/nowhere'));
    await expect(page.getByRole('heading', { name: 'That page doesn’t exist' })).toBeVisible();
    await look('no such page');
    for (const [name, hash] of [
      ['account', '#/account'],
      ['pricing', '#/pricing'],
    ] as const) {
      await page.evaluate((to) => (location.hash = to), hash);
      await expect(page.getByRole('link', { name: 'Back to the console' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await look(name);
    }
    await page.evaluate(() => (location.hash = '#/admin/desk'));
    await overrideState(page, { signedIn: false, ended: true });
    await expect(page.getByRole('dialog', { name: 'Please log in again' })).toBeVisible();
    await look('session ended');
  },
);
