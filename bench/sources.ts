import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Knex } from 'knex';
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
import { findChromium } from '../web/e2e/harness/chromium.ts';
import { invent, openDirectories, timed, timedBest } from './directories.ts';
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
