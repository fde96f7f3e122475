import type { Deps } from '#server/base/http/context.ts';
import { moveFile } from './move-file.ts';
import { listEndedFiles, markMoved, type EndedFile } from './queries-watch.ts';

type FolderDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>;

/** Moves the files whose import has ended to `done` or `failed`. A file that can't be moved is tried again, and not imported again. */
export async function placeEndedFiles(deps: FolderDeps): Promise<void> {
  const folder = deps.config.IMPORT_WATCH_DIR;
  if (folder === undefined) return;
  for (const file of await listEndedFiles(deps.db)) {
    try {
      const { fileName: name, fileBytes: bytes, modifiedAt } = file;
      const whole = { name, bytes: Number(bytes), modifiedAt: modifiedAt! };
      await moveFile(folder, whole, isDone(file) ? 'done' : 'failed', describeEnd(deps, file));
      await markMoved(deps.db, file.id, deps.clock.now());
    } catch (error) {
      deps.log.warn({ err: error, file: file.fileName }, 'could not move a file of the watched folder');
    }
  }
}

const isDone = ({ status, outcome }: EndedFile) =>
  status === null ? outcome === 'done' : status === 'done' || status === 'undone';

function describeEnd({ config }: FolderDeps, { runId, runMessage, message }: EndedFile): string {
  const sentence = message ?? runMessage ?? 'The import has ended.';
  return runId === null ? sentence : `${sentence}\n${config.PUBLIC_URL}/admin/imports/${runId}`;
}
