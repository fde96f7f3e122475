import { parseRssFeed } from 'feedsmith';
import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { addListing, fetchRaw, PlainSite } from '#server/test/public-pages.ts';

const NOW = '2026-11-27T16:00:00Z';
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ site: new PlainSite(), now: NOW });
});
afterAll(() => app.stop());

describe('the feed of articles', () => {
  const article = {
    content: 'Text.',
    excerpt: 'Gels & trays, <b>compared</b>.',
    category: 'Cosmetic',
    readTime: 3,
    author: 'Ana “Dr.” O’Hara',
    topicId: 'teeth-whitening',
  };
  const at = (day: number) => new Date(Date.UTC(2026, 10, day, 12));
  const published = (day: number, title: string, slug: string) => ({
    ...article,
    title,
    slug,
    isPublished: true,
    publishedAt: at(day),
    createdAt: at(day),
    updatedAt: at(day),
  });

  beforeAll(async () => {
    const { db } = app.deps;
    await db('articles').delete();
    await db('articles').insert([
      published(3, 'Whitening & <you>\u0008', 'whitening-and-you'),
      published(9, 'Newer', 'newer'),
      { ...published(1, 'A secret draft', 'draft'), isPublished: false, publishedAt: null },
      {
        ...published(2, 'Later', 'later'),
        isPublished: false,
        publishedAt: null,
        scheduledPublishAt: new Date('2026-12-24T00:00:00Z'),
      },
    ]);
  });

  it('is RSS that a parser reads: published articles, the newest first, with stable ids', async () => {
    const { text, headers } = await app.get('/feed.xml');
    expect(headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    const feed = parseRssFeed(text);
    expect(feed).toMatchObject({
      title: 'Enamel: dental health articles',
      link: `${app.url}/topics`,
      language: 'en-us',
    });
    expect(feed.atom?.links).toEqual([{ href: `${app.url}/feed.xml`, rel: 'self', type: 'application/rss+xml' }]);
    expect(feed.items!.map(({ title, link }) => [title, link])).toEqual([
      ['Newer', `${app.url}/articles/newer`],
      ['Whitening & <you>', `${app.url}/articles/whitening-and-you`],
    ]);
    expect(feed.items![1]).toMatchObject({
      guid: { value: `${app.url}/articles/whitening-and-you`, isPermaLink: true },
      description: 'Gels & trays, <b>compared</b>.',
      categories: [{ name: 'Cosmetic' }],
      pubDate: 'Tue, 03 Nov 2026 12:00:00 GMT',
      dc: { creators: ['Ana “Dr.” O’Hara'] },
    });
    expect(feed.lastBuildDate).toBe('Mon, 09 Nov 2026 12:00:00 GMT');
    expect(text).not.toMatch(/secret|Later/);
  });

  it('answers a reader that has the newest feed with 304', async () => {
    const etag = (await app.get('/feed.xml')).headers.get('etag')!;
    expect((await fetchRaw(`${app.url}/feed.xml`, { 'if-none-match': etag })).status).toBe(304);
  });

  it('is well formed without any article', async () => {
    await app.deps.db('articles').delete();
    expect(parseRssFeed((await app.get('/feed.xml')).text).items ?? []).toEqual([]);
  });
});

describe('the calendar of holiday hours', () => {
  const name = 'Núñez; Family, Dental & Whitening Center of the Greater Austin Area 🦷🦷🦷🦷🦷';
  let id: number;
  let path: string;
  const read = async (at = path) => {
    const { text, status, headers } = await app.get(at);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
    return {
      calendar,
      events: calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one)),
    };
  };

  beforeAll(async () => {
    id = await addListing(app, {
      name,
      timeZone: 'America/Chicago',
      holidayHours: '2026-11-26: Closed; 2026-12-24 to 2026-12-31: 8:00 AM – 12:00 PM',
      updatedAt: new Date('2026-11-01T09:00:00Z'),
      fieldSources: { holidayHours: { source: 'owner', at: '2026-10-05T09:00:00Z' } },
    });
    path = `/texas/austin/dentist/${(await app.deps.db('dentists').where({ id }).first('slug'))!.slug as string}/holidays.ics`;
  });

  it('has an all-day event for each date or range, with its source and the zone of the practice', async () => {
    const { calendar, events } = await read();
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(calendar.getFirstPropertyValue('x-wr-timezone')).toBe('America/Chicago');
    // The parser doesn't know this property, so it leaves the escapes of a text.
    expect(String(calendar.getFirstPropertyValue('x-wr-calname')).replaceAll('\\', '')).toBe(`${name}: holiday hours`);
    expect(
      events.map(({ uid, startDate, endDate, summary }) => [
        uid,
        startDate.isDate,
        startDate.toString(),
        endDate.toString(),
        summary,
      ]),
    ).toEqual([
      [expect.any(String), true, '2026-11-26', '2026-11-27', `${name}: Closed (Thanksgiving Day)`],
      [expect.any(String), true, '2026-12-24', '2027-01-01', `${name}: 8:00 AM – 12:00 PM`],
    ]);
    expect(events[0]!.description).toBe('These hours replace the regular ones. Stated by the practice on 2026-10-05.');
    expect(events[0]!.component.getFirstPropertyValue('url')).toBe(app.url + path.replace('/holidays.ics', ''));
  });

  it('keeps the id of a date when its hours change, and follows the change', async () => {
    const before = (await read()).events.map(({ uid }) => uid);
    expect(new Set(before).size).toBe(2);
    await app.deps
      .db('dentists')
      .where({ id })
      .update({ holidayHours: '2026-11-26: 9:00 AM – 10:00 AM; 2026-12-24: Closed' });
    const { events } = await read();
    expect(events.map(({ uid }) => uid)).toEqual(before);
    expect(events.map(({ summary }) => summary)).toEqual([
      `${name}: 9:00 AM – 10:00 AM (Thanksgiving Day)`,
      `${name}: Closed`,
    ]);
  });

  it('is at the page of the listing, to which other addresses redirect, and only of public listings', async () => {
    expect((await app.get(`/profile/${id}/holidays.ics`)).headers.get('location')).toBe(path);
    const nowhere = await addListing(app, { name: 'Nowhere Dental', city: null, state: null });
    expect((await read(`/profile/${nowhere}/holidays.ics`)).events).toEqual([]);
    await app.deps
      .db('dentists')
      .where({ id: nowhere })
      .update({ deletedAt: new Date(NOW) });
    for (const missing of [
      `/profile/${nowhere}/holidays.ics`,
      '/profile/0/holidays.ics',
      '/profile/x/holidays.ics',
      '/texas/austin/dentist/no-such/holidays.ics',
      '/mars/austin/dentist/ana/holidays.ics',
      '/%ff/a/b/c/holidays.ics',
    ])
      expect([missing, [400, 404].includes((await app.get(missing)).status)]).toEqual([missing, true]);
  });
});
