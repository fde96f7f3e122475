import type { WatchedFolder } from '#contract/bulk/import-queue.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Deps } from '#server/base/http/context.ts';
import { badRequest, conflict } from '#server/base/http/errors.ts';
import { findRecipe } from '../recipe/queries-recipes.ts';
import { findWatch, saveWatch, saveWatchState, type WatchSettings } from '../queue/queries-watch.ts';
import { findNextDue } from './schedule.ts';

type FolderDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

export async function describeFolder({ db, clock, config }: FolderDeps): Promise<WatchedFolder> {
  const { mode, recipe, schedule, readAt, problem } = await findWatch(db);
  return {
    folder: config.IMPORT_WATCH_DIR ?? null,
    mode,
    recipe,
    schedule,
    readAt: readAt?.toISOString() ?? null,
    nextReadAt: schedule && findNextDue(clock.now(), schedule).toISOString(),
    problem,
  };
}

export async function changeFolder(deps: FolderDeps, actor: Actor, settings: WatchSettings): Promise<WatchedFolder> {
  if (settings.recipe !== null && !(await findRecipe(deps.db, settings.recipe)))
    throw badRequest('Choose one of the saved recipes.', { recipe: 'There is no recipe of this name.' });
  await deps.db.transaction(async (trx) => {
    const { mode, recipe, schedule } = await findWatch(trx);
    const at = deps.clock.now();
    await saveWatch(trx, settings, at);
    await audit(trx, actor, {
      at,
      action: 'import_watch.updated',
      subject: 'settings',
      subjectId: 'import_watch',
      before: { mode, recipe, schedule },
      after: settings,
      note: 'Changed how the watched folder is read.',
    });
  });
  return describeFolder(deps);
}

/** Asks the server that watches the folder to read it now. */
export async function requestRead({ db, clock, config }: FolderDeps): Promise<void> {
  if (config.IMPORT_WATCH_DIR === undefined) throw conflict('This server watches no folder.', 'no_folder');
  const now = clock.now();
  await saveWatchState(db, { readRequestedAt: now }, now);
}
