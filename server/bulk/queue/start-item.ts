import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { conflict, Refusal } from '#server/base/http/errors.ts';
import { chooseEncoding, inspectFile, spoolUpload, type SpooledFile } from '../read/spool.ts';
import type { LoadedRecipe } from '../recipe/recipes.ts';
import { commitRun } from '../importer/commit-run.ts';
import type { StartedRun } from '../importer/import-lock.ts';
import { startImport } from '../importer/importer.ts';
import { findEarlierImport } from '../runs/queries-runs.ts';
import { readItemBytes, type QueueDeps } from './add-to-queue.ts';
import { chooseRecipe } from './choose-recipe.ts';
import { FormattedFile } from './formatted-file.ts';
import { openOnce } from './open-item.ts';
import { deleteItem, endItem, findActor, findHeldRun, startItem, type QueueItem } from './queries-queue.ts';

/** The name that runs of the watched folder show. */
const FOLDER_NAME = 'Watched folder';

/** Another server started the item, or a person removed it. */
export const isTaken = (error: unknown): boolean => error instanceof Refusal && error.code === 'taken';

/** Starts the import of an item. Returns null if it ended without one. */
export async function startNextImport(deps: QueueDeps, item: QueueItem): Promise<StartedRun | null> {
  const actor = item.userId === null ? null : await findActor(deps.db, item.userId);
  const take = async (trx: QueueDeps['db'], runId: number) => {
    if (!(await startItem(trx, item.id, runId))) throw conflict('This import was started or removed.', 'taken');
  };
  if (item.state === 'started') return commitRun(deps, actor, item.runId!, {}, { isUnattended: true });
  if (item.source === 'review') {
    const runId = item.runId!;
    return commitRun(deps, actor, runId, item.options, { onStart: (trx) => take(trx, runId) });
  }
  const isUnattended = item.unattended !== null;
  const opened = await openOnce(deps, item, () => openRequest(deps, item));
  if (!opened) return null;
  // An import that doesn't start removes its file.
  return startImport(deps, {
    ...opened,
    actor,
    onStart: take,
    userName: item.source === 'folder' ? FOLDER_NAME : item.userName,
    // An unattended file is previewed first, and applied only if the preview has no warnings.
    options: { ...item.options, dryRun: isUnattended || (item.options.dryRun ?? false) },
  });
}

/** Opens the file of an item with its recipe, mapping, and format. Null if the item ended. */
async function openRequest(deps: QueueDeps, item: QueueItem): Promise<(LoadedRecipe & { file: SpooledFile }) | null> {
  const file = await openItemFile(deps, item, item.format.sheet);
  if (!file) return null;
  if (item.unattended !== null) return openUnattended(deps, item, file);
  const { recipe, mapping, format } = item;
  return { file: chooseEncoding(file, format.encoding), recipe, mapping, format };
}

/** Chooses the recipe for an unattended file, and opens the file in its format. Null if the file is known, because then the item ends. */
async function openUnattended(
  deps: QueueDeps,
  item: QueueItem,
  file: SpooledFile,
): Promise<(LoadedRecipe & { file: SpooledFile }) | null> {
  const formatted = new FormattedFile(file, async (sheet) => {
    const opened = await openItemFile(deps, item, sheet);
    if (!opened) throw conflict('This file was removed or changed.', 'taken');
    return opened;
  });
  let chosenFile: SpooledFile | undefined;
  try {
    if (await endIfKnown(deps, item, file)) return null;
    const recipe = await chooseRecipe(deps.db, formatted, item.recipeName);
    chosenFile = await formatted.open(recipe.format ?? {});
    return { ...recipe, file: chosenFile };
  } finally {
    await formatted.remove(chosenFile);
  }
}

/** Opens the file of an item. Null if a file of the folder was removed or changed, because then it is queued again. */
async function openItemFile(deps: QueueDeps, item: QueueItem, sheet?: string): Promise<SpooledFile | null> {
  if (item.source === 'folder') {
    const path = join(deps.config.IMPORT_WATCH_DIR!, item.fileName);
    const stats = await stat(path).catch(() => null);
    const isSame = stats?.size === Number(item.fileBytes) && Math.floor(stats.mtimeMs) === item.modifiedAt!.getTime();
    if (isSame) return inspectFile(path, item.fileName, sheet);
    await deleteItem(deps.db, item.id);
    return null;
  }
  const file = await spoolUpload(
    Readable.from(readItemBytes(deps, item.id)),
    item.fileName,
    deps.config.DATA_DIR,
    sheet,
  );
  // A spreadsheet was stored as CSV, and its checksum is that of the file as it was sent.
  return item.sha256 === null ? file : { ...file, sha256: item.sha256 };
}

/** Ends an unattended item whose file was imported before, or waits for a person already. */
async function endIfKnown(deps: QueueDeps, item: QueueItem, { sha256 }: SpooledFile): Promise<boolean> {
  const earlier = await findEarlierImport(deps.db, sha256, 0);
  const heldRun = earlier ? null : await findHeldRun(deps.db, sha256, item.id);
  if (!earlier && heldRun === null) return false;
  const message = earlier
    ? `This exact file was imported before: run ${earlier.id}, on ${earlier.finishedAt.toISOString().slice(0, 10)} by ${earlier.userName}. It was not imported again.`
    : `This exact file is waiting for a decision already: run ${heldRun}. It was not read again.`;
  await endItem(deps.db, item.id, 'done', message, deps.clock.now());
  return true;
}
