import { PassThrough, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ExportName } from '#contract/bulk/bulk.ts';
import { seedSample } from '#server/sample/seed.ts';
import { systemClock } from '#server/base/clock.ts';
import { freshDatabase, type FreshDatabase } from '#server/test/programs/database.ts';
import { withExportSnapshot } from '#server/base/db/copy-stream.ts';
import { writeExport } from './exporter.ts';
import { exportLimits } from './queries-export.ts';
import { sendParts } from './send-parts.ts';

const LISTINGS = 310;
const usualPart = exportLimits.partListings;
const names = ['contacts', 'dentist-listings'] as const satisfies readonly ExportName[];

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await seedSample(database.url, { count: LISTINGS, clock: systemClock(), hashPassword: async () => 'x' });
  await database.db('dentists').whereRaw('id % 7 = 0').update({ deletedAt: new Date() });
});
afterAll(() => database.drop());
beforeEach(() => (exportLimits.partListings = 20));
afterEach(() => (exportLimits.partListings = usualPart));

const { signal } = new AbortController();

async function readExport(name: ExportName): Promise<string> {
  const output = new PassThrough();
  const [text] = await Promise.all([buffer(output), writeExport(database.db, name, output, signal)]);
  return text.toString();
}

/** Runs an export, and something else when its first bytes arrive. */
function startExport(whenBegun: () => Promise<unknown>, exportSignal: AbortSignal) {
  const chunks: Buffer[] = [];
  const output = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      if (chunks.length > 1) return done();
      whenBegun().then(() => done(), done);
    },
  });
  return { chunks, finished: writeExport(database.db, 'contacts', output, exportSignal) };
}

const pool = () => (database.db.client as { pool: { numUsed(): number } }).pool;

it.each(names)('%s are the same, whether they are read in parts or in one statement', async (name) => {
  const parts = await readExport(name);
  exportLimits.partListings = usualPart;
  expect(await readExport(name)).toBe(parts);
  expect(parts.split('\n').length).toBeGreaterThan(LISTINGS / 2);
});

it('shows the listings of one moment, whatever changes while it is read', async () => {
  const before = await readExport('contacts');
  const { chunks, finished } = startExport(() => database.db('dentists').update({ name: 'Changed Meanwhile' }), signal);
  await finished;
  expect(Buffer.concat(chunks).toString()).toBe(before);
  expect(await readExport('contacts')).toContain('Changed Meanwhile');
});

it('frees both connections when the reader leaves', async () => {
  const reader = new AbortController();
  const { finished } = startExport(async () => reader.abort(), reader.signal);
  await expect(finished).rejects.toThrow(/abort/i);
  await expect.poll(() => pool().numUsed()).toBe(0);
});

it('breaks the file off if a later part fails, and frees both connections', async () => {
  const statements = ['select 1', 'select 2', 'select 1 / 0'].map((select) => `copy (${select}) to stdout`);
  const output = new PassThrough().resume();
  output.on('error', () => {});
  const read = withExportSnapshot(database.db, signal, (connections) =>
    sendParts(connections, statements, output, signal),
  );
  await expect(read).rejects.toThrow('division by zero');
  await expect.poll(() => output.destroyed).toBe(true);
  expect(output.writableFinished).toBe(false);
  await expect.poll(() => pool().numUsed()).toBe(0);
});
