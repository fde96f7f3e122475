import { closeSync, openSync, writeSync, createReadStream, rmSync } from 'node:fs';
import { rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { readPlaces } from '#server/base/db/places/places-data.ts';
import { makeNpi } from '#server/bulk/registry/test/npi.ts';
import { formatRow, headerLine, type RegistryRow } from '#server/bulk/registry/test/registry-file.ts';
import { importApart, openDirectories } from './directories.ts';
import { thousands } from './ground.ts';

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
export async function bench(args: readonly string[]): Promise<void> {
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
