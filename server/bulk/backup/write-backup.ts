import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { Transform, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip, constants } from 'node:zlib';
import type { Deps } from '#server/http/context.ts';
import { copyTableOut, listMigrations, listSequences, listTablesInOrder } from './queries-backup.ts';
import { waitForDrain } from '../export/wait-for-drain.ts';
import { closeConnection, copyOutOf, EXPORT_TIMEOUT } from '../export/copy-stream.ts';

/**
 * A backup is one gzip file of lines. The first is a header in JSON. Each table follows with a line of JSON, its rows in the text
 * format of COPY, and a line "\.". Then a line of JSON has the row count and checksum of every table and the sequences, and the
 * last line has the checksum of all lines before it. The tables are read in one snapshot. Sessions are omitted, and encrypted
 * values stay encrypted.
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
  output: Writable,
  signal: AbortSignal,
): Promise<BackupResult> {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED + 3 });
  const fileHash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      fileHash.update(chunk);
      done(null, chunk);
    },
  });
  const written = pipeline(gzip, measure, output, { signal });
  const contentHash = createHash('sha256');
  const write = async (data: string | Buffer): Promise<void> => {
    contentHash.update(data);
    if (!gzip.write(data)) await waitForDrain(gzip);
    signal.throwIfAborted();
  };
  const readTables = async (trx: Knex) => {
    await trx.raw(`set local statement_timeout = '${EXPORT_TIMEOUT}'`);
    const tables = await listTablesInOrder(trx);
    await write(
      `${JSON.stringify({ format: FORMAT, version: VERSION, madeAt: deps.clock.now().toISOString(), migrations: await listMigrations(trx) })}\n`,
    );
    const end: BackupEnd = { end: true, tables: {}, sequences: await listSequences(trx) };
    for (const table of tables) {
      await write(`${JSON.stringify({ table: table.name, columns: table.columns })}\n`);
      end.tables[table.name] = await writeTable(trx, copyTableOut(table), write);
      await write('\\.\n');
    }
    await write(`${JSON.stringify(end)}\n`);
    gzip.end(`sha256 ${contentHash.digest('hex')}\n`);
    return Object.values(end.tables).reduce((sum, { rows }) => sum + rows, 0);
  };
  const reading = deps.db.transaction(
    (trx) =>
      readTables(trx).catch(async (error: unknown) => {
        await closeConnection(trx);
        throw error;
      }),
    { isolationLevel: 'repeatable read', readOnly: true },
  );
  try {
    const [rows] = await Promise.all([reading, written]);
    return { bytes, sha256: fileHash.digest('hex'), rows };
  } catch (error) {
    gzip.destroy();
    await reading.catch(() => undefined);
    await finished(output).catch(() => undefined);
    throw error;
  }
}

async function writeTable(
  trx: Knex,
  sql: string,
  write: (data: Buffer) => Promise<void>,
): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256');
  let rows = 0;
  const source = await copyOutOf(trx, sql);
  // Rows are written in blocks, because a call per row costs more than the row itself.
  let chunks: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    const block = Buffer.concat(chunks);
    chunks = [];
    size = 0;
    hash.update(block);
    for (let at = block.indexOf(10); at !== -1; at = block.indexOf(10, at + 1)) rows++;
    await write(block);
  };
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > 65_536) await flush();
  }
  await flush();
  return { rows, sha256: hash.digest('hex') };
}
