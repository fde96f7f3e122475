import { readFileKind } from '../../offline/convert-spreadsheet.ts';
import { recognizeList, type KnownLists } from '../../offline/recognize-list.ts';
import type { Host } from '../host.ts';
import { FileThread } from '../transfers/file-thread.ts';

const TIMEOUT_MS = 20_000;

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
  const timer = setTimeout(thread.close, TIMEOUT_MS);
  try {
    return await thread.ask<boolean>({ do: 'recognize', known }).catch(() => false);
  } finally {
    clearTimeout(timer);
    thread.close();
  }
}
