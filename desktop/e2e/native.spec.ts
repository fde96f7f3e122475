import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PALETTE_SHORTCUT } from '../bridge/shapes.ts';
import { TITLE_BAR_HEIGHT } from '../main/shell/title-bar.ts';
import { expect, test } from './harness/fixtures.ts';
import { overrideState } from './harness/look.ts';

interface Item {
  label?: string;
  role?: string;
  accelerator?: string;
  clicks?: boolean;
  submenu?: Item[];
}
interface Menus {
  menu: Item[];
  tray: { tip: string; menu: Item[] };
  popped: Item[];
}
interface Seen {
  badge: number;
  notes: { title: string; body: string }[];
  revealed: string[];
}

test(
  'the menus open their pages, and the log has no secrets',
  { tag: '@chromium' },
  async ({ page, consoleApp, begin, expectedErrors }) => {
    expectedErrors.push(/415/);
    const who = await begin();
    const { menu } = await consoleApp.ask<Menus>('menu');
    const view = menu.find(({ label }) => label === '&View')!.submenu!;
    expect(view.filter(({ clicks }) => clicks).map(({ label, accelerator }) => `${label} ${accelerator}`)).toEqual([
      'Back Alt+Left',
      'Forward Alt+Right',
      'Go to… CmdOrCtrl+K',
      'Claims CmdOrCtrl+1',
      'Listings CmdOrCtrl+2',
      'Reports CmdOrCtrl+3',
      'Reload CmdOrCtrl+R',
    ]);
    expect(view.map(({ role }) => role).filter(Boolean)).toEqual([
      'resetZoom',
      'zoomIn',
      'zoomIn',
      'zoomOut',
      'togglefullscreen',
    ]);
    for (const [label, heading] of [
      ['Listings', 'Listings'],
      ['Reports', 'Reports'],
      ['Claims', 'Claim Requests'],
    ] as const) {
      expect(await consoleApp.ask('click', { path: ['&View', label] })).toBe(true);
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    }
    await expect(page).toHaveURL(/tab=claims/);
    await consoleApp.ask('click', { path: ['&View', 'Go to…'] });
    await expect(page.getByRole('combobox', { name: /^Search everything/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Claim Requests', level: 1 }).click();
    await page.keyboard.press('ControlOrMeta+a');
    const selected = await page.evaluate(() => getSelection()!.toString());
    expect(selected).toContain('Claim Requests');
    // The frame around the page can't be selected.
    for (const chrome of ['Search Enamel', 'Reports', 'Synced']) {
      await expect(page.getByText(chrome).first()).toBeVisible();
      expect(selected).not.toContain(chrome);
    }
    await consoleApp.ask('click', { path: ['&File', 'New Window'] });
    await expect.poll(() => consoleApp.ask('windows')).toBe(2);
    await consoleApp.ask('window', { event: 'close' });
    expect(await consoleApp.ask('windows')).toBe(1);
    await consoleApp.invoke('settings', [{ hasPaletteShortcut: true }]);
    await consoleApp.ask('keys', { value: PALETTE_SHORTCUT });
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');

    await page.evaluate(() => fetch('/api/auth/login', { method: 'POST', body: '{' }));
    await consoleApp.ask('click', { path: ['help', 'Show Logs'] });
    const { revealed } = await consoleApp.ask<Seen>('seen');
    expect(revealed).toEqual([join(consoleApp.folder, 'logs', 'console.log')]);
    const log = await readFile(revealed[0]!, 'utf8');
    expect(log).toContain('the console started');
    for (const secret of [who.email, who.password]) expect(log).not.toContain(secret);
  },
);

test(
  'a link opens its claim, or says that there is none',
  { tag: '@path' },
  async ({ page, consoleApp, begin, claims, db }) => {
    const [, second, third] = (await claims(3, 'last')) as [number, number, number];
    await db('claimRequests')
      .where({ id: third })
      .update({ status: 'rejected', reviewedAt: new Date(), reviewNotes: 'No.' });
    await begin({ synced: true });
    // A second start passes its arguments to the running console.
    await consoleApp.ask('app', { event: 'second-instance', args: [['enamel', `enamel://claim/${second}`]] });
    await expect(page.getByRole('region', { name: /^Claim for Dr\. \w+ 1$/ })).toBeVisible();
    await consoleApp.ask('app', { event: 'open-url', args: [`enamel://claim/${third}`] });
    await expect(page.getByRole('region', { name: /^Claim for Dr\. \w+ 2$/ })).toBeVisible();
    await expect(page.getByRole('radio', { name: /^Rejected/ })).toBeChecked();
    await consoleApp.ask('app', { event: 'open-url', args: ['enamel://claim/999999999'] });
    await expect(page.getByText('We couldn’t find claim 999999999').first()).toBeVisible();
    await db('claimRequests').where({ id: second }).delete();
  },
);

test(
  'shows pending claims on the badge, jobs in the tray, and a notification after an import',
  { tag: '@chromium' },
  async ({ page, consoleApp, gate, begin, claims }) => {
    test.setTimeout(120_000);
    await claims(1, 'last');
    await begin({ synced: true });
    await expect.poll(async () => (await consoleApp.ask<Seen>('seen')).badge).toBeGreaterThan(0);
    expect((await consoleApp.ask<Menus>('menu')).tray).toMatchObject({
      tip: 'Enamel',
      menu: [{ label: 'Open Enamel' }, {}, { label: 'Nothing is running' }, {}, { label: 'Quit Enamel' }],
    });

    // The page starts and commits an import; the main process watches it.
    const run = await page.evaluate(async () => {
      const form = new FormData();
      form.set('dryRun', 'true');
      form.set('csvFile', new File(['name,city,state\nDr. Native Habit,Boston,MA\n'], 'native.csv'), 'native.csv');
      const started = (await (await fetch('/api/admin/imports', { method: 'POST', body: form })).json()) as {
        id: number;
      };
      for (;;) {
        const { status } = (await (await fetch(`/api/admin/imports/${started.id}`)).json()) as { status: string };
        if (status === 'ready') return started.id;
        if (status !== 'running') throw new Error(status);
        await new Promise((done) => setTimeout(done, 200));
      }
    });
    // Polls fail for now, so the import stays “running.”
    gate.refuses = /^\/api\/admin\/imports\/\d+$/;
    await page.evaluate(
      (id) =>
        fetch(`/api/admin/imports/${id}/commit`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        }),
      run,
    );
    await page.goto('about:blank');
    const running = async () => (await consoleApp.ask<Menus>('menu')).tray;
    await expect.poll(async () => (await running()).tip).toBe('Enamel: 1 running');
    // Closing the window during a job only hides it.
    expect(await consoleApp.ask('window', { event: 'close' })).toEqual({ shown: false, stopped: true });
    await consoleApp.ask('tray');
    expect(await consoleApp.ask('window')).toMatchObject({ shown: true });
    gate.refuses = null;
    await expect
      .poll(async () => (await consoleApp.ask<Seen>('seen')).notes.map(({ title, body }) => `${title}: ${body}`), {
        timeout: 30_000,
      })
      .toContain('Import finished: native.csv: 1 new, 0 changed, 0 refused.');
    // Nothing but the console holds the notification, and its click still arrives.
    expect(await consoleApp.ask('notification', { index: -1 })).toBe(true);
    await expect.poll(async () => (await running()).tip).toBe('Enamel');
    // Without jobs, closing works, and the window's bounds are saved.
    expect(await consoleApp.ask('window', { event: 'close' })).toMatchObject({ stopped: false });
    await expect
      .poll(() => readFile(join(consoleApp.folder, 'window.json'), 'utf8').catch(() => ''))
      .toContain('"width":1280');
    expect((await stat(join(consoleApp.folder, 'window.json'))).mode & 0o077).toBe(0);
  },
);

test(
  'the page opens no file that it made itself, and its theme colors the system’s windows',
  { tag: '@chromium' },
  async ({ page, consoleApp, begin }) => {
    await begin();
    // The page made this file itself, so it has no path.
    const own = await page.evaluate(() => window.enamel.drop([new File(['a'], 'list.csv')]));
    expect(own).toEqual({ ok: true, value: [] });

    const theme = () => consoleApp.ask<{ source: string; dark: boolean }>('theme');
    expect(await theme()).toEqual({ source: 'system', dark: false });
    await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
    await expect.poll(theme).toEqual({ source: 'dark', dark: true });
    await expect.poll(() => readFile(join(consoleApp.folder, 'theme'), 'utf8').catch(() => '')).toBe('dark');
    await page.goto('about:blank');
    await consoleApp.kill();
    await consoleApp.start();
    expect(await theme()).toEqual({ source: 'dark', dark: true });
  },
);

test(
  'the title bar opens the search, moves the window elsewhere, and leaves the system room for its buttons',
  { tag: '@chromium' },
  async ({ page, consoleApp, begin, accessible }) => {
    await begin();
    const bar = page.getByRole('region', { name: 'Title bar' });
    const field = bar.getByRole('button', { name: /^Search Enamel/ });
    await field.click();
    await expect(page.getByRole('combobox', { name: /^Search everything/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(field).toBeFocused();
    await expect(page.getByRole('button', { name: /^Search/ })).toHaveCount(1);

    for (const [system, start, end] of [
      ['mac', 80, 0],
      ['linux', 0, 0],
      ['windows', 0, 138],
    ] as const) {
      await overrideState(page, { system });
      await expect(bar).toHaveAttribute('data-system', system);
      for (const width of [720, 1024, 1440]) {
        await page.setViewportSize({ width, height: 700 });
        const boxes = await bar.locator('> *').evaluateAll((parts) => parts.map((one) => one.getBoundingClientRect()));
        for (const { left, right, top, bottom } of boxes)
          expect([left >= start, right <= width - end, top >= 0, bottom < TITLE_BAR_HEIGHT]).not.toContain(false);
        const { x, width: own } = (await field.boundingBox())!;
        if (width >= 1024) expect(x + own / 2).toBeCloseTo(width / 2, 0);
      }
    }
    const menu = bar.getByRole('button', { name: 'Application menu' });
    const regions = [bar, field, menu].map((part) =>
      part.evaluate((element) => getComputedStyle(element).getPropertyValue('app-region')),
    );
    expect(await Promise.all(regions)).toEqual(['drag', 'no-drag', 'no-drag']);
    expect((await bar.boundingBox())!.height).toBe(TITLE_BAR_HEIGHT);
    await accessible('the title bar');
    await menu.click();
    await expect.poll(async () => (await consoleApp.ask<Menus>('menu')).popped[0]?.label).toBe('&File');
  },
);
