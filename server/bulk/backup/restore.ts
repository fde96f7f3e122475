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
  triggersOff,
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
const wrong = (why: string) =>
  new Refusal(422, 'bad_backup', `This backup cannot be restored. ${why} Nothing was changed.`);

const NEWLINE = 10;

/** Lines of the file without reading more than is asked for; rows pass as blocks. */
class Lines {
  readonly all: Hash = createHash('sha256');
  #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  #ended = false;
  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }
  async #more(): Promise<boolean> {
    const next = await this.#source.next();
    if (next.done) {
      this.#ended = true;
      return false;
    }
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, next.value]) : next.value;
    return true;
  }
  async line(hashed = true): Promise<string> {
    let end = this.#rest.indexOf(NEWLINE);
    while (end === -1) {
      if (!(await this.#more())) throw wrong('It is cut off.');
      end = this.#rest.indexOf(NEWLINE);
    }
    const line = this.#rest.subarray(0, end + 1);
    if (hashed) this.all.update(line);
    this.#rest = this.#rest.subarray(end + 1);
    return line.toString('utf8', 0, line.length - 1);
  }
  /** Blocks of whole rows up to the line "\.", which ends a table. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#endOfTable();
      if (end >= 0) {
        const block = this.#rest.subarray(0, end);
        this.all.update(this.#rest.subarray(0, end + 3));
        this.#rest = this.#rest.subarray(end + 3);
        if (block.length > 0) yield block;
        return;
      }
      const last = this.#rest.lastIndexOf(NEWLINE);
      if (last >= 0) {
        const block = this.#rest.subarray(0, last + 1);
        this.all.update(block);
        this.#rest = this.#rest.subarray(last + 1);
        yield block;
      }
      if (this.#ended || !(await this.#more())) throw wrong('It is cut off.');
    }
  }
  #endOfTable(): number {
    if (this.#rest.length >= 3 && this.#rest[0] === 92 && this.#rest[1] === 46 && this.#rest[2] === NEWLINE) return 0;
    const found = this.#rest.indexOf('\n\\.\n');
    return found === -1 ? -1 : found + 1;
  }
}

export interface Restored {
  madeAt: string;
  tables: number;
  rows: number;
}

/** Fills an empty, migrated database from a backup, in one transaction that only commits when every checksum is right. */
export async function restoreBackup(db: Knex, source: Readable): Promise<Restored> {
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  const lines = new Lines(gunzip as AsyncIterable<Buffer>);
  const readJson = async (): Promise<unknown> => JSON.parse(await lines.line()) as unknown;
  try {
    const head = header.safeParse(
      await readJson().catch((error: unknown) =>
        Promise.reject(error instanceof Refusal ? error : wrong('It is not a backup of Enamel.')),
      ),
    );
    if (!head.success) throw wrong('It is not a backup of Enamel.');
    if (head.data.version > VERSION) throw wrong('It was made by a newer release of Enamel.');
    const restored = await db.transaction(async (trx) => {
      await trx.raw(`set local statement_timeout = 0; set local enamel.bulk = 'on'`);
      if (head.data.migrations.some(isOldMigration))
        throw wrong('An earlier release made it. Import a CSV of its listings instead.');
      const known = new Set(await listMigrations(trx));
      if (head.data.migrations.some((name) => !known.has(name)))
        throw wrong('It was made by a newer release of Enamel.');
      const entry = await findFirstEntry(trx);
      if (entry)
        throw new Refusal(
          409,
          'not_empty',
          `A backup is restored into an empty database, and this one already holds ${entry.replaceAll('_', ' ')}. Nothing was changed.`,
        );
      const tables = await listTablesInOrder(trx);
      const byName = new Map(tables.map((table) => [table.name, table]));
      await triggersOff(trx, tables, true);
      await emptyTables(trx, tables);
      const sums: BackupEnd['tables'] = {};
      for (;;) {
        const next = await readJson();
        if (next !== null && typeof next === 'object' && 'end' in next) {
          const end = next as BackupEnd;
          if (JSON.stringify(end.tables) !== JSON.stringify(sums)) throw wrong('A checksum does not match.');
          const sum = lines.all.digest('hex');
          if ((await lines.line(false)) !== `sha256 ${sum}`) throw wrong('Its checksum does not match.');
          await setSequences(trx, end.sequences);
          break;
        }
        const { table, columns } = tableLine.parse(next);
        const here = byName.get(table);
        if (!here || columns.some((column) => !here.columns.includes(column)))
          throw wrong(`This release has no table ${table} like it.`);
        const into = await copyInto(trx, copyTableIn({ name: table, columns }));
        sums[table] = await fill(into, lines);
      }
      await fillListingKeys(trx);
      await recordDirectoryChange(trx);
      await triggersOff(trx, tables, false);
      return {
        madeAt: head.data.madeAt,
        tables: Object.keys(sums).length,
        rows: Object.values(sums).reduce((sum, { rows }) => sum + rows, 0),
      };
    });
    await vacuumAll(db);
    return restored;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code?.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE') throw wrong('It is damaged or cut off.');
    throw error;
  } finally {
    gunzip.destroy();
    source.destroy();
  }
}

async function fill(into: Writable, lines: Lines): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256');
  let rows = 0;
  let failed: Error | null = null;
  into.on('error', (error: Error) => (failed ??= error));
  for await (const block of lines.rows()) {
    if (failed) throw failed;
    hash.update(block);
    for (let at = block.indexOf(NEWLINE); at !== -1; at = block.indexOf(NEWLINE, at + 1)) rows++;
    if (!into.write(block)) await waitForDrain(into);
  }
  into.end();
  await finished(into);
  return { rows, sha256: hash.digest('hex') };
}
