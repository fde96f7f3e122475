import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { hashToken } from '#server/base/http/callers/authenticate.ts';
import { startTestServer, type TestServer } from './test-server.ts';

export interface Person {
  token: string;
  userId: number;
  email: string;
}
interface Fixtures {
  /** The server's database, for arranging data and for assertions. */
  db: Knex;
  /** Waits for the newest email with this recipient and subject, and returns its source. */
  readEmail(recipient: string, subject: string): Promise<string>;
  /** Creates a user with a session and signs this page in. */
  signIn(who?: {
    name?: string;
    emailVerifiedAt?: Date | null;
    role?: 'user' | 'analyst' | 'reviewer' | 'editor' | 'admin';
    subscriptionPlan?: string;
    subscriptionStatus?: string;
  }): Promise<Person>;
  /** Asserts that the page breaks no WCAG A or AA rule, in the light and the dark theme. */
  accessible(where?: string, on?: Page): Promise<void>;
  /** Browser console errors that this test expects; any other error fails it. */
  expectedErrors: RegExp[];
}
interface WorkerFixtures {
  /** Each worker has its own server and database, so tests in different workers never see each other's data. */
  server: TestServer;
  /** For tests that delete the sample data: their workers run no other tests. */
  emptiesDirectory: boolean;
  /** For tests that guess passwords: their servers keep asking new networks for a proof for a while. */
  guessesPasswords: boolean;
  /** For tests that read the server's log. */
  logLevel: string | undefined;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  emptiesDirectory: [false, { option: true, scope: 'worker' }],
  guessesPasswords: [false, { option: true, scope: 'worker' }],
  logLevel: [undefined, { option: true, scope: 'worker' }],
  server: [
    async ({ logLevel }, use) => {
      const server = await startTestServer({ logLevel });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  db: async ({ server }, use) => use(server.db),
  readEmail: async ({ server }, use) => {
    const outbox = join(server.dataDir, 'outbox');
    await use(async (recipient, subject) => {
      let email: string | undefined;
      await expect
        .poll(
          async () => {
            const files = (await readdir(outbox).catch(() => [])).toSorted().toReversed();
            // A dot marks an email that is still being written.
            for (const file of files.filter((name) => !name.startsWith('.'))) {
              const source = (await readFile(join(outbox, file), 'utf8'))
                .replaceAll('=\r\n', '')
                .replaceAll('=3D', '=');
              if (source.includes(`To: ${recipient}`) && source.includes(`Subject: ${subject}`)) email ??= source;
            }
            return email !== undefined;
          },
          { timeout: 20_000 },
        )
        .toBe(true);
      return email!;
    });
  },
  // oxlint-disable-next-line no-empty-pattern
  expectedErrors: async ({}, use) => use([]),
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    page.on(
      'console',
      (message) => message.type() === 'error' && errors.push(`${message.text()} (${message.location().url})`),
    );
    page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
    await use(page);
    expect(errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)))).toEqual([]);
  },
  signIn: async ({ page, db }, use) => {
    await use(async (who = {}) => {
      const tag = randomBytes(6).toString('hex');
      const email = `${tag}@example.com`;
      const user = {
        email,
        emailVerifiedAt: new Date(),
        name: 'Robin Example',
        role: 'user',
        subscriptionPlan: 'free',
        subscriptionStatus: 'inactive',
        ...who,
      };
      const [row] = (await db('users').insert(user).returning('id')) as [{ id: number }];
      const token = randomBytes(32).toString('base64url');
      const now = new Date();
      await db('authSessions').insert({
        userId: row.id,
        tokenHash: hashToken(token),
        kind: 'web',
        createdAt: now,
        lastSeenAt: now,
        expiresAt: new Date(now.getTime() + 3_600_000),
      });
      await page.addInitScript((value) => {
        // A sandboxed frame has no origin and no storage.
        if (
          location.protocol.startsWith('http') &&
          self.origin !== 'null' &&
          !sessionStorage.getItem('e2e-signed-in')
        ) {
          sessionStorage.setItem('e2e-signed-in', '1');
          localStorage.setItem('auth_token', value);
        }
      }, token);
      return { token, userId: row.id, email };
    });
  },
  accessible: async ({ page: own }, use) => {
    await use(async (where, page = own) => {
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await waitForColors(page);
        // Only colors differ between the themes.
        const rules = new AxeBuilder({ page });
        // Without frames, the results need no second page to be put together in. That page is half of the time.
        // Electron can't open one.
        rules.setLegacyMode(page.frames().length === 1 || process.env.CONSOLE_IN === 'Electron');
        const { violations } = await (
          scheme === 'light'
            ? rules.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
            : rules.withRules(['color-contrast', 'link-in-text-block'])
        ).analyze();
        expect(
          violations.map(
            ({ id, nodes }) =>
              `${where ?? page.url()} ${scheme} ${id}: ${nodes.map((node) => `${node.html} ${node.any[0]?.message ?? ''}`).join(' | ')}`,
          ),
        ).toEqual([]);
      }
      await page.emulateMedia({ colorScheme: null, reducedMotion: null });
    });
  },
});
export { expect };
export type { Page };

/** Waits until colors have changed, for example to another theme. */
const waitForColors = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
  );
};

/** Waits for hydration, because clicks on markup without handlers are lost. */
export const hydrated = (page: Page): Promise<void> => page.locator('html[data-ready]').waitFor({ state: 'attached' });

/** Opens a path and waits for hydration. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Waits for hydration of the deferred parts too; the first movement of the mouse starts it. */
export async function awake(page: Page): Promise<void> {
  await hydrated(page);
  await page.mouse.move(4, 4);
  await page.mouse.move(8, 8);
  await expect(page.locator('[data-later]')).toHaveCount(0);
}

export async function openAwake(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await awake(page);
}
