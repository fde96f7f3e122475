import type { APIRequestContext } from '@playwright/test';
import type { Knex } from 'knex';
import sharp from 'sharp';
import { sitePages } from '#shared/site-pages.ts';
import { expect, test as base } from '../harness/fixtures.ts';
import { paid } from '../harness/practices.ts';
import { SchemaOrg } from '../harness/schema-org.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';

/** A directory without sample data, as search engines see one. */
const test = base.extend<object, { directory: TestServer & { full: string; registry: string } }>({
  directory: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startTestServer({ sampleData: false });
      const paths = await fillDirectory(server.db);
      await use({ ...server, ...paths });
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const hours = '8:00 AM – 5:00 PM';

async function fillDirectory(db: Knex): Promise<{ full: string; registry: string }> {
  const [owner] = (await db('users')
    .insert({ email: 'owner@practice.example', name: 'Olive Owner', ...paid, subscriptionPlan: 'pro_max' })
    .returning('id')) as [{ id: number }];
  const [full] = (await db('dentists')
    .insert({
      name: 'Ana Silva',
      title: 'DDS',
      specialty: 'Cosmetic Dentistry',
      userId: owner.id,
      phone: '(512) 555-0142',
      address: '12 Elm St',
      city: 'Austin',
      state: 'TX',
      zipCode: '78701',
      bio: 'Twenty years of </script> careful work.',
      rating: 4.8,
      reviewCount: 212,
      ratingSource: 'Google',
      languages: 'English, Spanish',
      insurancePlans: 'Aetna; Delta Dental',
      acceptsInsurance: true,
      whiteningPriceFrom: 199,
      whiteningPriceTo: 399,
      whiteningPriceOn: '2026-03-01',
      mondayHours: hours,
      saturdayHours: '9:00 AM – 1:00 PM',
      holidayHours: '2027-11-25: Closed; 2027-12-24: 8:00 AM – 12:00 PM',
      facebookUrl: 'https://facebook.com/anasilva',
      practiceImage: `/media/${'ab'.repeat(20)}`,
      lat: 30.27,
      lng: -97.74,
    })
    .returning(['id', 'slug'])) as [{ id: number; slug: string }];
  const [service] = (await db('services').where({ name: 'Teeth Whitening' }).select('id')) as [{ id: number }];
  await db('dentistServices').insert({ dentistId: full.id, serviceId: service.id });
  const [registry] = (await db('dentists')
    .insert({ name: 'Ben Ortiz', city: 'Austin', state: 'TX', npi: '1234567893', license: '12345', licenseState: 'TX' })
    .returning('slug')) as [{ slug: string }];
  // Two dentists of one name, a listing without a city, and more than two pages of a city.
  await db('dentists').insert([
    { name: 'Kim Lee', address: '1 Oak St', city: 'Austin', state: 'TX' },
    { name: 'Kim Lee', address: '9 Pine St', city: 'Austin', state: 'TX' },
    { name: 'Nowhere Dental' },
    { name: 'Ida Boise', city: 'Boise', state: 'ID' },
    ...Array.from({ length: 21 }, (_, n) => ({
      name: `Dentist Number${'abcdefghijklmnopqrstu'[n]}`,
      city: 'Austin',
      state: 'TX',
    })),
  ]);
  const article = {
    content: 'Text.',
    excerpt: 'Short.',
    category: 'Cosmetic',
    readTime: 3,
    metaTitle: null,
    tags: '{gel,trays}',
  };
  const now = new Date();
  await db('articlePeople').insert({
    name: 'Dana Whitfield',
    credentials: 'DDS',
    introduction: 'Dana treats adults.',
    link: 'https://dana.example',
  });
  await db('articles').delete();
  await db('articles').insert([
    { ...article, title: 'Whitening at home', slug: 'whitening-at-home', topicId: 'teeth-whitening', author: 'Enamel Editorial Team',
      reviewer: 'Dana Whitfield, DDS', sources: '{"ADA https://www.ada.org"}', isPublished: true, publishedAt: now, createdAt: now, updatedAt: now },
    { ...article, title: 'How gels work', slug: 'how-gels-work', topicId: 'teeth-whitening', author: 'Maria Lopez', isPublished: true,
      publishedAt: now, createdAt: now, updatedAt: now },
    { ...article, title: 'Later', slug: 'later', topicId: 'oral-health', author: 'Maria Lopez', isPublished: false,
      scheduledPublishAt: new Date(now.getTime() + 86_400_000), createdAt: now, updatedAt: now },
  ]); // prettier-ignore
  return { full: `/texas/austin/dentist/${full.slug}`, registry: `/texas/austin/dentist/${registry.slug}` };
}

interface Document {
  path: string;
  status: number;
  title: string;
  isIndexable: boolean;
  picture: string;
  links: string[];
  data: Record<string, unknown>[];
}

const decode = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"');

async function read(request: APIRequestContext, base: string, path: string): Promise<Document> {
  const response = await request.get(base + path, { maxRedirects: 0 });
  const html = response.headers()['content-type']?.includes('html') ? await response.text() : '';
  const of = (pattern: RegExp) => decode(pattern.exec(html)?.[1] ?? '');
  const canonical = of(/<link rel="canonical" href="([^"]+)"/);
  return {
    path,
    status: response.status(),
    title: of(/<title>([^<]+)<\/title>/),
    isIndexable: response.status() === 200 && !html.includes('content="noindex"') && canonical === base + path,
    picture: of(/<meta property="og:image" content="([^"]+)"/),
    links: [...html.matchAll(/<a [^>]*?href="(\/[^"#]*)/g)].map(([, href]) => decode(href!)),
    data: [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([^<]+)<\/script>/g)].flatMap(
      ([, json]) => [JSON.parse(json!)].flat() as Record<string, unknown>[],
    ),
  };
}

async function readSitemap(request: APIRequestContext, base: string): Promise<string[]> {
  const locations = async (url: string) =>
    [...(await (await request.get(url)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => decode(url!));
  const files = await locations(`${base}/sitemap.xml`);
  return (await Promise.all(files.map(locations))).flat().map((url) => url.slice(base.length) || '/');
}

test('the sitemap has every page that may be indexed once, and each has its own title', async ({
  directory,
  request,
}) => {
  const base = directory.url;
  const seen = new Map<string, Document>();
  const waiting = ['/'];
  // Searches and pages for accounts are never indexed.
  const isWalked = (path: string) =>
    !/^\/(?:directory\?|topics\?|compare|shortlist|request-appointment|claim|assets|api)/.test(path);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    const document = await read(request, base, path);
    seen.set(path, document);
    waiting.push(...document.links.filter(isWalked));
  }
  const sitemap = await readSitemap(request, base);
  expect(sitemap.length).toBe(new Set(sitemap).size);
  // A listing without a place is linked by searches alone.
  const unlinked = sitemap.filter((path) => !seen.has(path));
  expect(unlinked).toHaveLength(1);
  for (const path of unlinked) seen.set(path, await read(request, base, path));
  const indexable = [...seen.values()].filter((document) => document.isIndexable);
  expect(sitemap.toSorted()).toEqual(indexable.map(({ path }) => path).toSorted());
  expect(sitemap).toEqual(
    expect.arrayContaining(['/topics/teeth-whitening', '/articles/how-gels-work', '/dentists/texas/austin?page=3']),
  );
  expect(sitemap).not.toContain('/articles/later');
  const titles = indexable.map(({ title }) => title);
  expect(titles.toSorted()).toEqual([...new Set(titles)].toSorted());
  expect(titles).not.toContain('Enamel');
  // All practices of a city are on pages that may be indexed.
  const austin = indexable
    .filter(({ path }) => /^\/dentists\/texas\/austin(?:\?|$)/.test(path))
    .flatMap(({ links }) => links);
  const listings = (await directory.db('dentists').where({ city: 'Austin' }).pluck('slug')) as string[];
  expect(listings.filter((slug) => !austin.includes(`/texas/austin/dentist/${slug}`))).toEqual([]);
});

const schema = new SchemaOrg();

test('the checker of structured data finds errors', () => {
  expect(schema.classCount).toBeGreaterThan(800);
  expect(schema.isA('Dentist', 'LocalBusiness')).toBe(true);
  expect(
    schema.check({
      '@type': 'Dentist',
      name: 'x',
      nme: 'x',
      reviewedBy: { '@type': 'Person' },
      address: { '@type': 'Offer' },
      identifier: [{ '@type': 'PropertyValue', propertyId: 'NPI' }],
      openingHoursSpecification: { '@type': 'OpeningHoursSpecification', dayOfWeek: 'Someday', opens: '8 AM' },
    }),
  ).toEqual([
    '/Dentist.nme is not a property of Dentist',
    '/Dentist.reviewedBy is not a property of Dentist',
    "/Dentist.address can't be a Offer",
    '/Dentist.identifier/PropertyValue.propertyId is not a property of PropertyValue',
    '/Dentist.openingHoursSpecification/OpeningHoursSpecification.dayOfWeek can\'t be "Someday"',
    '/Dentist.openingHoursSpecification/OpeningHoursSpecification.opens can\'t be "8 AM"',
  ]);
});

/** The properties that Google's documentation calls required, by type. */
const required: Readonly<Record<string, readonly string[]>> = {
  Dentist: ['name', 'address'],
  BreadcrumbList: ['itemListElement'],
  ItemList: ['itemListElement'],
  ListItem: ['position'],
  Article: ['headline', 'image', 'author', 'datePublished'],
  Product: ['name', 'offers'],
  Offer: ['priceSpecification'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  WebSite: ['name', 'url'],
  Organization: ['name'],
};

function findMissing(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(findMissing);
  if (node === null || typeof node !== 'object') return [];
  const values = node as Record<string, unknown>;
  const type = String(values['@type']);
  return [
    ...(required[type] ?? []).filter((name) => values[name] === undefined).map((name) => `${type} needs ${name}`),
    ...Object.values(values).flatMap(findMissing),
  ];
}

test(
  'the structured data of every kind of page fits schema.org and what Google requires',
  { tag: '@path' },
  async ({ directory, request }) => {
    const { url, full, registry } = directory;
    const kinds: Record<string, [path: string, types: string[]]> = {
      home: ['/', ['WebSite']],
      directory: ['/directory', ['ItemList']],
      state: ['/dentists/texas', ['BreadcrumbList']],
      city: ['/dentists/texas/austin', ['BreadcrumbList', 'ItemList']],
      'second page of a city': ['/dentists/texas/austin?page=2', ['BreadcrumbList', 'ItemList']],
      whitening: ['/teeth-whitening/texas/austin', ['BreadcrumbList', 'ItemList']],
      'full profile': [full, ['Dentist', 'BreadcrumbList']],
      'registry profile': [registry, ['Dentist', 'BreadcrumbList']],
      topics: ['/topics', ['ItemList']],
      topic: ['/topics/teeth-whitening', ['BreadcrumbList', 'ItemList']],
      article: ['/articles/whitening-at-home', ['Article', 'BreadcrumbList']],
      pricing: ['/pricing', ['Product', 'Product', 'FAQPage']],
      about: ['/about', ['AboutPage']],
      contact: ['/contact', ['ContactPage']],
    };
    const dataOf: Record<string, Record<string, unknown>[]> = {};
    for (const [kind, [path, types]] of Object.entries(kinds)) {
      const { data } = await read(request, url, path);
      expect([kind, data.map((node) => node['@type'])]).toEqual([kind, types]);
      for (const node of data)
        expect([kind, node['@context'], schema.check(node)]).toEqual([kind, 'https://schema.org', []]);
      expect([kind, findMissing(data)]).toEqual([kind, []]);
      // Google accepts ratings only of reviews that were written on the site itself.
      expect(JSON.stringify(data)).not.toContain('ating"');
      dataOf[kind] = data;
    }
    expect(dataOf['full profile']![0]).toMatchObject({
      name: 'Ana Silva',
      knowsLanguage: ['English', 'Spanish'],
      healthPlanNetworkId: ['Aetna', 'Delta Dental'],
      priceRange: 'Teeth whitening $199–$399',
      makesOffer: { priceSpecification: { minPrice: 199, maxPrice: 399, priceCurrency: 'USD' } },
      image: [`${url}/media/${'ab'.repeat(20)}`],
      openingHoursSpecification: [
        { opens: '08:00', closes: '17:00' },
        { opens: '09:00', closes: '13:00' },
      ],
      specialOpeningHoursSpecification: [
        { validFrom: '2027-11-25', opens: '00:00', closes: '00:00' },
        { validFrom: '2027-12-24', opens: '08:00', closes: '12:00' },
      ],
    });
    const fromRegistry = dataOf['registry profile']![0]!;
    expect(fromRegistry.identifier).toMatchObject([
      { propertyID: 'NPI', value: '1234567893' },
      { propertyID: 'Dental license (TX)', value: '12345' },
    ]);
    // The registry says nothing about these.
    for (const property of [
      'isAcceptingNewPatients',
      'amenityFeature',
      'knowsLanguage',
      'openingHoursSpecification',
      'image',
    ])
      expect(fromRegistry[property]).toBeUndefined();
    expect(dataOf.article![0]).toMatchObject({
      author: { '@type': 'Organization', name: 'Enamel Editorial Team' },
      mainEntityOfPage: {
        reviewedBy: {
          '@type': 'Person',
          name: 'Dana Whitfield',
          honorificSuffix: 'DDS',
          description: 'Dana treats adults.',
          url: 'https://dana.example',
        },
      },
      image: `${url}/social/articles/whitening-at-home.png`,
    });
    const { data } = await read(request, url, '/articles/how-gels-work');
    expect(data[0]).toMatchObject({ author: { '@type': 'Person', name: 'Maria Lopez' } });
  },
);

test('each page has a picture of its own for other sites', async ({ directory, request }) => {
  const { url, registry } = directory;
  const pictures = new Map<string, string>();
  const paths = [
    ...sitePages.map(({ path }) => path),
    registry,
    '/dentists/texas',
    '/dentists/texas/austin',
    '/teeth-whitening/texas/austin',
    '/topics/teeth-whitening',
    '/articles/how-gels-work',
  ];
  for (const path of paths) {
    const { picture } = await read(request, url, path);
    const response = await request.get(picture);
    expect([picture, response.status(), response.headers()['content-type']]).toEqual([picture, 200, 'image/png']);
    expect(response.headers()['cache-control']).toBe('public, max-age=86400');
    expect(response.headers()['cross-origin-resource-policy']).toBe('cross-origin');
    const body = await response.body();
    expect(body.length).toBeLessThan(100_000);
    expect(await sharp(body).metadata()).toMatchObject({ width: 1200, height: 630 });
    expect([picture, pictures.get(body.toString('base64'))]).toEqual([picture, undefined]);
    pictures.set(body.toString('base64'), picture);
  }
  for (const path of [
    '/social/no-such-page.png',
    '/social/articles/later.png',
    '/social/%ff.png',
    '/social/dentists/texas/atlantis.png',
    '/social/about',
  ])
    expect([path, (await request.get(url + path)).status()]).toEqual([path, 404]);
});

test('a city says what its listings state', async ({ directory, page, expectedErrors }) => {
  // The picture's file doesn't exist.
  expectedErrors.push(/\/media\//);
  await page.goto(`${directory.url}/dentists/texas/austin`);
  await expect(
    page.getByText('One lists hours on Saturday or Sunday. One names the insurance plans it takes.'),
  ).toBeVisible();
  // The price of a single practice is no figure for a city.
  await expect(page.getByText('Whitening costs')).toHaveCount(0);
  await page.getByRole('link', { name: 'Page 3' }).click();
  await expect(page).toHaveURL(/\/dentists\/texas\/austin\?page=3$/);
  await expect(page.getByRole('article')).toHaveCount(5);
  expect((await page.request.get(`${directory.url}/dentists/texas/austin?page=4`)).status()).toBe(404);

  const austin = directory.db('dentists').where({ city: 'Austin', state: 'TX' }).whereNull('whiteningPriceFrom');
  const ids = (await austin.orderBy('id').limit(4).pluck('id')) as number[];
  for (const [index, id] of ids.entries())
    await directory
      .db('dentists')
      .where({ id })
      .update({ whiteningPriceFrom: 250 + 50 * index, whiteningPriceOn: '2025-05-01' });
  await page.goto(`${directory.url}/dentists/texas/austin`);
  await expect(
    page.getByText('Whitening costs $199 to $400 here. Half of the practices start at $300 or less.'),
  ).toBeVisible();
  await expect(page.getByText('5 practices stated their prices, between May 2025 and March 2026.')).toBeVisible();
  await page.getByRole('link', { name: 'Sort by price' }).click();
  await expect(page).toHaveURL(/\/directory\?location=Austin%2C\+TX&sort=price$/);
  await expect(page.getByText('Whitening costs $199 to $400 here.')).toBeVisible();
  await directory.db('dentists').whereIn('id', ids).update({ whiteningPriceFrom: null });
});

test('search engines skip a directory of invented practices', async ({ request }) => {
  const sample = await startTestServer({ env: { SAMPLE_DATA: '1' } });
  const { id } = (await sample.db('dentists').whereNotNull('rating').first('id')) as { id: number };
  for (const path of ['/', '/directory', '/dentists/texas', '/topics', `/profile/${id}`]) {
    const html = await (await request.get(sample.url + path)).text();
    expect([path, html.includes('<meta name="robots" content="noindex"/>'), html.includes('aggregateRating')]).toEqual([
      path,
      true,
      false,
    ]);
  }
  await sample.stop();
});
