import { describe, expect, it } from 'vitest';
import {
  fixCapitals,
  cleanPhone,
  buildNameKey,
  splitCredentials,
  findStateCode,
  cleanUrl,
  cleanZip,
  parseDate,
  parseJsonCell,
} from './clean-text.ts';
import { parseWeek } from './clean-hours.ts';
import { listingFields } from '#shared/bulk/fields.ts';
import { unguardCell } from '../read/cells.ts';
import { createCellCleaner } from './clean-cell.ts';
import { createRowCleaner } from './clean-rows.ts';
import { getSlot } from './clean-row.ts';
import { createCleanCheck } from './clean-fast-path.ts';
import { mapColumns } from '../mapping/map-columns.ts';
import { detectSource } from '../read/headers.ts';
import { writeCredentials } from '../registry/clean/credentials.ts';

describe('cell cleaning', () => {
  it.each([
    ['2134', '02134'],
    ['501', '00501'],
    ['02134', '02134'],
    ['2134.0', '02134'],
    ['02134-1234', '02134-1234'],
    ['21341234', '02134-1234'],
    ['021341234', '02134-1234'],
    ['ABC', null],
    ['1', null],
    ['123456', null],
    ['SW1A 1AA', null],
  ])('cleans the ZIP code %s', (input, expected) => expect(cleanZip(input)).toBe(expected));
  it.each([
    ['617-555-0123', '(617) 555-0123'],
    ['+1 (617) 555 0123', '(617) 555-0123'],
    ['16175550123', '(617) 555-0123'],
    ['617.555.0123 ext. 12', '(617) 555-0123 x12'],
    ['6175550123x4', '(617) 555-0123 x4'],
    ['6.175550123E+09', '(617) 555-0123'],
    ['6175550123.0', '(617) 555-0123'],
  ])('formats the phone number %s', (input, expected) => expect(cleanPhone(input)).toMatchObject({ text: expected }));
  it.each(['6.17555E+09', '555-0123', '+44 20 7946 0958', 'call us', '123'])('refuses the phone number %s', (input) =>
    expect(cleanPhone(input)).toHaveProperty('why'),
  );
  it.each([
    ["JANE O'BRIEN-SMITH", "Jane O'Brien-Smith"],
    ['JOHN MCDONALD II', 'John McDonald II'],
    ['SMILES OF NEW YORK LLC', 'Smiles of New York LLC'],
    ['Jane Doe', 'Jane Doe'],
    ['UCLA', 'UCLA'],
    ['jane doe', 'jane doe'],
    ['IBM', 'IBM'],
    ['FT. WORTH', 'Ft. Worth'],
  ])('fixes the capitals of %s', (input, expected) => expect(fixCapitals(input)).toBe(expected));
  it.each([
    ['Jane Doe, DDS', 'Jane Doe', 'DDS'],
    ['Jane Doe DMD', 'Jane Doe', 'DMD'],
    ['Jane Doe, D.D.S., M.S.', 'Jane Doe', 'DDS, MS'],
    ['Jane Doe', 'Jane Doe', null],
    ['DDS', 'DDS', null],
    ['Doe, Jane', 'Doe, Jane', null],
    ['Jane Ms', 'Jane Ms', null],
  ])('splits the credentials of %s', (input, name, title) => expect(splitCredentials(input)).toEqual({ name, title }));
  it('converts state names to codes', () => {
    expect([
      findStateCode('massachusetts'),
      findStateCode('MA'),
      findStateCode('d.c.'),
      findStateCode('Puerto Rico'),
      findStateCode('Ontario'),
    ]).toEqual(['MA', 'MA', 'DC', 'PR', null]);
  });
  it('adds https:// to web addresses and rejects other links', () => {
    expect([
      cleanUrl('www.example.com'),
      cleanUrl('javascript:alert(1)'),
      cleanUrl('https://a.b/c?d'),
      cleanUrl('nonsense'),
    ]).toEqual(['https://www.example.com', null, 'https://a.b/c?d', null]);
  });
  it.each([
    ['{"Monday":"9AM-5PM","Sunday":"Closed"}', { monday: '9AM-5PM', sunday: 'Closed' }],
    ["{'Monday': ['9AM-12PM', '1PM-5PM']}", { monday: '9AM-12PM, 1PM-5PM' }],
    [
      'Mo-We 08:00-17:00; Sa off',
      { monday: '08:00-17:00', tuesday: '08:00-17:00', wednesday: '08:00-17:00', saturday: 'off' },
    ],
    ['Monday: 9:00 AM – 5:00 PM | Tuesday: Closed', { monday: '9:00 AM – 5:00 PM', tuesday: 'Closed' }],
    ['Weekdays 9-5', { monday: '9-5', tuesday: '9-5', wednesday: '9-5', thursday: '9-5', friday: '9-5' }],
    ['Mon-Tue 8am-5pm, Sat 9-1', { monday: '8am-5pm', tuesday: '8am-5pm', saturday: '9-1' }],
    ['by appointment', null],
  ])('parses the weekly hours %s', (input, expected) => expect(parseWeek(input)).toEqual(expected));
});

describe('column mapping', () => {
  const fields = (headers: string[]) => mapColumns(headers).map(({ field }) => field);
  it('recognizes exact names, aliases, and sources', () => {
    expect(fields(['id', 'Practice Type', 'zip_code', 'Telephone', 'colour'])).toEqual([
      'id',
      'practiceType',
      'zipCode',
      'phone',
      null,
    ]);
    expect(
      fields([
        'Business name',
        'Address line 1',
        'Locality',
        'Administrative area',
        'Postal code',
        'Primary phone',
        'Monday hours',
      ]),
    ).toEqual(['name', 'address', 'city', 'state', 'zipCode', 'phone', 'mondayHours']);
    expect(
      fields([
        'NPI',
        'Provider Last Name (Legal Name)',
        'Provider First Name',
        'Provider Business Practice Location Address Postal Code',
      ]),
    ).toEqual(['npi', 'lastName', 'firstName', 'zipCode']);
    expect(fields(['name', 'site', 'full_address', 'working_hours', 'reviews', 'place_id', 'type'])).toEqual([
      'name',
      'website',
      'fullAddress',
      'weekHours',
      'reviewCount',
      'placeId',
      null,
    ]);
    expect(fields(['post_title', 'post_content', 'street', 'zip'])).toEqual(['name', 'bio', 'address', 'zipCode']);
    expect([
      detectSource(['name', 'site', 'place_id'])?.name,
      detectSource(['NPI', 'Entity Type Code'])?.name,
      detectSource(['Store code', 'Business name'])?.name,
      detectSource(['post_title', 'post_content'])?.name,
    ]).toEqual(['Outscraper', 'NPPES', 'Google Business Profile', 'GeoDirectory']);
  });
  it('uses each field once and prefers the operator’s choice to the saved mapping', () => {
    expect(mapColumns(['Phone', 'phone']).map(({ how }) => how)).toEqual(['exact', 'repeated']);
    expect(
      mapColumns(['a', 'b'], { saved: { a: 'name', b: 'city' }, chosen: { a: 'phone' } }).map(({ field }) => field),
    ).toEqual(['phone', 'city']);
  });
  it('splits combined columns into the fields of a listing', () => {
    const clean = createRowCleaner(
      ['lastName', 'firstName', 'fullAddress', 'weekHours'],
      { services: new Map(), practiceTypes: new Map() },
      false,
    );
    const { values } = clean(['DOE', 'JANE', '12 Main St, Suite 4, Boston, MA 02134, USA', 'Mon 9-5']);
    expect(
      Object.fromEntries(
        listingFields.flatMap(({ name }) =>
          values[getSlot(name)] === undefined ? [] : [[name, values[getSlot(name)]]],
        ),
      ),
    ).toEqual({
      name: 'Jane Doe',
      address: '12 Main St, Suite 4',
      city: 'Boston',
      state: 'MA',
      zipCode: '02134',
      mondayHours: '9-5',
    });
  });
});

it('reads the dates that exist', () => {
  const read = ['2024-02-29', '2/29/2000', '2026-04-30T08:00', '12/31/2026'].map(parseDate);
  expect(read).toEqual(['2024-02-29', '2000-02-29', '2026-04-30', '2026-12-31']);
  for (const cell of ['2026-02-29', '2/29/1900', '4/31/2026', '2026-13-01', '2026-00-10', '2026-01-00', '1/1/26'])
    expect(parseDate(cell)).toBeNull();
});

describe('the fast path', () => {
  const seeds =
    `Jane Doe|JANE DOE|Jane Doe DDS|Dr. Jo Smith, M.S.|Smith & Sons Dental|O'Brien-Smith Dental Care|Ann Lee PhD|(617) 555-0123|(117) 555-0123|617-555-0123|office@smile.example.com|Office@Smile.com|a b@c.de|https://www.smile.example.com|https://smile.example/a_b/~c?d=1|http://10.0.0.1|https://xn--a.com|ftp://a.bc|12 Main St|12  Main St|BOSTON|02134|2134|02134-1234|MA|ma|ZZ|true|TRUE|yes|false|12|007|1,200|4.5|5.1|5.0|-71.05|181|90.5|-0|1e3|1234567890|123456789|08:00-17:00|Mon 9-5|["a","b"]|[1]|{"a":1}|Veneers|Veneers; Fillings|General Dentistry|English, Spanish|=1+1|'=1+1|-5|@a|back\\slash|tab\there|line\nend|\u00a0x|x\u00a0|female|Delta Dental|2026-03-01|2026-02-30|$299|revoked|street|closed|naïve|日本|\ud800|\0| x|x |`.split(
      '|',
    );
  const references = { services: new Map([['veneers', 1]]), practiceTypes: new Map([['general dentistry', 1]]) };
  const cells = seeds.flatMap((seed) => [
    seed,
    ` ${seed}`,
    `${seed} `,
    `${seed}.`,
    `${seed} ${seed}`,
    seed.toUpperCase(),
    `'${seed}`,
    seed.slice(1),
    seed.repeat(60),
  ]);

  const withoutFastPath = new Set<string>([
    'practiceType',
    'services',
    'holidays',
    'licenseStatus',
    'discipline',
    'exactness',
    'operating',
  ]);
  it.each(listingFields.map(({ name, kind }) => [name, kind] as const))(
    'accepts only cells that the cleaner leaves unchanged: %s',
    (field, kind) => {
      const isAlreadyClean = createCleanCheck(field, kind);
      const clean = createCellCleaner(kind, references);
      const acceptedCells = cells.filter((cell) => cell !== '' && isAlreadyClean(cell));
      for (const cell of acceptedCells) {
        expect(unguardCell(cell)).toBe(cell);
        expect(cell).toMatch(/^[\x20-\x5b\x5d-\x7e]+$/);
        if (kind !== 'prose') expect(cell.trim()).toBe(cell);
        const cleaned = clean(cell);
        if (['count', 'rating', 'degrees'].includes(kind)) expect(Number(cleaned)).toBe(Number(cell));
        else expect(cleaned).toBe(cell);
        if (field !== 'name') continue;
        expect(splitCredentials(cell)).toEqual({ name: cell, title: null });
        expect(buildNameKey(cell)).toBe(cell.toLowerCase());
      }
      if (!withoutFastPath.has(kind)) expect(acceptedCells.length).toBeGreaterThan(0);
    },
  );
});

describe('web addresses', () => {
  it.each([
    ['https:////evil.example', 'https://evil.example/'],
    ['https://evil.example\\@good.com', 'https://evil.example/@good.com'],
    ['HTTPS://Good.Example/A b', null],
    ['https://good.example@evil.example', null],
    ['Good.Example', 'https://good.example/'],
    ['https://good.example', 'https://good.example'],
    ['https://good.example/', 'https://good.example/'],
    ['https://good.example/a/../b', 'https://good.example/b'],
    ['//good.example/a?b=c#d', 'https://good.example/a?b=c#d'],
    ['http://good.example:80/ä', 'http://good.example/%C3%A4'],
  ])('%s is stored as browsers read it', (typed, stored) => {
    const cleaned = cleanUrl(typed);
    expect(cleaned).toBe(stored);
    // A stored address is imported again without a change.
    if (cleaned !== null) expect(cleanUrl(cleaned)).toBe(cleaned);
    const isAlreadyClean = createCleanCheck('website', 'url');
    if (isAlreadyClean(typed)) expect(cleaned).toBe(typed);
  });
});

describe('cells that are built to be slow', () => {
  const slow: [string, (length: number) => void][] = [
    ['spaces after a name', (length) => splitCredentials(`Ann${' ,'.repeat(length / 2)}x, DDS`)],
    ['a phone number with spaces', (length) => cleanPhone(`617${' '.repeat(length)}y`)],
    ['a phone number with marks', (length) => cleanPhone(`${'x '.repeat(length / 2)}y`)],
    ['a list without closing marks', (length) => parseJsonCell(`['${"\\'".repeat(length / 2)}`)],
    ['days and spaces', (length) => parseWeek(`Mon${' '.repeat(length)}(`)],
    ['days, spaces, and a colon', (length) => parseWeek(`Mon${' -'.repeat(length / 2)}:`)],
    ['days and commas', (length) => parseWeek(`Mon 9-5${', '.repeat(length / 2)}(`)],
    ['degrees and spaces', (length) => writeCredentials(`D${' '.repeat(length)}`.repeat(2))],
    ['dots between degrees', (length) => writeCredentials('D.'.repeat(length / 2))],
    ['an address without a ZIP code', (length) => splitLongAddress(`1 Main St, Boston, MA${' '.repeat(length)}y`)],
    ['an email address of dots', (length) => createCellCleaner('email', noReferences)(`a@${'b.'.repeat(length / 2)}`)],
    ['a web address of dots', (length) => cleanUrl('b.'.repeat(length / 2))],
    ['zeros', (length) => cleanZip(`.${'0'.repeat(length)}x`)],
    ['a date of spaces', (length) => parseDate(`2026-03-01T${' '.repeat(length)}\n`)],
  ];
  const noReferences = { services: new Map<string, number>(), practiceTypes: new Map<string, number>() };
  const cleanAddress = createRowCleaner(['fullAddress'], noReferences, false);
  // The importer refuses longer cells, so the parts of a row are as long as they may be.
  const splitLongAddress = (cell: string) => {
    for (let at = 0; at < cell.length; at += 4_900) cleanAddress([cell.slice(0, 30) + cell.slice(at, at + 4_900)]);
  };
  const measure = (work: (length: number) => void, length: number) => {
    const times = Array.from({ length: 9 }, () => {
      const start = performance.now();
      work(length);
      return performance.now() - start;
    });
    return Math.min(...times);
  };

  it.each(slow)('%s take time in proportion to their length', (_what, work) => {
    measure(work, 1_000);
    // Sixteen times the length takes sixteen times as long, or 256 times if the time is quadratic. V8 collects longer
    // strings as large objects, at a cost that depends on the size of the heap, so the best of five ratios counts.
    const ratios = Array.from({ length: 5 }, () => measure(work, 64_000) / Math.max(measure(work, 4_000), 0.05));
    expect(Math.min(...ratios)).toBeLessThan(120);
  });
});
