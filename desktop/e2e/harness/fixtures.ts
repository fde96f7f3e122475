import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { expect, test as base } from '../../../web/e2e/harness/fixtures.ts';
import { findChromium } from '../../../web/e2e/harness/chromium.ts';
import { ConsoleApp } from './console.ts';
import { ElectronConsole } from './electron-console.ts';
import { findElectron } from './find-electron.ts';
import { Gate } from './gate.ts';
import { lookAt } from './look.ts';
import type { TestedConsole } from './tested-console.ts';

interface Staff {
  userId: number;
  email: string;
  password: string;
  hasTwoFactor: boolean;
  /** The authenticator code `steps` half minutes from now. */
  code(steps?: number): string;
}
interface ConsoleFixtures {
  /** The console runs in Chromium with a double of Electron, or in Electron. */
  where: 'Chromium' | 'Electron';
  gate: Gate;
  /** The console's process, before its page is there. */
  consoleProcess: ConsoleApp | ElectronConsole;
  consoleApp: TestedConsole;
  /** A folder for the files of a test. */
  folder: string;
  /** Creates an admin, optionally with two-factor authentication. */
  staff(options?: { twoFactor?: boolean }): Promise<Staff>;
  /** Creates claims by different people on unowned listings, at the start or the end of the queue. */
  claims(count: number, place?: 'first' | 'last'): Promise<number[]>;
  /** Chooses the server and logs in through the UI, with a code if the login needs one. */
  enter(who: Staff, heading?: string): Promise<void>;
  /** Fetches a path as this person directly from the server, without the console. */
  fromServer(who: Staff, path: string): Promise<Response>;
  /** Opens the console and logs in as a new admin. With `synced`, waits for the first sync. */
  begin(options?: { paths?: Record<string, string>; synced?: boolean }): Promise<Staff>;
  /** Asserts that a state is accessible in both themes, and fits every window, once it shows `part`, which pictures begin with. */
  look(name: string, part?: Locator): Promise<void>;
}

const wholeBrowser = findChromium();
/** Options for tests that show a PDF document, because the headless shell has no PDF viewer. */
export const useWholeBrowser = {
  launchOptions: wholeBrowser ? { executablePath: wholeBrowser } : { channel: 'chromium' },
};

/** `CONSOLE_IN=Electron` runs the suite in Electron, except tests that need the double, which are tagged `@chromium`. */
const whereByDefault = process.env.CONSOLE_IN === 'Electron' ? 'Electron' : 'Chromium';

export const test = base.extend<ConsoleFixtures>({
  where: [whereByDefault, { option: true }],
  gate: async ({ baseURL }, use) => {
    const gate = new Gate(baseURL!);
    await gate.open();
    await use(gate);
    await gate.stop();
  },
  consoleProcess: async ({ where }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'enamel-console-'));
    const consoleProcess = where === 'Electron' ? new ElectronConsole(folder, findElectron()) : new ConsoleApp(folder);
    await consoleProcess.start();
    await use(consoleProcess);
    await consoleProcess.kill();
    await rm(folder, { recursive: true, force: true });
  },
  page: async ({ page, consoleProcess }, use) =>
    use(consoleProcess instanceof ElectronConsole ? consoleProcess.page : page),
  consoleApp: async ({ page, consoleProcess }, use) => {
    await use(consoleProcess);
    // A navigation of the app that is still in progress would interrupt this one.
    if (consoleProcess instanceof ConsoleApp) await expect(async () => void (await page.goto('about:blank'))).toPass();
    expect(consoleProcess.faults).toEqual([]);
  },
  // oxlint-disable-next-line no-empty-pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'enamel-files-'));
    await use(folder);
    // A list that the server refused may be on its way to the folder "failed".
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  staff: async ({ db, baseURL }, use) => {
    await use(async ({ twoFactor = false } = {}) => {
      const tag = randomBytes(5).toString('hex');
      const email = `${tag}@example.com`;
      const password = `a long password ${tag}`;
      const [row] = (await db('users')
        .insert({ email, name: `Staff ${tag}`, role: 'admin', password: await hashPassword(password) })
        .returning('id')) as [{ id: number }];
      let totp: TOTP | null = null;
      const code = (steps = 0) => totp!.generate({ timestamp: Date.now() + steps * 30_000 });
      if (twoFactor) {
        const post = async (path: string, body: object, token = '') => {
          const reply = await fetch(baseURL + path, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
            body: JSON.stringify(body),
          });
          const answer = (await reply.json()) as Record<string, string>;
          if (!reply.ok) throw new Error(`${path}: ${reply.status} ${answer.message}`);
          return answer;
        };
        const { token } = await post('/api/auth/login', { email, password });
        const { secret } = await post('/api/auth/two-factor/enrol', { password }, token);
        totp = new TOTP({ secret: Secret.fromBase32(secret!.replaceAll(' ', '')) });
        // The login needs a newer code than this one, which is too old if its half minute ends on the way.
        await expect(() => post('/api/auth/two-factor/confirm', { code: code(-1) }, token)).toPass();
        await post('/api/auth/logout', {}, token);
      }
      return { userId: row.id, email, password, hasTwoFactor: twoFactor, code };
    });
  },
  claims: async ({ db }, use) => {
    const made: number[] = [];
    await use(async (count, place = 'first') => {
      const from = place === 'first' ? Date.UTC(2020, 0, 1) : Date.now();
      const tag = randomBytes(4).toString('hex');
      const users = (await db('users')
        .insert(Array.from({ length: count }, (_, n) => ({ email: `${tag}-${n}@example.com`, name: `Claimant ${n}` })))
        .returning('id')) as { id: number }[];
      const listings = (await db('dentists')
        .insert(
          Array.from({ length: count }, (_, n) => ({ name: `Dr. ${tag}_Claimant ${n}`, city: 'Boston', state: 'MA' })),
        )
        .returning('id')) as { id: number }[];
      const rows = (await db('claimRequests')
        .insert(
          users.map(({ id }, n) => ({
            dentistId: listings[n]!.id,
            userId: id,
            requestorName: `Claimant ${n}`,
            requestorEmail: `${tag}-${n}@example.com`,
            requestorPhone: '617-555-0100',
            relationshipToPractice: 'owner',
            submittedAt: new Date(from + n * 1_000),
          })),
        )
        .returning('id')) as { id: number }[];
      const ids = rows.map(({ id }) => id);
      made.push(...ids);
      return ids;
    });
    // Withdraws the remaining claims, so that they are not in the queue of the next test.
    await db('claimRequests').whereIn('id', made).where('status', 'pending').update({ status: 'withdrawn' });
  },
  enter: async ({ page, gate }, use) => {
    await use(async (who, heading = 'Home') => {
      await page.getByLabel('Server').fill(gate.url);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Email').fill(who.email);
      await page.getByLabel('Password', { exact: true }).fill(who.password);
      await page.getByRole('button', { name: 'Login' }).click();
      if (who.hasTwoFactor) {
        await page.getByLabel('Code').fill(who.code());
        await page.getByRole('button', { name: 'Login' }).click();
      }
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    });
  },
  fromServer: async ({ baseURL }, use) => {
    await use(async ({ email, password }, path) => {
      const answer = await fetch(`${baseURL}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      const { token } = (await answer.json()) as { token: string };
      return fetch(baseURL + path, { headers: { authorization: `Bearer ${token}` } });
    });
  },
  begin: async ({ page, consoleApp, staff, enter }, use) => {
    await use(async ({ paths = {}, synced = false } = {}) => {
      const who = await staff();
      await consoleApp.show(page, paths);
      await enter(who);
      if (synced) await expect(page.getByText(/^Synced /)).toBeVisible();
      return who;
    });
  },
  look: async ({ page, accessible }, use) => {
    await use(async (name, part) => {
      if (part) await expect(part).toBeVisible();
      await lookAt(page, name, part);
      await accessible(name);
    });
  },
});
export { expect };
