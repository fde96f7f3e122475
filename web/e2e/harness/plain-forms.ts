import type { Knex } from 'knex';
import { expect, type Page } from './fixtures.ts';
import { paid, unclaimed } from './practices.ts';
import type { TestServer } from './test-server.ts';

export const unique = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}@example.com`;

/** A slow phone connection. */
export async function throttle(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  // Scripts in the cache would hydrate the next page before anything is typed.
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}

/** Collects the URL of each request, navigation, and entry of the history, and the server's log of requests. */
export async function watchUrls(page: Page, server: TestServer): Promise<() => Promise<string[]>> {
  const urls: string[] = [];
  const firstLine = server.log.length;
  page.on('request', (request) => void urls.push(request.url()));
  page.on('framenavigated', (frame) => void urls.push(frame.url()));
  const client = await page.context().newCDPSession(page);
  return async () => {
    const { entries } = await client.send('Page.getNavigationHistory');
    expect(entries.length).toBeGreaterThan(1);
    const requests = server.log.slice(firstLine).filter((line) => line.includes('"req":{'));
    expect(requests.length).toBeGreaterThan(1);
    return [...urls, ...entries.flatMap(({ url, userTypedURL }) => [url, userTypedURL]), ...requests];
  };
}

/** Asserts that nothing that was typed is in a URL or in the log of requests, in any encoding of forms. */
export async function expectNoTraces(urls: () => Promise<string[]>, typed: readonly string[]): Promise<void> {
  const places = await urls();
  for (const text of typed) {
    const forms = new Set([text, encodeURIComponent(text), new URLSearchParams({ text }).toString().slice(5)]);
    expect(places.filter((place) => [...forms].some((form) => place.includes(form)))).toEqual([]);
  }
}

/** Opens a page and returns as soon as its markup is there, before its scripts. */
export const openAtOnce = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' });
export const isHydrated = (page: Page) => page.locator('html[data-ready]').count();

/** A listing whose owner takes requests for appointments. */
export async function takingRequests(db: Knex): Promise<{ id: number; ownerEmail: string }> {
  const { id } = await unclaimed(db);
  const ownerEmail = unique();
  const owner = { email: ownerEmail, name: 'Owner', role: 'user', emailVerifiedAt: new Date(), ...paid };
  const [{ id: userId }] = (await db('users').insert(owner).returning('id')) as [{ id: number }];
  await db('dentists').where({ id }).update({ userId });
  await db('appointmentSettings').insert({ dentistId: id, ownerId: userId, isOn: true, updatedAt: new Date() });
  return { id, ownerEmail };
}

/** The path of the link in an email. */
export function linkIn(mail: string, path: string): string {
  const link = new RegExp(`https?://[^\\s"<>]+${path}\\?[^\\s"<>]+`).exec(mail)![0];
  const { pathname, search } = new URL(link.replaceAll('&amp;', '&'));
  return pathname + search;
}
