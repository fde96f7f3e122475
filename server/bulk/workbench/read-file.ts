import { Readable } from 'node:stream';
import type { Deps } from '#server/base/http/context.ts';
import { asRefusal, notFound, Refusal } from '#server/base/http/errors.ts';
import { decodeBytes } from '../read/decode.ts';
import { readCsv } from '../read/csv.ts';
import { readBytes } from '../read/read-bytes.ts';
import { chooseEncoding, spoolUpload, type SpooledFile } from '../read/spool.ts';
import { divideRows } from './blocks.ts';
import {
  addBlocks,
  addBytes,
  deleteBlocks,
  deleteFile,
  deleteFilesBefore,
  findBytes,
  findFile,
  insertFile,
  lockFile,
  saveReading,
  takeStoppedReadings,
  updateFile,
  type Block,
  type FileRow,
} from './queries-files.ts';
import type { FileFormat } from '#contract/bulk/workbench.ts';

export type WorkbenchDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'config'>;

const MAX_BYTES = 2 ** 30;
const CHUNK_BYTES = 2 ** 20;
const BLOCKS_PER_INSERT = 20;

/** Stores a file, and starts to read its rows. */
export async function storeFile(
  deps: WorkbenchDeps,
  source: AsyncIterable<Buffer>,
  owner: { userId: number | null; userName: string; name: string },
): Promise<number> {
  const id = await insertFile(deps.db, { at: deps.clock.now(), ...owner });
  try {
    const bytes = await storeBytes(deps, id, source);
    if (bytes === 0) throw new Refusal(422, 'empty_file', 'This file is empty.');
    await updateFile(deps.db, id, { bytes });
    const file = await openStoredFile(deps, (await findFile(deps.db, id))!);
    void readStoredRows(deps, id, 1, file, {});
    return id;
  } catch (error) {
    await deleteFile(deps.db, id);
    throw error;
  }
}

async function storeBytes({ db }: WorkbenchDeps, id: number, source: AsyncIterable<Buffer>): Promise<number> {
  let [starts, size, pending]: [number, number, Buffer[]] = [0, 0, []];
  const flush = async () => {
    if (size === 0) return;
    await addBytes(db, id, starts, Buffer.concat(pending));
    [starts, size, pending] = [starts + size, 0, []];
  };
  for await (const chunk of source) {
    pending.push(chunk);
    size += chunk.length;
    if (starts + size > MAX_BYTES)
      throw new Refusal(413, 'too_large', 'The workbench takes files of up to 1 GB. Import this one without it.');
    if (size >= CHUNK_BYTES) await flush();
  }
  await flush();
  return starts;
}

async function* readStoredBytes({ db }: WorkbenchDeps, id: number): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const bytes = await findBytes(db, id, at);
    if (!bytes) return;
    yield bytes;
    at += bytes.length;
  }
}

/** Writes the file to disk as it is to be read. The caller removes it. */
export async function openStoredFile(
  deps: WorkbenchDeps,
  { id, name, bytes, format }: Pick<FileRow, 'id' | 'name' | 'bytes' | 'format'>,
): Promise<SpooledFile> {
  const file = await spoolUpload(Readable.from(readStoredBytes(deps, id)), name, deps.config.DATA_DIR, format.sheet);
  if ((file.spreadsheet?.bytes ?? file.bytes) !== bytes) {
    await file.remove();
    throw new Refusal(409, 'gone', 'The server lost this file. Please open it again.');
  }
  return chooseEncoding(file, format.encoding);
}

/** The values of a file that is about to be read again. Its blocks must be deleted, too. */
export const restartReading = ({ reading }: Pick<FileRow, 'reading'>): Partial<FileRow> & { stops: number } => ({
  reading: reading + 1,
  status: 'reading',
  stops: 0,
  rows: 0,
  message: null,
});

/** Reads the file again in another way. */
export async function rereadFile(deps: WorkbenchDeps, id: number, format: FileFormat): Promise<void> {
  const reading = await deps.db.transaction(async (trx) => {
    const file = await lockFile(trx, id);
    if (!file) throw notFound('We could not find this file.');
    await updateFile(trx, id, {
      ...restartReading(file),
      format,
      mapping: null,
      version: file.version + 1,
      usedAt: deps.clock.now(),
    });
    await deleteBlocks(trx, id);
    return file.reading + 1;
  });
  await continueReading(deps, id, reading);
}

/** Reads the rows of a stored file from its start. Resolves once the first rows are stored. */
export async function continueReading(deps: WorkbenchDeps, id: number, reading: number): Promise<void> {
  const file = await findFile(deps.db, id);
  if (file?.reading !== reading) return;
  try {
    const spooled = await openStoredFile(deps, file);
    await new Promise<void>((resolve) => {
      void readStoredRows(deps, id, reading, spooled, file.format, resolve).finally(resolve);
    });
  } catch (error) {
    await failReading(deps, id, reading, error);
  }
}

async function failReading(deps: WorkbenchDeps, id: number, reading: number, error: unknown): Promise<void> {
  const refusal = asRefusal(error);
  if (!refusal) deps.log.error({ err: error, file: id }, 'could not read an import file');
  const message = refusal?.message ?? 'This file can’t be read.';
  await saveReading(deps.db, id, reading, { status: 'failed', message, usedAt: deps.clock.now() }).catch(() => false);
}

async function readStoredRows(
  deps: WorkbenchDeps,
  id: number,
  reading: number,
  file: SpooledFile,
  format: FileFormat,
  onFirstRows: () => void = () => {},
): Promise<void> {
  const { db, clock } = deps;
  const save = (values: Partial<FileRow>) => saveReading(db, id, reading, { ...values, usedAt: clock.now() });
  const bytes = readBytes(file);
  try {
    const csv = await readCsv(decodeBytes(bytes, file.encoding.encoding), format);
    const { sheet, sheets } = file.spreadsheet ?? {};
    const isCurrent = await save({
      headers: csv.headers,
      found: {
        encoding: file.encoding.encoding,
        delimiter: csv.delimiter,
        headerLine: csv.headerLine,
        note: file.encoding.note,
        ...(sheet === undefined ? {} : { sheet }),
        ...(sheets === undefined ? {} : { sheets }),
      },
    });
    if (!isCurrent) return;
    let [blocks, rows]: [Block[], number] = [[], 0];
    const store = async () => {
      await addBlocks(db, id, blocks);
      blocks = [];
      const isStillCurrent = await save({ rows });
      onFirstRows();
      return isStillCurrent;
    };
    for await (const { lastRow, ...block } of divideRows(csv.batches)) {
      blocks.push(block);
      rows = lastRow;
      // The first block is stored at once, so that people see rows while the rest is read.
      if ((blocks.length >= BLOCKS_PER_INSERT || block.firstRow === 1) && !(await store())) return;
    }
    if (blocks.length > 0 && !(await store())) return;
    await save({ status: 'ready' });
  } catch (error) {
    await failReading(deps, id, reading, error);
  } finally {
    bytes.destroy();
    await file.remove();
  }
}

const STOPPED_AFTER_MS = 60_000;
/** A restart may stop a reading once. Twice is more likely the fault of the file. */
const MAX_STOPS = 1;
const STOPPED_AGAIN = 'The server stopped twice while it read this file. Check the file, then open it again.';
const MAX_UNUSED_MS = 14 * 86_400_000;

/** Continues the readings of a stopped server, and removes files that were unused for two weeks. */
export async function sweepFiles(deps: WorkbenchDeps): Promise<void> {
  const now = deps.clock.now().getTime();
  await deleteFilesBefore(deps.db, new Date(now - MAX_UNUSED_MS));
  const stopped = await takeStoppedReadings(deps.db, new Date(now - STOPPED_AFTER_MS), new Date(now));
  for (const { id, reading, stops } of stopped)
    if (stops > MAX_STOPS) await failReading(deps, id, reading, new Refusal(409, 'stopped', STOPPED_AGAIN));
    else await continueReading(deps, id, reading);
}
