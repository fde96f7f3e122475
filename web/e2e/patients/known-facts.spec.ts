import type { APIRequestContext } from '@playwright/test';
import { sendCsv } from '#server/test/files/bulk.ts';
import { formatFile, makeDentist } from '#server/bulk/registry/test/registry-file.ts';
import { expect, open, test } from '../harness/fixtures.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { hashToken } from '#server/base/http/callers/authenticate.ts';

const COUNT = 40;
const ADMIN = 'admin'.padEnd(43, '0');
const openFacts =
  'The practice hasn’t confirmed: new patients, insurance, membership plan, emergency services, wheelchair access, parking.';
const factTexts = ['Accepts new patients', 'Accepts insurance', 'Emergency services', 'Wheelchair accessible'];

async function importRegistry({ url, db }: TestServer): Promise<{ id: number; path: string }[]> {
  const [admin] = (await db('users')
    .insert({ email: 'admin@example.com', name: 'Admin', role: 'admin' })
    .returning('id')) as [{ id: number }];
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 3_600_000);
  await db('authSessions').insert({ userId: admin.id, tokenHash: hashToken(ADMIN), kind: 'web', createdAt: now, lastSeenAt: now, expiresAt }); // prettier-ignore
  const file = formatFile(Array.from({ length: COUNT }, (_, n) => makeDentist(1 + n)));
  expect((await sendCsv({ url }, ADMIN, file)).body).toMatchObject({ rowsNew: COUNT });
  const listings = (await db('dentists').orderBy('id').select('id', 'slug')) as { id: number; slug: string }[];
  return listings.map(({ id, slug }) => ({ id, path: `/texas/austin/dentist/${slug}` }));
}

const readPage = async (request: APIRequestContext, url: string) => {
  const response = await request.get(url);
  expect([url, response.status()]).toEqual([url, 200]);
  const html = await response.text();
  return {
    json: [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([^<]+)<\/script>/g)].map(([, json]) => json),
    articles: [...html.matchAll(/<article[\s\S]*?<\/article>/g)].map(([text]) => text),
    table: /<table[\s\S]*?<\/table>/.exec(html)?.[0] ?? '',
  };
};

test('pages of the registry’s dentists state nothing that its file does not', async ({ request }) => {
  const server = await startTestServer({ sampleData: false });
  try {
    const dentists = await importRegistry(server);
    expect(dentists).toHaveLength(COUNT);
    for (const { path } of dentists) {
      const { json, articles } = await readPage(request, server.url + path);
      const profile = articles[0]!;
      expect(profile).toContain(openFacts);
      // The newest update in the file is its date.
      expect(profile.replaceAll('<!-- -->', '')).toContain('From the NPI registry, March 4, 2024.');
      for (const text of [...factTexts, 'Confirmed by']) expect(profile).not.toContain(text);
      expect(json.join()).not.toMatch(/isAcceptingNewPatients|amenityFeature|aggregateRating/);
    }
    for (const path of ['/dentists/texas/austin', '/directory?location=Austin%2C+TX']) {
      const { articles } = await readPage(request, server.url + path);
      expect(articles.length).toBeGreaterThan(5);
      for (const card of articles) for (const text of factTexts) expect(card).not.toContain(text);
    }
    const filtered = await readPage(request, `${server.url}/directory?location=Austin%2C+TX&newPatients=true`);
    expect(filtered.articles.length).toBeGreaterThan(5);
    for (const card of filtered.articles) {
      const [whole, rest] = [card.replaceAll('<!-- -->', ''), card.replace(/>Missing: [\s\S]*?<\/p>/, '')];
      expect(whole).toContain('>Missing: Accepts new patients</p>');
      for (const text of factTexts) expect(rest).not.toContain(text);
    }
    const ids = dentists.slice(0, 3).map(({ id }) => id);
    const { table } = await readPage(request, `${server.url}/compare?ids=${ids.join(',')}`);
    expect(table.split('Not confirmed<').length - 1).toBe(18);
  } finally {
    await server.stop();
  }
});

test(
  'a profile and a comparison keep yes, no, and not known apart, and mark what is old',
  { tag: '@path' },
  async ({ page, db, accessible }) => {
    const at = new Date(Date.now() - 500 * 86_400_000);
    const stamp = { source: 'owner', at: at.toISOString() };
    const [listing] = (await db('dentists')
    .insert({ name: 'Dr. Three States', city: 'Austin', state: 'TX', zipCode: '78701', phone: '(512) 555-0101',
      acceptsNewPatients: true, emergencyServices: false, insurancePlans: 'Aetna', acceptsInsurance: true, mondayHours: '8:00 AM – 5:00 PM',
      confirmedAt: at, fieldSources: { '*': stamp } })
    .returning(['id', 'slug'])) as [{ id: number; slug: string }]; // prettier-ignore
    await open(page, `/texas/austin/dentist/${listing.slug}`);
    const features = page.getByRole('region', { name: 'Practice Features' });
    await expect(features.getByRole('listitem')).toHaveText([
      'Accepts new patients',
      'Accepts insurance',
      'No emergency services',
    ]);
    await expect(
      features.getByText(/The practice hasn’t confirmed: membership plan, wheelchair access, parking\.$/),
    ).toBeVisible();
    await expect(page.getByText(/^Confirmed by the practice on .* That was more than a year ago\./)).toBeVisible();
    await expect(page.getByText(/more than a year ago\. Call before you go\.$/)).toBeVisible();
    await accessible('a profile with old and unknown facts');
    await open(page, `/compare?ids=${listing.id}`);
    const cell = (name: string) => page.getByRole('row', { name }).getByRole('cell').first();
    await expect(cell('Accepts new patients')).toHaveText('Yes');
    await expect(cell('Emergency services')).toHaveText('No');
    await expect(cell('Parking available')).toHaveText('Not confirmed');
    await accessible('a comparison with unknown facts');
  },
);
