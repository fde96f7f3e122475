import { randomUUID } from 'node:crypto';
import { testApp, type TestApp } from '../app.ts';

export const NOW = '2026-01-20T17:00:00Z';
export const TODAY = '2026-01-20';

/** Creates eight listings, an owner of two of them, and 600 visits over 70 days. */
export async function visitedApp() {
  const app = await testApp({ now: NOW });
  const { db } = app.deps;
  const { token } = await app.signIn({ role: 'admin' });
  const owner = await app.signIn({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });
  await db('users').update({ createdAt: '2026-01-05T03:00:00Z' });
  const listings = (
    (await db('dentists')
      .insert(
        Array.from({ length: 8 }, (_, n) => ({
          name: `Dr. Number ${n}`,
          state: n % 2 ? 'OR' : 'CA',
          userId: n < 2 ? owner.userId : null,
          isVerified: n < 2,
          confirmedAt: n === 0 ? '2025-12-01T00:00:00Z' : n < 4 ? '2024-06-01T00:00:00Z' : null,
        })),
      )
      .returning('id')) as { id: number }[]
  ).map(({ id }) => id);
  await visit(app, listings);
  return { app, token, owner, listings };
}

async function visit({ deps: { db } }: TestApp, listings: number[]): Promise<void> {
  // A fixed seed makes every run draw the same numbers.
  let state = 7;
  const below = (n: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
  const pick = <T>(of: readonly T[]): T => of[below(of.length)]!;
  const sessions: object[] = [];
  const events: object[] = [];
  const views: object[] = [];
  const searches: object[] = [];
  const conversions: object[] = [];
  for (let n = 0; n < 600; n++) {
    // Includes both sides of midnight in New York and times before the period.
    const at = new Date(Date.parse(NOW) - below(70 * 24 * 60) * 60_000);
    const sessionId = randomUUID();
    const later = (minutes: number) => new Date(Math.min(at.getTime() + minutes * 60_000, Date.parse(NOW)));
    sessions.push({
      sessionId,
      startTime: at,
      duration: below(600),
      deviceType: pick(['desktop', 'mobile', 'tablet']),
      browserName: 'Chrome',
      referrer: pick([null, 'https://search.example', 'https://news.example']),
    });
    views.push({
      sessionId,
      pagePath: pick(['/', '/directory', '/articles/floss', '/articles/preview/3']),
      timestamp: at,
    });
    const event = (eventType: string, minutes: number, extra: object = {}) =>
      events.push({ sessionId, eventType, timestamp: later(minutes), ...extra });
    if (below(10) < 7) {
      const searchQuery = pick(['Portland', 'portland ', 'Austin, TX', '97201', 'zoom whitening']);
      searches.push({ sessionId, searchQuery, resultsCount: below(4), timestamp: later(1) });
      event('search', 1, { searchQuery });
      if (below(10) < 6) {
        const dentistId = pick(listings);
        event('click', 2, { dentistId });
        conversions.push({ sessionId, eventType: 'dentist_click', value: 1, dentistId, timestamp: later(2) });
        for (let i = below(3); i >= 0; i--) event('profile_view', 2 + i, { dentistId });
        if (below(10) < 5)
          event('contact', 5, { dentistId, metadata: { contactType: pick(['phone', 'directions', 'website']) } });
      }
    } else if (below(2)) event('profile_view', 1, { dentistId: pick(listings) });
  }
  await db.batchInsert('user_sessions', sessions);
  await db.batchInsert('user_events', events);
  await db.batchInsert('page_views', views);
  await db.batchInsert('search_analytics', searches);
  await db.batchInsert('conversion_events', conversions);
}
