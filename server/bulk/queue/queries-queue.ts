import type { Knex } from 'knex';
import type { Recipe } from '#contract/bulk/recipe.ts';
import type { FileFormat } from '#contract/bulk/workbench.ts';
import { rows } from '#server/base/db/knex.ts';
import { PHASE_SECONDS, type RunOptions, type RunStatus } from '../runs/queries-runs.ts';

type ItemSource = 'upload' | 'review' | 'folder';
type Outcome = 'done' | 'failed' | 'canceled';

/** The values of a new item. */
export interface NewItem {
  at: Date;
  userId: number | null;
  userName: string;
  source: ItemSource;
  unattended?: 'preview' | 'apply' | null;
  recipeName?: string | null;
  fileName: string;
  fileBytes: number;
  sha256?: string | null;
  options?: RunOptions;
  format?: FileFormat;
  recipe?: Recipe;
  mapping?: Record<string, string | null> | null;
  runId?: number | null;
  key?: string | null;
  modifiedAt?: Date | null;
}

export interface QueueItem extends Required<Omit<NewItem, 'at'>> {
  id: number;
  createdAt: Date;
  state: 'waiting' | 'started' | 'ended';
  outcome: Outcome | null;
  message: string | null;
  attempts: number;
  movedAt: Date | null;
}

const COLUMNS = `i.id, i.created_at, i.user_id, i.user_name, i.source, i.unattended, i.recipe_name, i.file_name, i.file_bytes, i.sha256,
  i.options, i.format, i.recipe, i.mapping, i.run_id, i.state, i.outcome, i.message, i.attempts, i.key, i.modified_at, i.moved_at`;

/** The key of the advisory lock on the opening of a file. */
const OPENING_LOCK = 724_003;

/** Adds an item. Returns null if an item with its key exists. */
export async function insertItem(db: Knex, item: NewItem): Promise<number | null> {
  const [row] = await rows<{ id: number }>(
    db,
    `insert into import_queue (created_at, user_id, user_name, source, unattended, recipe_name, file_name, file_bytes, sha256, options, format,
       recipe, mapping, run_id, key, modified_at)
     values (:at, :userId, :userName, :source, :unattended, :recipeName, :fileName, :fileBytes, :sha256, :options, :format,
       :recipe, :mapping, :runId, :key, :modifiedAt)
     on conflict (key) do nothing returning id`,
    {
      unattended: null,
      recipeName: null,
      sha256: null,
      runId: null,
      key: null,
      modifiedAt: null,
      ...item,
      options: JSON.stringify(item.options ?? {}),
      format: JSON.stringify(item.format ?? {}),
      recipe: JSON.stringify(item.recipe ?? []),
      mapping: item.mapping ? JSON.stringify(item.mapping) : null,
    },
  );
  return row?.id ?? null;
}

export async function findItemByKey(db: Knex, key: string): Promise<number | null> {
  const [row] = await rows<{ id: number }>(db, `select id from import_queue where key = ?`, [key]);
  return row?.id ?? null;
}
export async function lockItem(trx: Knex, id: number): Promise<QueueItem | null> {
  const [item] = await rows<QueueItem>(trx, `select ${COLUMNS} from import_queue i where id = ? for update`, [id]);
  return item ?? null;
}
/** Items of one person that wait. */
export async function countWaiting(db: Knex): Promise<number> {
  const [row] = await rows<{ n: number }>(db, `select count(*) as n from import_queue where state <> 'ended'`);
  return row!.n;
}

/** The oldest item that can start here: one that waits, or a checked one without warnings that is to be applied. */
export async function findNextItem(db: Knex, { readsFolder }: { readsFolder: boolean }): Promise<QueueItem | null> {
  const [item] = await rows<QueueItem>(
    db,
    `select ${COLUMNS} from import_queue i left join import_runs r on r.id = i.run_id
     where i.state = 'waiting' and (i.source <> 'folder' or :readsFolder)
       or i.state = 'started' and r.status = 'ready' and ${IS_TO_BE_APPLIED}
     order by i.id limit 1`,
    { readsFolder },
  );
  return item ?? null;
}
const IS_TO_BE_APPLIED = `coalesce(i.unattended = 'apply', false) and r.warnings = '[]'`;

/** Connects a waiting item with its run. False if it was removed or started elsewhere. */
export async function startItem(trx: Knex, id: number, runId: number): Promise<boolean> {
  const started = await rows(
    trx,
    `update import_queue set state = 'started', run_id = :runId where id = :id and state = 'waiting' returning id`,
    { id, runId },
  );
  return started.length > 0;
}

/** Locks the opening of an item until the transaction ends, which Postgres does if the process dies. */
export async function tryOpeningLock(trx: Knex, id: number): Promise<boolean> {
  await trx.raw(`set local idle_in_transaction_session_timeout = 0`);
  const [lock] = await rows<{ acquired: boolean }>(
    trx,
    `select pg_try_advisory_xact_lock(${OPENING_LOCK}, ?) as acquired`,
    [id],
  );
  return lock!.acquired;
}
/** Marks a waiting item before its file is opened. False if it is marked. */
export async function markOpening(db: Knex, id: number, at: Date): Promise<boolean> {
  const marked = await rows(
    db,
    `update import_queue set opened_at = :at where id = :id and state = 'waiting' and opened_at is null returning id`,
    { id, at },
  );
  return marked.length > 0;
}
export const clearOpening = (db: Knex, id: number) =>
  rows(db, `update import_queue set opened_at = null where id = ?`, [id]);

/** Ends an item that has no run. */
export const endItem = (db: Knex, id: number, outcome: Outcome, message: string, at: Date) =>
  rows(
    db,
    `update import_queue set state = 'ended', outcome = :outcome, message = :message, ended_at = :at where id = :id and state = 'waiting'`,
    { id, outcome, message, at },
  );
export const deleteItem = (db: Knex, id: number) => db('importQueue').where({ id }).delete();
export async function countAttempt(db: Knex, id: number): Promise<number> {
  const [row] = await rows<{ attempts: number }>(
    db,
    `update import_queue set attempts = attempts + 1 where id = ? returning attempts`,
    [id],
  );
  return row?.attempts ?? 0;
}

/**
 * Puts items back whose run was interrupted. Those of a dry run fail, because its rows are gone. A server that was killed while it read
 * a file leaves the progress of the reading. The file may be the cause, so a person decides whether to try it again.
 */
export const requeueInterrupted = (db: Knex, maxAttempts: number) =>
  rows(
    db,
    `update import_queue i set state = 'waiting', run_id = null, attempts = i.attempts + 1
     from import_runs r where r.id = i.run_id and i.state = 'started' and r.status = 'failed' and r.interrupted
       and i.source <> 'review' and i.attempts + 1 < :maxAttempts
       and not exists (select from import_progress p where p.run_id = r.id and p.phase = 'reading')`,
    { maxAttempts },
  );

/** Ends items whose run has ended. A preview that is to be applied has not. */
export const endFinished = (db: Knex, at: Date) =>
  rows(
    db,
    `update import_queue i set state = 'ended', ended_at = :at from import_runs r
     where r.id = i.run_id and i.state = 'started' and r.status <> 'running' and not (r.status = 'ready' and ${IS_TO_BE_APPLIED})`,
    { at },
  );

/** Deletes the bytes of items that can't be tried again, and items that ended before a time. */
export async function deleteOldItems(db: Knex, before: Date): Promise<void> {
  await rows(
    db,
    `delete from import_queue_bytes b using import_queue i left join import_runs r on r.id = i.run_id
     where i.id = b.item_id and i.state = 'ended' and coalesce(r.status not in ('failed', 'cancelled'), i.outcome = 'done')`,
  );
  await rows(
    db,
    `delete from import_queue i where i.state = 'ended' and i.ended_at < :before and (i.source <> 'folder' or i.moved_at is not null)`,
    { before },
  );
}

/** Puts an ended item at the end of the queue. False if its file was deleted. */
export async function requeueItem(trx: Knex, id: number, at: Date): Promise<boolean> {
  const requeued = await rows(
    trx,
    `insert into import_queue (created_at, user_id, user_name, source, unattended, recipe_name, file_name, file_bytes, sha256, options, format, recipe, mapping)
     select :at, user_id, user_name, source, unattended, recipe_name, file_name, file_bytes, sha256, options, format, recipe, mapping
     from import_queue i where id = :id and exists (select from import_queue_bytes b where b.item_id = i.id) returning id`,
    { id, at },
  );
  const newId = (requeued[0] as { id: number } | undefined)?.id;
  if (newId === undefined) return false;
  await rows(trx, `update import_queue_bytes set item_id = :newId where item_id = :id`, { id, newId });
  await deleteItem(trx, id);
  return true;
}

export const addItemBytes = (db: Knex, itemId: number, starts: number, bytes: Buffer) =>
  rows(db, `insert into import_queue_bytes (item_id, starts, bytes) values (:itemId, :starts, :bytes)`, {
    itemId,
    starts,
    bytes,
  });
export async function findItemBytes(db: Knex, itemId: number, starts: number): Promise<Buffer | null> {
  const [row] = await rows<{ bytes: Buffer }>(
    db,
    `select bytes from import_queue_bytes where item_id = ? and starts = ?`,
    [itemId, starts],
  );
  return row?.bytes ?? null;
}
/** Copies the bytes of a file in the workbench, which may be closed before its turn. */
export const copyFileBytes = (trx: Knex, itemId: number, fileId: number) =>
  rows(
    trx,
    `insert into import_queue_bytes (item_id, starts, bytes) select :itemId, starts, bytes from import_file_bytes where file_id = :fileId`,
    { itemId, fileId },
  );

/** A preview of the same file that waits for a person. */
export async function findHeldRun(db: Knex, sha256: string, exceptItem: number): Promise<number | null> {
  const [row] = await rows<{ id: number }>(
    db,
    `select r.id from import_queue i join import_runs r on r.id = i.run_id
     where r.sha256 = :sha256 and r.status = 'ready' and i.unattended is not null and i.id <> :exceptItem limit 1`,
    { sha256, exceptItem },
  );
  return row?.id ?? null;
}

/** An item or a run with everything that its description needs. */
export interface ListedItem {
  id: number | null;
  runId: number | null;
  fileName: string;
  fileBytes: number;
  userName: string;
  createdAt: Date;
  source: ItemSource | 'direct';
  state: QueueItem['state'];
  outcome: Outcome | null;
  message: string | null;
  status: RunStatus | null;
  isDryRun: boolean;
  rowsRead: number | null;
  phase: string | null;
  done: number;
  total: number;
  rows: number;
  seconds: number;
  hasBytes: boolean;
}

const LISTED = `i.id, r.id as run_id, coalesce(i.file_name, r.file_name) as file_name, coalesce(nullif(i.file_bytes, 0), r.file_bytes) as file_bytes,
  coalesce(i.user_name, r.user_name) as user_name, coalesce(i.created_at, r.created_at) as created_at, coalesce(i.source, 'direct') as source,
  coalesce(i.state, 'started') as state, i.outcome, coalesce(i.message, r.message) as message, r.status,
  coalesce(cast(r.options ->> 'dryRun' as boolean), false) as is_dry_run, r.rows_read,
  p.phase, coalesce(p.done, 0) as done, coalesce(p.total, 0) as total, coalesce(p.rows, 0) as rows,
  coalesce(${PHASE_SECONDS}, 0) as seconds,
  exists (select from import_queue_bytes b where b.item_id = i.id) as has_bytes`;
const LISTED_FROM = `from import_queue i full join import_runs r on r.id = i.run_id left join import_progress p on p.run_id = r.id`;

/** Running imports, waiting items in their order, and items that ended after a time, newest first, less the undone ones. */
export const listItems = (db: Knex, endedAfter: Date): Promise<ListedItem[]> =>
  rows(
    db,
    `select * from (
       (select ${LISTED}, 0 as place, i.id as position ${LISTED_FROM}
        where r.id in (select id from import_runs where status = 'running') or i.state in ('waiting', 'started'))
       union all
       (select ${LISTED}, 1, -i.id ${LISTED_FROM} where i.state = 'ended' and i.ended_at > :endedAfter
          and r.status is distinct from 'undone' order by i.id desc limit 10)
     ) l order by place, case when status = 'running' then 0 else 1 end, position`,
    { endedAfter },
  );

/** A text that changes whenever an item or a run is added, starts, or ends. */
export async function findQueueVersion(db: Knex): Promise<string> {
  const [row] = await rows<{ version: string }>(
    db,
    `select concat_ws('.', i.latest, i.waiting, i.started, r.latest, r.running, r.ready) as version
     from (select coalesce(max(id), 0) as latest, count(*) filter (where state = 'waiting') as waiting,
             count(*) filter (where state = 'started') as started from import_queue) i,
       (select coalesce(max(id), 0) as latest, count(*) filter (where status = 'running') as running,
          count(*) filter (where status = 'ready') as ready from import_runs) r`,
  );
  return row!.version;
}

export async function findListedItem(db: Knex, id: number): Promise<ListedItem | null> {
  const [item] = await rows<ListedItem>(db, `select ${LISTED} ${LISTED_FROM} where i.id = ?`, [id]);
  return item ?? null;
}

/** The person who queued an item, for the audit log. */
export async function findActor(
  db: Knex,
  userId: number,
): Promise<{ userId: number; name: string; email: string } | null> {
  const [user] = await rows<{ userId: number; name: string; email: string }>(
    db,
    `select id as user_id, name, email from users where id = ?`,
    [userId],
  );
  return user ?? null;
}
