import { queueUploaded } from '#contract/bulk/import-queue.ts';
import { listSavedRecipes, type SavedRecipe } from '#contract/bulk/workbench.ts';
import type { WholeFile } from '#server/bulk/queue/folder-looks.ts';
import { ConsoleError } from '../../bridge/calls.ts';
import { computeChecksum } from '../../offline/checksum.ts';
import { readFileKind } from '../../offline/convert-spreadsheet.ts';
import { recognizeList, type KnownLists } from '../../offline/recognize-list.ts';
import type { Watched } from '../../offline/watched-list.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { Host } from '../host.ts';
import { FileThread } from '../transfers/file-thread.ts';
import { readJson } from '../transfers/read-json.ts';
import { CanceledError, runUpload, uploadAndCall } from '../transfers/upload-file.ts';

const RECOGNIZE_TIMEOUT_MS = 20_000;

const SHOWN_NAMES = 10;

/** Asks about the files that a folder already holds. */
export async function askAboutFiles(
  host: Host,
  folder: string,
  lists: readonly string[],
  others: number,
): Promise<'send' | 'leave' | null> {
  const untouched =
    others === 0
      ? ''
      : `${countFiles(others)} in it ${others === 1 ? 'isn’t a list' : 'aren’t lists'} of practices. The console won’t send or move ${others === 1 ? 'it' : 'them'}.`;
  if (lists.length === 0) {
    const answer = await host.ask(`Watch “${folder}”?`, untouched, ['Watch it', 'Cancel']);
    return answer === 0 ? 'leave' : null;
  }
  const more = lists.length > SHOWN_NAMES ? `and ${lists.length - SHOWN_NAMES} more` : '';
  const names = [...lists.slice(0, SHOWN_NAMES), more].filter(Boolean).join('\n');
  const answer = await host.ask(
    `“${folder}” already holds ${lists.length === 1 ? 'a list' : `${lists.length} lists`}. Import ${lists.length === 1 ? 'it' : 'them'} too?`,
    [names, untouched].filter(Boolean).join('\n\n'),
    ['Only lists that arrive later', `Import ${lists.length === 1 ? 'it' : 'them'} too`, 'Cancel'],
  );
  return (['leave', 'send', null] as const)[answer] ?? null;
}
const countFiles = (n: number): string => (n === 1 ? 'One other file' : `${n} other files`);

/** The headers that this person mapped, and the recipes that staff saved on the server. */
export async function fetchKnownLists(context: ConsoleContext): Promise<KnownLists> {
  const shapes = Object.keys(context.recentFiles.mappings);
  const found = await readJson<SavedRecipe[]>(context, listSavedRecipes.path);
  const recipes = Array.isArray(found) ? found : [];
  // A server of an earlier version doesn't send mappings.
  return { shapes, recipes: recipes.map(({ steps, mapping }) => ({ steps, mapping: mapping ?? null })) };
}

export async function sendFile(
  context: ConsoleContext,
  path: string,
  { name, bytes, modifiedAt }: WholeFile,
  mode: Watched['mode'],
): Promise<number> {
  // There would be no chunk to upload.
  if (bytes === 0) throw new ConsoleError('failed', 'This file is empty.');
  return runUpload(context, { name }, async (listener, setTotal) => {
    setTotal(bytes);
    const { sha256 } = await computeChecksum(path);
    // A console that is killed after the upload sends the same key again, and gets the same place in the queue.
    const key = `folder-${sha256}-${modifiedAt.getTime()}`;
    const file = { path, name, key, sha256, bytes };
    return uploadAndCall(context, file, queueUploaded, { unattended: mode }, listener);
  }).catch((error: unknown) => {
    throw error instanceof CanceledError ? new ConsoleError('failed', 'You canceled the upload of this file.') : error;
  });
}

/** Recognizes a list of practices. Zip files and workbooks are unpacked in a worker thread, because a hostile one could exhaust the main process. */
export async function recognizeSafely(
  host: Pick<Host, 'csvWorker' | 'folder'>,
  path: string,
  known: KnownLists,
): Promise<boolean> {
  const kind = await readFileKind(path).catch(() => 'binary' as const);
  if (kind !== 'zip') return kind === null && recognizeList(path, known);
  const data = { file: '', path, scratch: host.folder, names: null };
  const thread = new FileThread(host, data, () => {}, () => clearTimeout(timer)); // prettier-ignore
  const timer = setTimeout(thread.close, RECOGNIZE_TIMEOUT_MS);
  try {
    return await thread.ask<boolean>({ do: 'recognize', known }).catch(() => false);
  } finally {
    clearTimeout(timer);
    thread.close();
  }
}
