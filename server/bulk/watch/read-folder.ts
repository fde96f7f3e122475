import type { Knex } from 'knex';
import type { Deps } from '#server/base/http/context.ts';
import { insertItem } from '../queue/queries-queue.ts';
import { wakeQueue } from '../queue/run-queue.ts';
import { FolderLooks, type WholeFile } from '../queue/folder-looks.ts';
import { placeEndedFiles } from '../queue/place-files.ts';
import { findWatch, saveWatchState, type WatchRow } from '../queue/queries-watch.ts';
import { findLatestDue } from './schedule.ts';

type FolderDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>;

const LOOK_INTERVAL_MS = 2_500;
/** A scheduled read waits this long for files that are still arriving. */
const MAX_WAIT_MS = 15 * 60_000;

/** The last look of this process at the folder, by database. */
const watches = new WeakMap<Knex, { timer: NodeJS.Timeout; look: Promise<void> }>();

/** Reads the watched folder again and again. Servers that share a folder queue each file once. */
export function startFolderWatch(deps: FolderDeps): void {
  const folder = deps.config.IMPORT_WATCH_DIR;
  if (folder === undefined) return;
  const looks = new FolderLooks(folder);
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    watch.look = readFolder(deps, looks)
      .catch((error: unknown) => deps.log.debug({ err: error }, 'could not look at the watched folder'))
      .finally(() => (isLooking = false));
  }, LOOK_INTERVAL_MS);
  const watch = { timer: timer.unref(), look: Promise.resolve() };
  watches.set(deps.db, watch);
}

export async function stopFolderWatch({ db }: Pick<Deps, 'db'>): Promise<void> {
  const watch = watches.get(db);
  clearInterval(watch?.timer);
  await watch?.look;
}

/** Looks at the folder once: queues whole files if they are due, and moves those whose import has ended. */
export async function readFolder(deps: FolderDeps, looks: FolderLooks): Promise<void> {
  const now = deps.clock.now();
  const watch = await findWatch(deps.db);
  const { files, isSettled } = await looks.look(now.getTime()).catch(async (error: unknown) => {
    const problem = describeProblem(deps.config.IMPORT_WATCH_DIR!, error);
    if (watch.problem !== problem) {
      deps.log.warn({ err: error }, problem);
      await saveWatchState(deps.db, { problem }, now);
    }
    return { files: [], isSettled: false };
  });
  if (watch.problem !== null && (isSettled || files.length > 0)) await saveWatchState(deps.db, { problem: null }, now);
  await placeEndedFiles(deps);
  const dueAt = findDueRead(watch, now);
  if (dueAt === null) return;
  let isAdded = false;
  for (const file of files) if (await queueFolderFile(deps, file, watch)) isAdded = true;
  const isComplete = isSettled || now.getTime() - dueAt.getTime() > MAX_WAIT_MS;
  const isOnce = watch.schedule !== null || isRequested(watch);
  if (isOnce ? isComplete : isAdded) await saveWatchState(deps.db, { readAt: now }, now);
  if (isAdded) wakeQueue(deps);
}

const isRequested = ({ readAt, readRequestedAt }: WatchRow) =>
  readRequestedAt !== null && (readAt === null || readRequestedAt > readAt);

/** When the read was due that has not been done; null if none is. */
function findDueRead(watch: WatchRow, now: Date): Date | null {
  if (isRequested(watch)) return watch.readRequestedAt;
  if (watch.schedule === null) return now;
  const due = findLatestDue(now, watch.schedule);
  const last = Math.max(watch.readAt?.getTime() ?? 0, watch.updatedAt?.getTime() ?? 0);
  return due.getTime() > last ? due : null;
}

/** Queues a file. False if it was queued before. */
async function queueFolderFile({ db, clock }: FolderDeps, file: WholeFile, watch: WatchRow): Promise<boolean> {
  const id = await insertItem(db, {
    at: clock.now(),
    userId: null,
    userName: 'Watched folder',
    source: 'folder',
    unattended: watch.mode,
    recipeName: watch.recipe,
    fileName: file.name,
    fileBytes: file.bytes,
    modifiedAt: file.modifiedAt,
    key: `folder ${file.name} ${file.bytes} ${file.modifiedAt.getTime()}`,
  });
  return id !== null;
}

function describeProblem(folder: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return `There is no folder ${folder}.`;
  if (code === 'EACCES' || code === 'EPERM') return `The server may not read the folder ${folder}.`;
  return `The server can’t read the folder ${folder}.`;
}
