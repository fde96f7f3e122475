import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { openKnex } from '#server/db/knex.ts';
import { hashToken } from '#server/http/authenticate.ts';

export interface Person {
  token: string;
  userId: number;
  email: string;
}
interface Fixtures {
  /** The database behind the server, for preparing and for looking. */
  db: Knex;
  /** Makes a user with a live session and signs this page in as that user. */
  signIn(who?: {
    name?: string;
    role?: 'user' | 'admin';
    subscriptionPlan?: string;
    subscriptionStatus?: string;
  }): Promise<Person>;
  /** No violation of WCAG A and AA rules on the page as it is, in light and in dark. */
  accessible(where?: string, on?: Page): Promise<void>;
  /** Messages on the console that this test expects; any other error fails it. */
  expectedErrors: RegExp[];
}
interface Shared {
  shared: Knex;
}

export const test = base.extend<Fixtures, Shared>({
  shared: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { databaseUrl } = JSON.parse(readFileSync(join(process.env.E2E_DATA_DIR!, 'e2e.json'), 'utf8')) as {
        databaseUrl: string;
      };
      const db = openKnex(databaseUrl, { max: 2 });
      await use(db);
      await db.destroy();
    },
    { scope: 'worker' },
  ],
  db: async ({ shared }, use) => use(shared),
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
    expect(errors.filter((error) => !expectedErrors.some((known) => known.test(error)))).toEqual([]);
  },
  signIn: async ({ page, db }, use) => {
    await use(async (who = {}) => {
      const tag = randomBytes(6).toString('hex');
      const email = `${tag}@example.com`;
      const user = {
        email,
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
        // A sandboxed frame has no origin, and no storage either.
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
        // In the dark only colours differ.
        const rules = new AxeBuilder({ page });
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

/** Waits until React has taken over, so that clicks are not lost on markup that does nothing yet. */
export const hydrated = (page: Page): Promise<void> => page.locator('html[data-ready]').waitFor({ state: 'attached' });

/** Goes there and waits until React has taken over. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Waits until every part of the page listens; a person's first movement makes it so. */
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
