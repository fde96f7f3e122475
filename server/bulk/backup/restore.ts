import { createHash, type Hash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { isOldMigration } from '#server/db/migrate.ts';
import { Refusal } from '#server/http/errors.ts';
import { FORMAT, VERSION, type BackupEnd } from './write-backup.ts';
import {
  copyTableIn,
  recordDirectoryChange,
  fillListingKeys,
  emptyTables,
  findFirstEntry,
  listMigrations,
  setSequences,
  listTablesInOrder,
  setUserTriggers,
  vacuumAll,
} from './queries-backup.ts';
import { waitForDrain } from '../export/wait-for-drain.ts';
import { copyInto } from '../export/copy-stream.ts';

const header = z.object({
  format: z.literal(FORMAT),
  version: z.int(),
  madeAt: z.string(),
  migrations: z.array(z.string()),
});
const tableLine = z.object({ table: z.string(), columns: z.array(z.string()) });
const createRefusal = (why: string) =>
  new Refusal(422, 'bad_backup', `This backup can’t be restored. ${why} Nothing was changed.`);

const NEWLINE = 10;

/** Reads the lines of a backup on demand, and table rows in blocks. */
class LineReader {
  readonly hash: Hash = createHash('sha256');
  #source: AsyncIterator<Buffer>;
  #buffer: Buffer = Buffer.alloc(0);
  #ended = false;
  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }
  async #readMore(): Promise<boolean> {
    const next = await this.#source.next();
    if (next.done) {
      this.#ended = true;
      return false;
    }
    this.#buffer = this.#buffer.length > 0 ? Buffer.concat([this.#buffer, next.value]) : next.value;
    return true;
  }
  async readLine(hashed = true): Promise<string> {
    let end = this.#buffer.indexOf(NEWLINE);
    while (end === -1) {
      if (!(await this.#readMore())) throw createRefusal('It is cut off.');
      end = this.#buffer.indexOf(NEWLINE);
    }
    const line = this.#buffer.subarray(0, end + 1);
    if (hashed) this.hash.update(line);
    this.#buffer = this.#buffer.subarray(end + 1);
    return line.toString('utf8', 0, line.length - 1);
  }
  /** Yields blocks of complete rows up to the line "\.", which ends a table. */
  async *readRows(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#findTableEnd();
      if (end >= 0) {
        const block = this.#buffer.subarray(0, end);
        this.hash.update(this.#buffer.subarray(0, end + 3));
        this.#buffer = this.#buffer.subarray(end + 3);
        if (block.length > 0) yield block;
        return;
      }
      const last = this.#buffer.lastIndexOf(NEWLINE);
      if (last >= 0) {
        const block = this.#buffer.subarray(0, last + 1);
        this.hash.update(block);
        this.#buffer = this.#buffer.subarray(last + 1);
        yield block;
      }
      if (this.#ended || !(await this.#readMore())) throw createRefusal('It is cut off.');
    }
  }
  #findTableEnd(): number {
    if (this.#buffer.length >= 3 && this.#buffer[0] === 92 && this.#buffer[1] === 46 && this.#buffer[2] === NEWLINE)
      return 0;
    const newline = this.#buffer.indexOf('\n\\.\n');
    return newline === -1 ? -1 : newline + 1;
  }
}

export interface RestoreResult {
  madeAt: string;
  tables: number;
  rows: number;
}

/** Restores a backup to an empty, migrated database. Its transaction commits only if every checksum matches. */
export async function restoreBackup(db: Knex, source: Readable): Promise<RestoreResult> {
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  const lines = new LineReader(gunzip as AsyncIterable<Buffer>);
  const readJson = async (): Promise<unknown> => JSON.parse(await lines.readLine()) as unknown;
  try {
    const head = header.safeParse(
      await readJson().catch((error: unknown) =>
        Promise.reject(error instanceof Refusal ? error : createRefusal('It is not a backup of Enamel.')),
      ),
    );
    if (!head.success) throw createRefusal('It is not a backup of Enamel.');
    if (head.data.version > VERSION) throw createRefusal('It was made by a newer release of Enamel.');
    const restored = await db.transaction(async (trx) => {
      await trx.raw(`set local statement_timeout = 0; set local enamel.bulk = 'on'`);
      if (head.data.migrations.some(isOldMigration))
        throw createRefusal('An earlier release made it. Import a CSV of its listings instead.');
      const migrations = new Set(await listMigrations(trx));
      if (head.data.migrations.some((name) => !migrations.has(name)))
        throw createRefusal('It was made by a newer release of Enamel.');
      const entry = await findFirstEntry(trx);
      if (entry)
        throw new Refusal(
          409,
          'not_empty',
          `A backup can only be restored into an empty database, and this one already has ${entry.replaceAll('_', ' ')}. Nothing was changed.`,
        );
      const tables = await listTablesInOrder(trx);
      const byName = new Map(tables.map((table) => [table.name, table]));
      await setUserTriggers(trx, tables, 'disable');
      await emptyTables(trx, tables);
      const checksums: BackupEnd['tables'] = {};
      for (;;) {
        const next = await readJson();
        if (next !== null && typeof next === 'object' && 'end' in next) {
          const end = next as BackupEnd;
          if (JSON.stringify(end.tables) !== JSON.stringify(checksums))
            throw createRefusal('A checksum does not match.');
          const checksum = lines.hash.digest('hex');
          if ((await lines.readLine(false)) !== `sha256 ${checksum}`)
            throw createRefusal('Its checksum does not match.');
          await setSequences(trx, end.sequences);
          break;
        }
        const { table, columns } = tableLine.parse(next);
        const currentTable = byName.get(table);
        if (!currentTable || columns.some((column) => !currentTable.columns.includes(column)))
          throw createRefusal(`This release has a different ${table} table.`);
        const copyStream = await copyInto(trx, copyTableIn({ name: table, columns }));
        checksums[table] = await copyRows(lines, copyStream);
      }
      await fillListingKeys(trx);
      await recordDirectoryChange(trx);
      await setUserTriggers(trx, tables, 'enable');
      return {
        madeAt: head.data.madeAt,
        tables: Object.keys(checksums).length,
        rows: Object.values(checksums).reduce((sum, { rows }) => sum + rows, 0),
      };
    });
    await vacuumAll(db);
    return restored;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code?.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE')
      throw createRefusal('It is damaged or cut off.');
    throw error;
  } finally {
    gunzip.destroy();
    source.destroy();
  }
}

async function copyRows(lines: LineReader, copyStream: Writable): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256');
  let rows = 0;
  let copyError: Error | null = null;
  copyStream.on('error', (error: Error) => (copyError ??= error));
  for await (const block of lines.readRows()) {
    if (copyError) throw copyError;
    hash.update(block);
    for (let at = block.indexOf(NEWLINE); at !== -1; at = block.indexOf(NEWLINE, at + 1)) rows++;
    if (!copyStream.write(block)) await waitForDrain(copyStream);
  }
  copyStream.end();
  await finished(copyStream);
  return { rows, sha256: hash.digest('hex') };
}
