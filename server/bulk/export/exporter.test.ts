import { PassThrough, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExportName } from '#contract/bulk/bulk.ts';
import { seedSample } from '#server/sample/seed.ts';
import { systemClock } from '#server/base/clock.ts';
import { freshDatabase, type FreshDatabase } from '#server/test/programs/database.ts';
import { writeExport } from './exporter.ts';

const LISTINGS = 310;

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await seedSample(database.url, { count: LISTINGS, clock: systemClock(), hashPassword: async () => 'x' });
  await database.db('dentists').whereRaw('id % 7 = 0').update({ deletedAt: new Date() });
});
afterAll(() => database.drop());

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

it('shows the listings of one moment, whatever changes while it is read', async () => {
  const before = await readExport('contacts');
  const { chunks, finished } = startExport(() => database.db('dentists').update({ name: 'Changed Meanwhile' }), signal);
  await finished;
  expect(Buffer.concat(chunks).toString()).toBe(before);
  expect(await readExport('contacts')).toContain('Changed Meanwhile');
});

it('frees its connection when the reader leaves', async () => {
  const reader = new AbortController();
  const { finished } = startExport(async () => reader.abort(), reader.signal);
  await expect(finished).rejects.toThrow(/abort/i);
  await expect.poll(() => pool().numUsed()).toBe(0);
});
