import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { addListing, PlainSite } from '#server/test/public-pages.ts';
import { robotsTxt } from './robots.ts';

let app: TestApp;
const NOW = '2026-11-27T16:00:00Z';
const article = {
  content: 'Text.',
  excerpt: 'Short.',
  category: 'Health',
  readTime: 3,
  author: 'Maria Lopez',
  topicId: 'oral-health',
};

beforeAll(async () => {
  app = await testApp({ site: new PlainSite(), now: NOW, env: { SUPPORT_EMAIL: 'help@dentists.example' } });
  const { db } = app.deps;
  await addListing(app, { updatedAt: new Date('2026-11-20T10:00:00Z') });
  await addListing(app, { name: 'Ben Ortiz', updatedAt: new Date('2026-11-26T11:30:00Z') });
  await db('articles').delete();
  await db('articles').insert([
    {
      ...article,
      title: 'Gums',
      slug: 'gums',
      isPublished: true,
      publishedAt: new Date('2026-11-10T00:00:00Z'),
      createdAt: new Date(NOW),
      updatedAt: new Date('2026-11-01T00:00:00Z'),
    },
    {
      ...article,
      title: 'A secret draft',
      slug: 'secret-draft',
      topicId: 'teeth-whitening',
      isPublished: false,
      createdAt: new Date(NOW),
      updatedAt: new Date(NOW),
    },
  ]);
});
afterAll(() => app.stop());

const everyone = { CRAWLERS_SEARCH: true, CRAWLERS_AI_SEARCH: true, CRAWLERS_AI_TRAINING: true };

/** Reads robots.txt as RFC 9309 says: a crawler follows the group that names it, or else the one for all. */
function mayRead(robots: string, crawler: string, path: string): boolean {
  const groups = robots
    .split('\n\n')
    .map((group) => group.split('\n').map((line) => line.split(': ') as [string, string]));
  const names = (group: [string, string][]) =>
    group.filter(([name]) => name === 'User-agent').map(([, agent]) => agent);
  const group = groups.find((one) => names(one).includes(crawler)) ?? groups.find((one) => names(one).includes('*'))!;
  return !group.some(([name, prefix]) => name === 'Disallow' && path.startsWith(prefix));
}

describe('robots.txt', () => {
  it('lets all crawlers read the same pages by default, and none those of accounts', async () => {
    const { text, headers } = await app.get('/robots.txt');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toContain(`\nSitemap: ${app.url}/sitemap.xml\n`);
    expect(text.match(/^User-agent/gm)).toHaveLength(1);
    for (const crawler of ['Googlebot', 'OAI-SearchBot', 'GPTBot'])
      expect([mayRead(text, crawler, '/directory'), mayRead(text, crawler, '/admin')]).toEqual([true, false]);
  });

  it.each([
    [{ CRAWLERS_AI_TRAINING: false }, { Googlebot: true, 'OAI-SearchBot': true, GPTBot: false }],
    [{ CRAWLERS_AI_SEARCH: false }, { Googlebot: true, 'Claude-User': false, ClaudeBot: true }],
    [{ CRAWLERS_SEARCH: false }, { Googlebot: false, SomeBot: false, PerplexityBot: true, CCBot: true }],
    [
      { CRAWLERS_SEARCH: false, CRAWLERS_AI_SEARCH: false, CRAWLERS_AI_TRAINING: false },
      { Bingbot: false, 'ChatGPT-User': false, 'Google-Extended': false },
    ],
  ])('follows the settings %j', (settings, expected) => {
    const robots = robotsTxt({ ...everyone, ...settings }, 'https://dentists.example');
    for (const [crawler, allowed] of Object.entries(expected)) {
      expect([crawler, mayRead(robots, crawler, '/directory')]).toEqual([crawler, allowed]);
      expect([crawler, mayRead(robots, crawler, '/account')]).toEqual([crawler, false]);
    }
    expect(robots).toContain('Sitemap: https://dentists.example/sitemap.xml');
  });
});

describe('llms.txt', () => {
  it('links to the pages that exist, and to nothing unpublished', async () => {
    const { text, status } = await app.get('/llms.txt');
    expect([status, text.split('\n')[0]]).toEqual([200, '# Enamel']);
    expect(text).toMatch(/^> /m);
    expect(text).toContain('help@dentists.example');
    expect(text).toContain(`- [Texas](${app.url}/dentists/texas): 2 listings\n`);
    expect(text).toContain(`(${app.url}/topics/oral-health)`);
    expect(text).not.toMatch(/secret|\/topics\/teeth-whitening|\/dentists\/ohio/);
    const paths = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, url]) => url!.slice(app.url.length));
    expect(paths.length).toBeGreaterThan(20);
    for (const path of paths) {
      const { status: found } = await app.get(path, { headers: { accept: 'text/html' } });
      expect([path, found]).toEqual([path, 200]);
    }
  });
});

describe('the API catalog', () => {
  it('is a linkset whose links lead to the descriptions of the API and of the MCP server', async () => {
    const { text, headers } = await app.get('/.well-known/api-catalog');
    expect(headers.get('content-type')).toBe(
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    );
    expect(headers.get('link')).toBe(`<${app.url}/.well-known/api-catalog>; rel="api-catalog"`);
    type Link = { href: string; type?: string };
    const { linkset } = JSON.parse(text) as { linkset: ({ anchor: string } & Record<string, Link[]>)[] };
    expect(linkset[0]!.item!.map(({ href }) => href)).toEqual([`${app.url}/api`, `${app.url}/mcp`]);
    expect(linkset.slice(1).map(({ anchor }) => anchor)).toEqual(linkset[0]!.item!.map(({ href }) => href));
    for (const { anchor: _anchor, item: _item, ...relations } of linkset)
      for (const { href, type } of Object.values(relations).flat() as unknown as Link[]) {
        const { status, headers: got } = await app.get(href.slice(app.url.length), { headers: { accept: type! } });
        expect([href, status, got.get('content-type')]).toEqual([href, 200, expect.stringContaining(type!)]);
      }
  });

  it('and llms.txt leave out an MCP server that is off', async () => {
    const off = await testApp({ site: new PlainSite(), env: { MCP_SERVER: 'off' }, beside: app });
    for (const path of ['/.well-known/api-catalog', '/llms.txt'])
      expect((await off.get(path)).text).not.toContain('/mcp');
    await off.stop();
  });
});

describe('the sitemap', () => {
  it('dates each changed listing, article, and file by its newest change', async () => {
    const { text } = await app.get('/sitemap.xml');
    const dates = Object.fromEntries(
      [...text.matchAll(/<loc>[^<]+\/([\w-]+)\.xml<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?/g)].map(([, file, date]) => [
        file,
        date,
      ]),
    );
    expect(dates).toEqual({
      pages: undefined,
      guides: '2026-11-10T00:00:00.000Z',
      'places-texas': undefined,
      'dentists-1': '2026-11-26T11:30:00.000Z',
    });
    expect((await app.get('/sitemaps/dentists-1.xml')).text).toContain(
      '/texas/austin/dentist/ben-ortiz</loc><lastmod>2026-11-26T11:30:00.000Z</lastmod>',
    );
    expect((await app.get('/sitemaps/guides.xml')).text).toContain(
      '/articles/gums</loc><lastmod>2026-11-10T00:00:00.000Z</lastmod>',
    );
    await app.deps
      .db('dentists')
      .where({ name: 'Ana Silva' })
      .update({ updatedAt: new Date('2026-11-27T12:00:00Z') });
    expect((await app.get('/sitemap.xml')).text).toContain('<lastmod>2026-11-27T12:00:00.000Z</lastmod>');
  });
});
