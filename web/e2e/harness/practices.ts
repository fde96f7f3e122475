import type { Knex } from 'knex';
import sharp from 'sharp';
import { open as goTo, type Page } from './fixtures.ts';

export const paid = { subscriptionPlan: 'professional', subscriptionStatus: 'active' };
export const picture = (color: string) =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: color } })
    .png()
    .toBuffer();

/** Creates a listing without an owner. */
export async function unclaimed(db: Knex): Promise<{ id: number; name: string }> {
  const [row] = await db('dentists')
    .insert({
      name: `Dr. Vera Open ${Date.now() % 100_000}`,
      specialty: 'Cosmetic Dentistry',
      phone: '(512) 555-0142',
      address: '12 Elm St',
      city: 'Austin',
      state: 'TX',
      zipCode: '78701',
    })
    .returning(['id', 'name']);
  return row as { id: number; name: string };
}
export const open = async (page: Page, path: string) => {
  await goTo(page, path);
  // A movement hydrates a profile's deferred parts, and the pointer may be at one of these points already.
  await page.mouse.move(4, 4);
  await page.mouse.move(9, 9);
};

/** Saves screenshots in both themes when $SHOTS names a folder. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (!folder) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: null });
}
