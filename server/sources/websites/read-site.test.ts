import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveSites, type ServedSite } from '#server/test/doubles/website-servers.ts';
import { makeWebsite } from '#server/test/files/practice-websites.ts';
import { makePeople } from '#server/test/files/source-world.ts';
import { readPage } from './read-page.ts';
import { readSite } from './read-site.ts';
import type { Statement } from './statement.ts';
import { visitSite, type VisitRules } from './visit-site.ts';

const services = ['Teeth Whitening', 'Veneers', 'Dental Implants', 'Dental Cleaning', 'Fillings', 'Clear Aligners', 'Root Canal Treatment', 'Dentures', 'Dental Exam', 'Tooth Extraction']; // prettier-ignore
const people = makePeople(300);
const sites = people.map(makeWebsite);
const rules: VisitRules = { allowLoopback: true, userAgent: 'DentalDirectoryBot', pauseMs: 0, timeoutMs: 1_000 };
let served: ServedSite[];
let stop: () => void;
let found: { statements: Statement[]; problem: string | null }[];

beforeAll(async () => {
  ({ served, stop } = await serveSites(sites));
  found = [];
  for (let start = 0; start < people.length; start += 50)
    found.push(
      ...(await Promise.all(
        people.slice(start, start + 50).map(async (person) => {
          const { pages, problem } = await visitSite(served[person.n]!.url, rules);
          return { statements: readSite(pages, person, services), problem };
        }),
      )),
    );
}, 60_000);
afterAll(() => stop());

const squeeze = (text: string) => text.replace(/\s+/g, '');
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&ndash;', '–')
    .replaceAll('&amp;', '&');

it('finds on 300 websites only what their pages state, each with the words of its page', () => {
  let values = 0;
  people.forEach(({ n }) => {
    for (const { topic, values: own, page, quote, certainty } of found[n]!.statements) {
      expect(certainty).toBeGreaterThanOrEqual(70);
      for (const [field, value] of Object.entries(own)) {
        expect([n, sites[n]!.trap, topic, field, value]).toEqual([n, sites[n]!.trap, topic, field, sites[n]!.stated[field]]); // prettier-ignore
        values++;
      }
      const { body = '' } = sites[n]!.replies.get(new URL(page).pathname)!;
      const sources = [squeeze(body), squeeze(textOf(body))];
      for (const part of quote.split(' | ')) {
        const words = squeeze(part).replace(/…$/, '');
        const isThere = sources.some((text) => text.includes(words) || text.includes(words.replace(/:/, '')));
        expect([n, part, isThere]).toEqual([n, part, true]);
      }
    }
  });
  expect(values).toBeGreaterThan(2_000);
});

it('finds most of what the pages state', () => {
  const topics = ['hours', 'languages', 'insurancePlans', 'services', 'bookingUrl'];
  const shares = topics.map((topic) => {
    const findable = people.filter(({ n }) => sites[n]!.findable.includes(topic));
    const read = findable.filter(({ n }) => found[n]!.statements.some((statement) => statement.topic === topic));
    const missed = findable.filter((person) => !read.includes(person)).map(({ n }) => n);
    return [topic, Math.round((read.length / findable.length) * 100), missed.slice(0, 12)];
  });
  expect(shares).toEqual(topics.map((topic) => [topic, 100, []]));
});

it('asks each host for at most six things, and for nothing that robots.txt forbids', () => {
  people.forEach(({ n }) => {
    const paths = served[n]!.requests.map(({ path }) => path);
    expect(paths[0]).toBe('/robots.txt');
    expect(paths.length).toBeLessThanOrEqual(6);
    if (['robots', 'robots-fails'].includes(sites[n]!.trap!)) expect(paths).toEqual(['/robots.txt']);
    if (sites[n]!.trap === 'robots-page') expect(paths).not.toContain('/contact-us');
    expect(paths).not.toContain('/blog');
  });
});

it('says why a website could not be read', () => {
  const problemOf = (trap: string) => found[sites.findIndex((site) => site.trap === trap)]!.problem;
  expect(['robots', 'robots-fails', 'elsewhere', 'hangs', 'endless'].map(problemOf)).toEqual([
    'robots.txt keeps us from a page.',
    'robots.txt was answered with 503.',
    'The website sends visitors to another site.',
    'The server stopped answering.',
    'The page is too large.',
  ]);
});

it('waits between two requests to a host', async () => {
  const [person] = people;
  const [{ url, requests }] = served as [ServedSite];
  const before = requests.length;
  await visitSite(url, { ...rules, pauseMs: 120 });
  const times = requests.slice(before).map(({ at }) => at);
  expect(times.length).toBeGreaterThan(3);
  times.slice(1).forEach((at, index) => expect(at - times[index]!).toBeGreaterThan(100));
  expect(requests[0]!.agent).toBe('DentalDirectoryBot');
  expect(person!.n).toBe(0);
});

it('never opens an address in a private network', async () => {
  const strict = { ...rules, allowLoopback: false };
  for (const website of [served[0]!.url, 'http://10.0.0.8/', 'https://169.254.169.254/', 'https://printer.local/'])
    expect(await visitSite(website, strict)).toEqual({
      pages: [],
      problem: 'This endpoint is in a private network, which is not allowed.',
    });
});

it.each([
  ['<p>Mon–Thu 8am–5pm, Fri 8am–1pm</p>', ['8:00 AM – 5:00 PM', '8:00 AM – 1:00 PM', undefined]],
  ['<p>We are open Monday through Friday from 8:30 a.m. to 5 p.m.</p>', ['8:30 AM – 5:00 PM', '8:30 AM – 5:00 PM', undefined]],
  ['<p>Monday - Friday: 8:00 am - 12:00 pm, 1:00 pm - 5:00 pm</p>', ['8:00 AM – 12:00 PM, 1:00 PM – 5:00 PM', '8:00 AM – 12:00 PM, 1:00 PM – 5:00 PM', undefined]],
  ['<p>Monday to Friday 8-5<br>Saturday &amp; Sunday closed</p>', ['8:00 AM – 5:00 PM', '8:00 AM – 5:00 PM', 'Closed']],
  ['<p>Monday: 9-9</p><p>Tuesday: 9-9</p><p>Friday: 5-8</p>', [undefined, undefined, undefined]],
  ['<p>M-F 8-5</p>', ['8:00 AM – 5:00 PM', '8:00 AM – 5:00 PM', undefined]],
  ['<p>Closed Mondays in August</p><p>Tuesday to Friday: 8am - 5pm</p>', [undefined, undefined, undefined]],
  ['<script type="application/ld+json">{"@type":["Dentist"],"openingHours":["Mo,Tu,We 09:00-17:00","Th-Fr 09:00-12:00","Th-Fr 13:00-15:00"]}</script>', ['9:00 AM – 5:00 PM', '9:00 AM – 12:00 PM, 1:00 PM – 3:00 PM', undefined]],
  ['<script type="application/ld+json">{"@type":"Dentist","openingHours":["Mo-Fr 09:00-17:00","Mo 10:00-18:00"]}</script>', [undefined, undefined, undefined]],
  ['<p>Call us Monday to Friday 8am-5pm</p>', [undefined, undefined, undefined]],
  ['<p>Monday to Thursday 8am - 5pm</p><p>Friday by appointment</p>', [undefined, undefined, undefined]],
])('reads the hours of %s', (html, [monday, friday, sunday]) => {
  const text = `<p>(512) 555-0142</p>${html}`;
  const statements = readSite([readPage('https://example.com/', text)], { phone: '512.555.0142', address: null }, []);
  const { values = {} } = statements.find(({ topic }) => topic === 'hours') ?? {};
  expect([values.mondayHours, values.fridayHours, values.sundayHours]).toEqual([monday, friday, sunday]);
}); // prettier-ignore

it.each([
  ['<a href="https://book.example/7">Book an appointment online</a>', 'https://book.example/7'],
  ['<a href="/book">Book Online!</a>', 'https://example.com/book'],
  ['<a href="https://book.example/7">SCHEDULE NOW</a>', undefined],
  ['<a href="https://book.example/7">Book now</a>', 'https://book.example/7'],
  ['<a href="/appointments">Schedule an appointment</a>', undefined],
  ['<a href="/contact">Schedule an appointment</a><a href="https://book.example/7">Book Online</a>', 'https://book.example/7'],
  ['<a href="#book">Book online</a>', undefined],
  ['<a href="https://www.zocdoc.com/">Book online</a>', undefined],
  ['<a href="mailto:desk@example.com">Book online</a>', undefined],
  ['<a href="https://book.example/7" hidden>Book online</a>', undefined],
  ['<a href="https://book.example/7">Book online with Dr. Kim</a>', undefined],
  ['<a href="https://book.example/7">Book online</a><a href="https://book.example/8">Book online</a>', undefined],
  ['<script type="application/ld+json">{"@type":"Dentist","potentialAction":{"@type":"ReserveAction","url":"/reserve"}}</script>', 'https://example.com/reserve'],
  ['<script type="application/ld+json">{"@type":"Dentist","potentialAction":{"@type":"ReserveAction","target":"https://book.example/{id}"}}</script>', undefined],
  ['<script type="application/ld+json">{"@type":"Dentist","potentialAction":{"@type":"SearchAction","target":"https://example.com/find"}}</script>', undefined],
  ['<script type="application/ld+json">{"@type":"Dentist","potentialAction":{"@type":"ReserveAction","target":"javascript:book()"}}</script>', undefined],
])('reads the address for booking of %s', (html, url) => {
  const page = readPage('https://example.com/', `<p>(512) 555-0142</p>${html}`);
  const statements = readSite([page], { phone: '512.555.0142', address: null }, []);
  expect(statements.find(({ topic }) => topic === 'bookingUrl')?.values.bookingUrl).toBe(url);
}); // prettier-ignore
