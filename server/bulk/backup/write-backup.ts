import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { Transform, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip, constants } from 'node:zlib';
import type { Deps } from '#server/http/context.ts';
import { copyTableOut, listMigrations, listSequences, listTablesInOrder } from './queries-backup.ts';
import { waitForDrain } from '../export/wait-for-drain.ts';
import { copyOutOf } from '../export/copy-stream.ts';

/**
 * A backup is one gzip file. Inside, lines: a header as JSON; for each table a line of JSON, its rows as COPY writes them,
 * and a line "\."; at the end a line of JSON with rows and checksum of every table, the sequences, and last the checksum
 * of all lines before. Everything is read in one snapshot. Sign-ins are left out; sealed values stay sealed.
 */
export const FORMAT = 'enamel-backup';
export const VERSION = 1;

export interface BackupEnd {
  end: true;
  tables: Record<string, { rows: number; sha256: string }>;
  sequences: { name: string; value: number | null }[];
}
export interface BackupResult {
  bytes: number;
  sha256: string;
  rows: number;
}

export const buildBackupName = (at: Date): string =>
  `enamel-backup-${at.toISOString().slice(0, 19).replace(/[T:]/g, '-')}.gz`;

export async function writeBackup(
  deps: Pick<Deps, 'db' | 'clock'>,
  into: Writable,
  signal: AbortSignal,
): Promise<BackupResult> {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED + 3 });
  const outer = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      outer.update(chunk);
      done(null, chunk);
    },
  });
  const written = pipeline(gzip, measure, into, { signal });
  const all = createHash('sha256');
  const put = async (data: string | Buffer): Promise<void> => {
    all.update(data);
    if (!gzip.write(data)) await waitForDrain(gzip);
    signal.throwIfAborted();
  };
  const reading = deps.db.transaction(
    async (trx) => {
      await trx.raw('set local statement_timeout = 0');
      const tables = await listTablesInOrder(trx);
      await put(
        `${JSON.stringify({ format: FORMAT, version: VERSION, madeAt: deps.clock.now().toISOString(), migrations: await listMigrations(trx) })}\n`,
      );
      const end: BackupEnd = { end: true, tables: {}, sequences: await listSequences(trx) };
      for (const table of tables) {
        await put(`${JSON.stringify({ table: table.name, columns: table.columns })}\n`);
        end.tables[table.name] = await writeTable(trx, copyTableOut(table), put);
        await put('\\.\n');
      }
      await put(`${JSON.stringify(end)}\n`);
      gzip.end(`sha256 ${all.digest('hex')}\n`);
      return Object.values(end.tables).reduce((sum, { rows }) => sum + rows, 0);
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
  try {
    const [rows] = await Promise.all([reading, written]);
    return { bytes, sha256: outer.digest('hex'), rows };
  } catch (error) {
    gzip.destroy();
    await reading.catch(() => undefined);
    await finished(into).catch(() => undefined);
    throw error;
  }
}

async function writeTable(
  trx: Knex,
  sql: string,
  put: (data: Buffer) => Promise<void>,
): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256');
  let rows = 0;
  const source = await copyOutOf(trx, sql);
  // Small messages are gathered: a row at a time would cost more than the row.
  let gathered: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    const block = Buffer.concat(gathered);
    gathered = [];
    size = 0;
    hash.update(block);
    for (let at = block.indexOf(10); at !== -1; at = block.indexOf(10, at + 1)) rows++;
    await put(block);
  };
  for await (const chunk of source as AsyncIterable<Buffer>) {
    gathered.push(chunk);
    size += chunk.length;
    if (size > 65_536) await flush();
  }
  await flush();
  return { rows, sha256: hash.digest('hex') };
}
