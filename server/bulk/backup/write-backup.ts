import type { Knex } from 'knex';
import { createHash } from 'node:crypto';
import { Transform, type Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip, constants } from 'node:zlib';
import type { Deps } from '#server/base/http/context.ts';
import { countLines, FORMAT, SEAL, sectionKey, VERSION, type BackupEnd, type SectionSums } from './backup-format.ts';
import {
  copyTableOut,
  estimateRows,
  isSealedPart,
  listMigrations,
  listSections,
  listSequences,
  listTablesInOrder,
} from './queries-backup.ts';
import { waitForDrain } from '#server/base/wait-for-drain.ts';
import { closeConnection, copyOutOf } from '#server/base/db/copy-stream.ts';
import { cancelBackend, findBackendPid } from '../runs/queries-runs.ts';

interface BackupResult {
  bytes: number;
  sha256: string;
  rows: number;
  sections: SectionSums;
}
export interface WriteOptions {
  signal: AbortSignal;
  /** Receives the written share of all rows, from 0 to 1. */
  onProgress?: (share: number) => void;
}

export const buildBackupName = (at: Date): string =>
  `enamel-backup-${at.toISOString().slice(0, 19).replace(/[T:]/g, '-')}.gz`;

export async function writeBackup(
  deps: Pick<Deps, 'db' | 'clock' | 'secret'>,
  output: Writable,
  { signal, onProgress = () => {} }: WriteOptions,
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
  let canceled: Promise<unknown> = Promise.resolve();
  const readTables = async (trx: Knex) => {
    await trx.raw('set local statement_timeout = 0');
    const pid = await findBackendPid(trx);
    signal.addEventListener('abort', () => (canceled = cancelBackend(deps.db, pid).catch(() => undefined)));
    const sections = listSections(await listTablesInOrder(trx));
    const estimate = await estimateRows(trx);
    await write(
      `${JSON.stringify({ format: FORMAT, version: VERSION, madeAt: deps.clock.now().toISOString(), migrations: await listMigrations(trx) })}\n`,
    );
    const end: BackupEnd = { end: true, tables: {}, sequences: await listSequences(trx) };
    let rows = 0;
    for (const section of sections) {
      const { name, columns, sealed } = section;
      await write(`${JSON.stringify({ table: name, columns, ...(sealed ? { sealed } : {}) })}\n`);
      const hash = createHash('sha256');
      let sectionRows = 0;
      for await (const block of readBlocks(await copyOutOf(trx, copyTableOut(section)))) {
        sectionRows += countLines(block);
        const lines = sealed ? Buffer.from(`${deps.secret.seal(SEAL, block.toString('latin1'))}\n`) : block;
        hash.update(lines);
        await write(lines);
        onProgress(Math.min(1, (rows + sectionRows) / Math.max(1, estimate)));
      }
      end.tables[sectionKey(section, isSealedPart(section))] = { rows: sectionRows, sha256: hash.digest('hex') };
      if (!isSealedPart(section)) rows += sectionRows;
      await write('\\.\n');
    }
    await write(`${JSON.stringify(end)}\n`);
    gzip.end(`sha256 ${contentHash.digest('hex')}\n`);
    return { rows, sections: end.tables };
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
    const [{ rows, sections }] = await Promise.all([reading, written]);
    return { bytes, sha256: fileHash.digest('hex'), rows, sections };
  } catch (error) {
    gzip.destroy();
    await canceled;
    await reading.catch(() => undefined);
    await finished(output).catch(() => undefined);
    throw error;
  }
}

/** Joins rows to blocks, because a call per row costs more than the row itself. */
async function* readBlocks(source: Readable): AsyncGenerator<Buffer> {
  // A canceled COPY reports its error after the loop has ended.
  source.on('error', () => {});
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size <= 65_536) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(chunks);
}
