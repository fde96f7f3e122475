import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openKnex } from '#server/base/db/knex.ts';
import { migrate } from '#server/base/db/migrate.ts';
import { readPlaces } from '#server/base/db/places/places-data.ts';
import { formatCsvLine } from '#server/bulk/read/cells.ts';
import { startDebianPostgres } from '#server/test/programs/debian-postgres.ts';
import { importApart, openDirectories } from './directories.ts';

type Change = 'none' | 'phone' | 'most';

/** Writes listings, or the same listings with another phone number, or with another name, phone number, place, and hours. */
async function writeListings(path: string, rows: number, change: Change): Promise<void> {
  const isOther = change === 'most';
  const { zips, cities } = await readPlaces();
  const cityNames = new Map(cities.map(({ id, name }) => [id, name]));
  function* format() {
    yield formatCsvLine(['id', 'name', 'phone', 'address', 'city', 'state', 'zipCode', 'mondayHours', 'languages']);
    for (let n = 1; n <= rows; n++) {
      const { zip, state, cityId } = zips[(n * 37 + (isOther ? 500 : 0)) % zips.length]!;
      const phone = `${{ none: 617, phone: 512, most: 206 }[change]}${2_000_000 + n}`;
      const hours = isOther ? '9:00 AM - 6:00 PM' : '8:00 AM - 5:00 PM';
      const name = `${isOther ? 'Ann' : 'Ben'} Person${n}`;
      yield formatCsvLine([String(n), name, phone, '1 Elm St', cityNames.get(cityId)!, state, zip, hours, 'English']);
    }
  }
  await pipeline(Readable.from(format()), createWriteStream(path));
}

/** `npm run bench -- changes ROWS`: compares changed listings with new ones, on both kinds of Postgres. */
export async function bench(args: readonly string[]): Promise<void> {
  const rows = Number(args[0] ?? 100_000);
  const ground = await openDirectories();
  const debian = await startDebianPostgres({ isSafe: true });
  try {
    await (await ground.fresh('changes')).db.destroy();
    const urls: [string, string][] = [['embedded', ground.url('changes')]];
    if (debian) {
      await debian.run('createdb', '--maintenance-db', debian.urlOf('postgres'), 'changes');
      const db = openKnex(debian.urlOf('changes'));
      await migrate(db, debian.urlOf('changes'));
      await db.destroy();
      urls.push(['Debian’s, with default settings', debian.urlOf('changes')]);
    }
    const changes: readonly Change[] = ['none', 'phone', 'most'];
    const pathOf = (change: Change) => join(ground.home, `${change}.csv`);
    for (const change of changes) await writeListings(pathOf(change), rows, change);
    for (const [what, url] of urls) {
      const times: number[] = [];
      for (const change of changes) times.push((await importApart(url, pathOf(change))).ms / 1000);
      const [added, ...changed] = times.map((seconds) => `${seconds.toFixed(1)} s`);
      const [phone, most] = times.slice(1).map((seconds) => (seconds / times[0]!).toFixed(1));
      console.log(
        `${what}: new ${added}, another phone number ${changed[0]} (${phone} times), six other values ${changed[1]} (${most} times)`,
      );
    }
  } finally {
    await debian?.stop();
    await ground.end();
  }
}
