import type { AuditActor } from '#server/audit/audit.ts';
import type { Deps } from '#server/base/http/context.ts';
import { conflict, notFound } from '#server/base/http/errors.ts';
import { readBytes } from '../read/read-bytes.ts';
import type { SpooledFile } from '../read/spool.ts';
import { findRun, type RunOptions } from '../runs/queries-runs.ts';
import { listRowSteps } from '../workbench/move-steps.ts';
import { storeOf } from '../workbench/database-store.ts';
import { openFile } from '../workbench/opened-file.ts';
import {
  addItemBytes,
  copyFileBytes,
  countWaiting,
  findItemByKey,
  findItemBytes,
  insertItem,
  type NewItem,
} from './queries-queue.ts';

export type QueueDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>;
type Person = NonNullable<AuditActor>;

const MAX_WAITING = 100;
const CHUNK_BYTES = 2 ** 20;

async function refuseFullQueue({ db }: Pick<Deps, 'db'>): Promise<void> {
  if ((await countWaiting(db)) >= MAX_WAITING)
    throw conflict(`${MAX_WAITING} imports are waiting already. Please try again when some have ended.`, 'queue_full');
}

type Settings = Pick<NewItem, 'fileName' | 'options' | 'mapping' | 'unattended' | 'recipeName' | 'recipe' | 'format'>;

/**
 * Stores a file, and queues it. A request with the key of an earlier one returns its item. Removes the copy on disk. Stores
 * `sentBytes` if they are given, because a recipe may name another sheet of a spreadsheet than the one on disk.
 */
export async function queueFile(
  deps: QueueDeps,
  actor: Person,
  file: SpooledFile,
  settings: Settings,
  key: string | null,
  sentBytes?: AsyncIterable<Buffer>,
): Promise<number> {
  try {
    const queuedId = key === null ? null : await findItemByKey(deps.db, key);
    if (queuedId !== null) return queuedId;
    await refuseFullQueue(deps);
    const id = await deps.db.transaction(async (trx) => {
      const item = { ...ownItem(deps, actor), ...settings, source: 'upload' as const, key };
      const { bytes, sha256, spreadsheet } = file;
      const itemId = await insertItem(trx, { ...item, sha256, fileBytes: spreadsheet?.bytes ?? bytes });
      if (itemId !== null) await storeBytes(trx, itemId, sentBytes ?? readBytes(file));
      return itemId;
    });
    return id ?? (await findItemByKey(deps.db, key!))!;
  } finally {
    await file.remove();
  }
}

/** Queues a file with its current recipe and mapping. Later edits of either don't change the import. */
export async function queueFromWorkbench(
  deps: QueueDeps,
  actor: Person,
  fileId: number,
  options: RunOptions,
): Promise<number> {
  await refuseFullQueue(deps);
  const { file, columns } = await openFile(storeOf(deps.db), fileId);
  const { format, recipe } = file;
  return deps.db.transaction(async (trx) => {
    const mapping = Object.fromEntries(columns.map(({ header, field }) => [header, field]));
    const id = (await insertItem(trx, {
      ...ownItem(deps, actor),
      source: 'upload',
      fileName: file.name,
      fileBytes: file.bytes,
      options,
      format,
      recipe: listRowSteps(recipe),
      mapping,
    }))!;
    await copyFileBytes(trx, id, fileId);
    return id;
  });
}

/** Queues the application of a dry run. */
export async function queueReview(deps: QueueDeps, actor: Person, runId: number, options: RunOptions): Promise<number> {
  await refuseFullQueue(deps);
  const run = await findRun(deps.db, runId);
  if (!run) throw notFound('We could not find this import.');
  if (run.status !== 'ready') throw conflict('This import is no longer waiting for a decision.');
  const { fileName, fileBytes, sha256 } = run;
  const item = { ...ownItem(deps, actor), source: 'review' as const, fileName, fileBytes, sha256, options, runId };
  const key = `review ${runId}`;
  return (await insertItem(deps.db, { ...item, key })) ?? (await findItemByKey(deps.db, key))!;
}

const ownItem = ({ clock }: QueueDeps, { userId, name }: Person) => ({ at: clock.now(), userId, userName: name });

async function storeBytes(trx: Deps['db'], itemId: number, source: AsyncIterable<Buffer>): Promise<void> {
  let [starts, size, pending]: [number, number, Buffer[]] = [0, 0, []];
  const flush = async () => {
    if (size > 0) await addItemBytes(trx, itemId, starts, Buffer.concat(pending));
    [starts, size, pending] = [starts + size, 0, []];
  };
  for await (const chunk of source) {
    pending.push(chunk);
    size += chunk.length;
    if (size >= CHUNK_BYTES) await flush();
  }
  await flush();
}

export async function* readItemBytes({ db }: Pick<Deps, 'db'>, id: number): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const bytes = await findItemBytes(db, id, at);
    if (!bytes) return;
    yield bytes;
    at += bytes.length;
  }
}
