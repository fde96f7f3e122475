import { createWriteStream, closeSync, openSync, writeSync, createReadStream, rmSync } from 'node:fs';
import { readFile, writeFile, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Knex } from 'knex';
import pg from 'pg';
import { systemClock } from '#server/base/clock.ts';
import { readConfig } from '#server/base/config.ts';
import { rows } from '#server/base/db/knex.ts';
import type { Deps } from '#server/base/http/context.ts';
import { LiveSettings } from '#server/base/live-settings.ts';
import { createSecrets } from '#server/base/secrets.ts';
import { formatCsvLine } from '#server/bulk/read/cells.ts';
import { inspectFile } from '#server/bulk/read/spool.ts';
import { searchAllIds } from '#server/directory/search.ts';
import { findNamedListings } from '#server/listings/matching/matching.ts';
import { fillDirectory } from '#server/sources/fill.ts';
import { matchFile } from '#server/sources/match-file.ts';
import { findReader } from '#server/sources/readers/readers.ts';
import { requireSource } from '#server/sources/sources.ts';
import { acceptSuggestions } from '#server/sources/websites/suggestions.ts';
import type { Person } from '#server/test/files/source-world.ts';
import { checkStated, countKnown, fingerprint, serveWorld, setAddresses } from '#server/test/files/whole-world.ts';
import { readPlaces } from '#server/base/db/places/places-data.ts';
import { makeNpi } from '#server/bulk/registry/test/npi.ts';
import { formatRow, headerLine, type RegistryRow } from '#server/bulk/registry/test/registry-file.ts';
import { findChromium } from '../web/e2e/harness/chromium.ts';
import { invent, openDirectories, timed, timedBest, importApart } from './directories.ts';
import { built, SECRET_KEY, startServer, thousands } from './ground.ts';

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Linux forgets this process's peak memory, so that what prepared the benchmark doesn't count. */
const resetPeakMemory = () => writeFile('/proc/self/clear_refs', '5');
/** The highest resident memory of this process since the last reset, in megabytes. */
const peakMemory = async (): Promise<number> =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(await readFile('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024);

/** Takes pictures of a person's profile and city at two widths, with the real pages on the database of this benchmark. */
async function takePictures(
  { home, url }: { home: string; url: string },
  { name, city, state }: Person,
  db: Knex,
  moment: 'before' | 'after',
): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  await built();
  const [listing] = (await db('dentists').where({ name, state }).select('id')) as [{ id: number }];
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: home, SECRET_KEY });
  const executablePath = findChromium();
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
  try {
    const paths = { directory: `/directory?location=${encodeURIComponent(`${city}, ${state}`)}`, profile: `/profile/${listing.id}` }; // prettier-ignore
    for (const [kind, path] of Object.entries(paths))
      for (const width of [1440, 390]) {
        const page = await browser.newPage({ viewport: { width, height: 900 } });
        await page.goto(server.url + path, { waitUntil: 'networkidle' });
        await page.screenshot({ path: join(folder, `${kind}-${moment}-${width}.png`) });
        await page.close();
      }
    console.log(`  Pictures of ${city}, ${state} and ${name} ${moment} are in ${folder}.`);
  } finally {
    await browser.close();
    await server.stop();
  }
}

/**
 * `[PICTURES=FOLDER] npm run bench -- sources [PRACTICES]`: fills an empty directory from a made-up world, and checks each value against
 * it.
 */
export async function benchSources(args: readonly string[]): Promise<void> {
  const practices = Number(args[0] ?? 20_000);
  const world = await serveWorld(practices, Math.min(300, Math.floor(practices / 4)));
  const ground = await openDirectories();
  try {
    const bulk = await ground.fresh('world');
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: '0', DATA_DIR: ground.home });
    const deps: Deps = {
      ...bulk,
      config: { ...config, PUBLIC_URL: 'http://localhost' },
      settings: new LiveSettings({ db: bulk.db, log: bulk.log, config }),
      secret: createSecrets('0'.repeat(64)),
    };
    await setAddresses(deps.db, world);
    const picture = (moment: 'before' | 'after') =>
      takePictures({ home: ground.home, url: ground.url('world') }, world.people[0]!, deps.db, moment);
    let before: Record<string, number> = {};
    const rules = {
      fetching: { allowLoopback: true, anyHost: true },
      visiting: { allowLoopback: true, pauseMs: 0, timeoutMs: 2_000 },
    };
    const fill = async (report: (source: string) => void | Promise<void>) => {
      const failed = await fillDirectory(
        deps,
        async (source, outcome) => {
          console.log(`  ${source.padEnd(10)} ${outcome}`);
          await report(source);
        },
        rules,
      );
      if (failed > 0) throw new Error(`${failed} sources failed.`);
    };
    console.log(`${thousands(practices)} practices, ${world.sites.length} websites`);
    const filling = await timed(async () => {
      await fill(async (source) => {
        if (source !== 'npi') return;
        before = await countKnown(deps.db);
        await picture('before');
      });
      await (
        await acceptSuggestions(deps, { topic: null, ids: null }, null)
      ).finished;
    });
    const after = await countKnown(deps.db);
    await picture('after');
    console.log(`\nFilled in ${seconds(filling)}. Listings with:`);
    for (const [field, count] of Object.entries(after))
      console.log(`  ${field.padEnd(16)} ${thousands(before[field]!).padStart(8)} → ${thousands(count).padStart(8)}`);
    const { values, wrong } = await checkStated(deps.db, world);
    console.log(`\n${thousands(values)} values checked against their sources, ${wrong.length} that none states`);
    if (wrong.length > 0) throw new Error(wrong.slice(0, 20).join('\n'));
    const earlier = await fingerprint(deps.db);
    const again = await timed(() => fill(() => undefined));
    if ((await fingerprint(deps.db)) !== earlier) throw new Error('The same month changed listings.');
    console.log(`The same month again: no change, in ${seconds(again)}. ${await peakMemory()} MB at most.`);
    await deps.db.destroy();
  } finally {
    world.stop();
    await ground.end();
  }
}

/** Writes places of the map: one for each listing in a sample, as others spell it, and one in five that is nowhere in the directory. */
async function writePlaces(db: Knex, path: string, count: number): Promise<void> {
  const known = await rows<{ name: string; phone: string; address: string; zip: string }>(
    db,
    `select name, phone, address, zip5 as zip from dentists where phone is not null and address is not null and zip5 is not null
     order by md5(cast(id as text)) limit :limit`,
    { limit: Math.round(count * 0.8) },
  );
  const file = createWriteStream(path);
  file.write(formatCsvLine(['id', 'name', 'category', 'confidence', 'phone', 'website', 'freeform', 'postcode', 'longitude', 'latitude'])); // prettier-ignore
  for (let n = 0; n < count; n++) {
    const { name, phone, address, zip } = known[n % known.length]!;
    const isKnown = n < known.length;
    const digits = phone.replace(/\D/g, '');
    file.write(
      formatCsvLine([
        `place-${n}`,
        isKnown ? `${name} Dental` : `Harbor ${n} Dental`,
        'dentist',
        '0.9',
        isKnown ? `+1${digits}` : `+1${digits.slice(0, 3)}${String(9_990_000 - n).padStart(7, '0')}`,
        `https://place-${n}.example/`,
        isKnown ? address.toUpperCase().replace(' STREET', ' ST') : `${n} Unheard Way`,
        zip,
        '-97.5',
        '30.5',
      ]),
    );
  }
  await new Promise((done) => file.end(done));
}

/** Times what a group sees before it claims: a file of 1,000 rows, and searches by name, by city, and by both. */
async function timeClaimPreviews(db: Knex): Promise<void> {
  const named = await rows<{ name: string; zip: string; npi: string | null; city: string; state: string }>(
    db,
    `select name, zip5 as zip, npi, city, state from dentists where zip5 is not null and city is not null
     order by md5(cast(id as text)) limit 1000`,
    [],
  );
  const nothing = { id: null, npi: null, name: null, zip: null, phone: null, address: null };
  const byName = named.map(({ name, zip }, row) => ({ ...nothing, row, name, zip }));
  const byNpi = named.flatMap(({ npi }, row) => (npi === null ? [] : [{ ...nothing, row, npi }]));
  const [{ name, city, state }] = named as [(typeof named)[number]];
  const search = (query: { name?: string; location?: string }) =>
    searchAllIds(db, { name: '', location: '', sort: 'name', ...query }, systemClock(), 1_001);
  const print = async (what: string, work: () => Promise<readonly unknown[]>) => {
    let found = 0;
    const ms = await timedBest(async () => (found = (await work()).length));
    console.log(`  ${what}: ${Math.round(ms)} ms, ${thousands(found)} found`);
  };
  console.log('Preview of a group’s claim:');
  await print('a file of 1,000 names with ZIP codes', () => findNamedListings(db, byName));
  await print(`a file of ${thousands(byNpi.length)} NPIs`, () => findNamedListings(db, byNpi));
  await print('a search by name', () => search({ name: name.split(' ').at(-1)! }));
  await print('a search by city', () => search({ location: `${city}, ${state}` }));
  await print('a search by name and state', () => search({ name: name.split(' ').at(-1)!, location: state }));
}

/** `npm run bench -- matching [PLACES] [LISTINGS]`: matches places of the map to listings, and previews claims of groups. */
export async function benchMatching(args: readonly string[]): Promise<void> {
  const [places, listings] = [Number(args[0] ?? 50_000), Number(args[1] ?? 300_000)];
  const ground = await openDirectories();
  try {
    const { db } = await ground.fresh('directory');
    await invent(ground.url('directory'), listings);
    const path = join(ground.home, 'places.csv');
    await writePlaces(db, path, places);
    const info = requireSource('overture');
    await resetPeakMemory();
    const before = await peakMemory();
    const start = performance.now();
    const found = await matchFile(db, await inspectFile(path, 'places.csv'), info, findReader(info)!, '2026-11-20');
    console.log(
      `${thousands(found.rows)} places against ${thousands(listings)} listings: ${seconds(performance.now() - start)}, ` +
        `${thousands(found.matched)} matched, ${thousands(found.possible)} possible, ${await peakMemory()} MB at most, ${before} before`,
    );
    await timeClaimPreviews(db);
    await db.destroy();
  } finally {
    await ground.end();
  }
}

interface RegistryFileOptions {
  rows: number;
  /** 0 for the first month, 1 for the next. A later one has changed, new, and deactivated providers. */
  month?: number;
  /** Only the rows that the next month changes, adds, or deactivates, like a weekly file. */
  onlyChanges?: boolean;
}

/** The number of dental rows in 1,000. */
const DENTAL_PER_MILLE = 39;
const TEMPLATES = 4000;
const BLOCK = 4 * 2 ** 20;

const lastNames =
  "SMITH JOHNSON WILLIAMS BROWN JONES GARCIA MILLER DAVIS RODRIGUEZ MARTINEZ HERNANDEZ LOPEZ GONZALEZ WILSON ANDERSON THOMAS TAYLOR MOORE JACKSON MARTIN LEE PEREZ THOMPSON WHITE HARRIS NGUYEN PATEL KIM MCALLEN O'BRIEN DESOTO MACDONALD CHEN SHAH COHEN MURPHY KELLY SULLIVAN D'ANGELO VAN-DYKE".split(
    ' ',
  );
const firstNames =
  'JAMES MARY ROBERT PATRICIA JOHN JENNIFER MICHAEL LINDA DAVID ELIZABETH WILLIAM BARBARA RICHARD SUSAN JOSEPH JESSICA THOMAS SARAH CHARLES KAREN PRIYA WEI MINH CARLOS ANA OLGA'.split(
    ' ',
  );
const streets =
  'MAIN ST|OAK AVE|ELM ST|SW 5TH AVE|MAPLE DR|N LAKE BLVD|MARTIN LUTHER KING JR BLVD|FM 1960 RD W|HWY 71|2ND ST'.split(
    '|',
  );
const clinicWords = 'BRIGHT FAMILY GENTLE MODERN RIVERSIDE MCKINNEY SUNSHINE LONE STAR PREMIER OAK HILL'.split(' ');
const dentalCodes = [
  '1223G0001X',
  '122300000X',
  '1223G0001X',
  '1223X0400X',
  '1223P0221X',
  '1223S0112X',
  '1223E0200X',
  '1223P0300X',
  '1223P0700X',
];
const otherCodes = [
  '207Q00000X',
  '163W00000X',
  '183500000X',
  '225100000X',
  '363L00000X',
  '101YM0800X',
  '208000000X',
  '332B00000X',
  '124Q00000X',
  '390200000X',
];

/** A number that depends only on its arguments. */
function mix(seed: number, salt: number): number {
  let value = Math.imul(seed ^ (salt * 0x9e3779b1), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
const pick = <T>(list: readonly T[], seed: number, salt: number): T => list[mix(seed, salt) % list.length]!;

const isDental = (row: number) => mix(row, 1) % 1000 < DENTAL_PER_MILLE;

/** Writes a file with the true header and the row length of the registry. Returns its size, and how many rows are dental. */
async function writeRegistry(
  path: string,
  { rows, month = 0, onlyChanges = false }: RegistryFileOptions,
): Promise<{ bytes: number; rows: number; dental: number }> {
  const { zips, cities } = await readPlaces();
  const cityById = new Map(cities.map((city) => [city.id, city]));
  const towns = zips.map((zip) => ({
    zip: zip.zip,
    state: zip.state,
    city: cityById.get(zip.cityId)!.name.toUpperCase(),
  }));
  const placeOf = (group: number) => {
    const town = pick(towns, group, 2);
    return {
      address: `${(mix(group, 3) % 9899) + 100} ${pick(streets, group, 4)}`,
      address2: mix(group, 5) % 3 === 0 ? `STE ${(mix(group, 6) % 900) + 100}` : '',
      city: town.city,
      state: town.state,
      zip: `${town.zip}${String(mix(group, 7) % 10_000).padStart(4, '0')}`,
      country: 'US',
      phone: `${(mix(group, 8) % 700) + 201}${String((mix(group, 9) % 8_000_000) + 2_000_000)}`,
    };
  };
  const makeRow = (number: number, group: number): RegistryRow => {
    const isClinic = group % 5 === 0;
    const clinic = group - (group % 5);
    const own = placeOf(group);
    const shared = placeOf(clinic);
    const closeness = mix(group, 10) % 20;
    const place =
      isClinic || closeness < 14
        ? shared
        : closeness < 17
          ? { ...own, city: shared.city, state: shared.state, zip: shared.zip, phone: shared.phone }
          : own;
    const changed = month > 0 && mix(number, 11) % 100 === 0;
    const row: RegistryRow = {
      npi: makeNpi(number),
      entity: isClinic ? '2' : '1',
      ...place,
      phone: changed && !isClinic ? own.phone : place.phone,
      enumerated: `0${(number % 9) + 1}/1${number % 9}/20${String((number % 19) + 6).padStart(2, '0')}`,
      updated: changed ? '10/20/2026' : '03/04/2024',
    };
    if (isClinic)
      return {
        ...row,
        organization: `${pick(clinicWords, group, 12)} ${pick(lastNames, group, 13)} DENTAL ${number % 997} PLLC`,
        taxonomies: [[mix(group, 14) % 2 ? '261QD0000X' : '1223G0001X', '', '', 'Y']],
      };
    return {
      ...row,
      last: pick(lastNames, group, 15),
      first: pick(firstNames, group, 16),
      middle: mix(group, 17) % 2 ? String.fromCharCode(65 + (group % 26)) : '',
      credentials: mix(group, 18) % 2 ? 'D.D.S.' : 'DMD',
      gender: mix(group, 19) % 2 ? 'F' : 'M',
      taxonomies: [[pick(dentalCodes, group, 20), String(mix(group, 21) % 90_000), place.state, 'Y']],
    };
  };

  // Other providers differ only in their NPI, which is written into copies of these rows.
  const templates = Array.from({ length: TEMPLATES }, (_, n) =>
    Buffer.from(
      formatRow({
        ...makeRow(10_000_000 + n, n),
        organization: n % 5 === 0 ? `${pick(lastNames, n, 22)} MEDICAL GROUP` : '',
        taxonomies: [[pick(otherCodes, n, 23), String(n), 'TX', 'Y']],
      }),
    ),
  );
  const file = openSync(path, 'w');
  const block = Buffer.alloc(BLOCK + 2 ** 16);
  let [at, bytes, written, dental, group] = [0, 0, 0, 0, 0];
  const flush = () => {
    for (let from = 0; from < at;) from += writeSync(file, block, from, at - from);
    bytes += at;
    at = 0;
  };
  at += block.write(`${headerLine}\n`, 0, 'latin1');
  for (let number = 1; number <= rows; number++) {
    const isDentalRow = isDental(number);
    if (isDentalRow) group++;
    const isNew = mix(number, 24) % 200 === 0;
    if (month === 0 && isNew) continue;
    const isGone = month > 0 && mix(number, 25) % 300 === 0;
    if (onlyChanges && !isNew && !isGone && mix(number, 11) % 100 !== 0) continue;
    written++;
    if (isGone) at += block.write(formatRow({ npi: makeNpi(number), deactivated: '10/22/2026' }), at, 'latin1');
    else if (isDentalRow) {
      dental++;
      at += block.write(formatRow(makeRow(number, group)), at, 'latin1');
    } else {
      const template = templates[number % TEMPLATES]!;
      template.copy(block, at);
      block.write(makeNpi(number), at + 1, 'latin1');
      at += template.length;
    }
    if (at >= BLOCK) flush();
  }
  flush();
  closeSync(file);
  return { bytes, rows: written, dental };
}

/** The time to read the bytes of a file, which no import can beat. */
async function readBytes(path: string): Promise<number> {
  const start = performance.now();
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) bytes += (chunk as Buffer).length;
  if (bytes !== (await stat(path)).size) throw new Error('The file changed while it was read.');
  return performance.now() - start;
}

/** A row of the file has about 1,100 bytes. The rest is room for the database. */
const BYTES_PER_ROW = 2_000;

async function requireSpace(folder: string, rows: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = rows * BYTES_PER_ROW;
  if (bavail * bsize < needed)
    throw new Error(
      `${thousands(rows)} rows need ${thousands(needed / 1e9)} GB in ${folder}, which has ${thousands((bavail * bsize) / 1e9)} GB free.`,
    );
}

/**
 * `npm run bench -- registry ROWS`: imports a synthesized month of the national registry, again, a week, and the next month.
 * Only one file is on disk at a time.
 */
export async function benchRegistry(args: readonly string[]): Promise<void> {
  const rows = Number(args[0] ?? 300_000);
  const ground = await openDirectories();
  // An interrupted benchmark must not leave 10 GB behind.
  const removeAll = () => rmSync(ground.home, { recursive: true, force: true });
  process.once('exit', removeAll);
  try {
    await requireSpace(ground.home, rows);
    await (await ground.fresh('registry')).db.destroy();
    const client = new pg.Client({ connectionString: ground.url('registry') });
    await client.connect();
    const path = (name: string) => join(ground.home, name);
    const write = async (name: string, options: RegistryFileOptions): Promise<number> => {
      const start = performance.now();
      const written = await writeRegistry(path(name), options);
      console.log(
        `\n${name}: ${thousands(written.rows)} rows, ${thousands(written.dental)} dental, ${thousands(written.bytes / 1e6)} MB, written in ${thousands((performance.now() - start) / 1000)} s`,
      );
      return written.rows;
    };
    const run = async (what: string, name: string, rowsInFile: number) => {
      const floor = await readBytes(path(name));
      const { ms, peak, message } = await importApart(ground.url('registry'), path(name));
      const { rows: counts } = await client.query<{ live: string; joined: string }>(
        'select count(*) as live, count(practice_id) as joined from dentists where deleted_at is null',
      );
      console.log(
        `${what.padEnd(28)} ${(ms / 1000).toFixed(1).padStart(7)} s  ${thousands(rowsInFile / (ms / 1000)).padStart(10)} rows/s  ${(ms / floor).toFixed(1).padStart(6)} times reading the bytes (${(floor / 1000).toFixed(1)} s)  ${peak} MB at most`,
      );
      console.log(
        `  ${message} ${thousands(Number(counts[0]!.live))} listings, ${thousands(Number(counts[0]!.joined))} in a practice.`,
      );
    };
    const month = 'npidata_pfile_20050523-20261011.csv';
    const monthRows = await write(month, { rows });
    await run('a month, empty directory', month, monthRows);
    await run('the same month again', month, monthRows);
    await rm(path(month));
    const week = 'npidata_pfile_20261012-20261018.csv';
    await run('the changes of a month', week, await write(week, { rows, month: 1, onlyChanges: true }));
    await rm(path(week));
    const nextMonth = 'npidata_pfile_20050523-20261108.csv';
    await run('the next month', nextMonth, await write(nextMonth, { rows, month: 1 }));
    await client.end();
  } finally {
    await ground.end();
    process.off('exit', removeAll);
  }
}
