import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { approveByKey } from './harness/decisions.ts';
import { explainMissingElectron } from './harness/find-electron.ts';
import { expect, test as base, useWholeBrowser } from './harness/fixtures.ts';
import { smallPdf } from '#server/claims/sample/small-pdf.ts';

const reason = explainMissingElectron();

/** Runs the same tests in Electron, if this machine can, and in Chromium with the double. */
const test = base.extend<{ window: Page }>({
  window: async ({ page, consoleApp }, use) => {
    await consoleApp.show(page);
    await use(page);
  },
});

test.use(useWholeBrowser);

for (const where of ['Chromium', 'Electron'] as const)
  test.describe(`the console in ${where}`, () => {
    test.use({ where });
    test.beforeEach(() => {
      if (where !== 'Electron' || reason === null) return;
      console.log(`SKIPPED: this test did not run in Electron, because ${reason}.`);
      test.skip(true, reason);
    });

    test(
      'logs in with two factors, then shows a document and decides a claim by keyboard',
      { tag: '@path' },
      async ({ window, staff, enter, claims, db }) => {
        test.setTimeout(90_000);
        const who = await staff({ twoFactor: true });
        const [claimId] = (await claims(1, 'last')) as [number];
        const bytes = smallPdf('Licence of Dr. Moss');
        const pdf = { name: 'licence.pdf', type: 'application/pdf', size: bytes.length, bytes };
        await db('claimAttachments').insert({ ...pdf, claimId, kind: 'document', createdAt: new Date() });
        await enter(who);
        await expect(window.getByText(/^Synced /)).toBeVisible();
        await window.evaluate((id) => (location.hash = `#/admin?tab=claims&claim=${id}`), claimId);
        await expect(window.getByRole('region', { name: /^Claim for Dr\. \w+ 0$/ })).toBeVisible();
        await expect(window).toHaveURL(new RegExp(`claim=${claimId}(&|$)`));
        await window.keyboard.press('d');
        expect(await window.evaluate(() => navigator.pdfViewerEnabled)).toBe(true);
        await expect(window.getByRole('region', { name: 'Document licence.pdf' }).locator('iframe')).toBeVisible();
        await approveByKey(window);
        await expect(window.getByText(/^Dr\. \w+ 0$/).and(window.locator('strong'))).toBeVisible();
        await window.keyboard.press('z');
        await expect(window.getByRole('region', { name: /^Claim for Dr\. \w+ 0$/ })).toBeVisible();
        await approveByKey(window);
        const status = async () =>
          ((await db('claimRequests').where({ id: claimId }).first('status')) as { status: string }).status;
        await expect.poll(status, { timeout: 40_000 }).toBe('approved');
      },
    );

    test(
      'the page has only the bridge, no Node, and no other network access',
      { tag: '@path' },
      async ({ window, expectedErrors }) => {
        expectedErrors.push(/Content Security Policy|Refused|violates|Not allowed|ERR_/i);
        await expect(window.getByLabel('Server')).toBeVisible();
        const before = window.url();
        const found = await window.evaluate(async () => ({
          node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis),
          bridge: Object.keys((globalThis as unknown as { enamel: object }).enamel).sort(),
          frozen: Object.isFrozen((globalThis as unknown as { enamel: object }).enamel),
          // Waits a moment, because code inside Playwright's own call is exempt from the policy.
          evaluated: await new Promise<number>((done) => {
            setTimeout(() => {
              try {
                // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
                done(new Function('return 1')() as number);
              } catch {
                done(0);
              }
            });
          }),
        }));
        expect(found).toEqual({
        node: [],
        bridge: ['abort', 'cancel', 'csv', 'drop', 'files', 'folder', 'menu', 'onEvent', 'openOutside', 'proxy', 'report', 'reveal', 'save', 'server', 'settings', 'settle', 'state', 'theme', 'update'],
        frozen: true,
        evaluated: 0,
      }); // prettier-ignore
        expect(
          await window.evaluate(() =>
            fetch('https://example.com').then(
              () => 'sent',
              () => 'refused',
            ),
          ),
        ).toBe('refused');
        expect(window.url()).toBe(before);
      },
    );

    test('fires its events in this order when its page crashes and it quits', async ({
      window,
      consoleApp,
      folder,
    }, testInfo) => {
      await expect(window.getByLabel('Server')).toBeVisible();
      const file = join(folder, 'events.txt');
      await consoleApp.recordEvents(file);
      const readEvents = () => readFile(file, 'utf8').catch(() => '');
      await consoleApp.ask('crash');
      await expect.poll(readEvents).toContain('did-finish-load');
      await consoleApp.ask('quit');
      await expect.poll(readEvents).toMatch(/^quit$/m);
      const events = await readEvents();
      // If Electron's events differ, the double is wrong.
      await testInfo.attach(`events in ${where}`, { body: events });
      expect(events.trim().split('\n')).toEqual([
        'render-process-gone',
        'did-finish-load',
        // The console stops the first one, and quits once its decisions are sent.
        'before-quit',
        'before-quit',
        'close',
        'closed',
        'will-quit',
        'quit',
      ]);
    });
  });
