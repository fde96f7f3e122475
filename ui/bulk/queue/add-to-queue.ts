import type { QueryClient } from '@tanstack/react-query';
import type { ImportRun } from '#contract/bulk/bulk.ts';
import { listImportQueue, queueReviewedRun, queueWorkbenchFile } from '#contract/bulk/import-queue.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, ApiError } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { sendToQueue, type Choices } from '../upload.ts';

/** True if the server refused an import because another one runs. It can wait in the queue. */
export const isImportRunning = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'import_running';

/** Adds to the queue, and says so. False if that failed. */
async function addToQueue(name: string, add: () => Promise<unknown>, client: QueryClient): Promise<boolean> {
  try {
    await add();
    toast({ title: 'Added to the queue', description: `${name} starts when the imports before it have ended.` });
    return true;
  } catch (error) {
    toastError(error, 'Not added to the queue');
    return false;
  } finally {
    void refresh(client, listImportQueue.path);
  }
}

export const queueChosenFile = (sending: Parameters<typeof sendToQueue>[0], client: QueryClient): Promise<boolean> =>
  addToQueue(sending.file.name, () => sendToQueue(sending), client);

export const queueRun = (
  { id, fileName }: Pick<ImportRun, 'id' | 'fileName'>,
  { strict, refuseBadCells, replaceHandwritten }: Pick<Choices, 'strict' | 'refuseBadCells' | 'replaceHandwritten'>,
  client: QueryClient,
): Promise<boolean> =>
  addToQueue(
    fileName,
    () => api(queueReviewedRun, { body: { runId: id, strict, refuseBadCells, replaceHandwritten } }),
    client,
  );

export const queueOpenedFile = (file: { id: number; name: string }, client: QueryClient): Promise<boolean> =>
  addToQueue(file.name, () => api(queueWorkbenchFile, { body: { fileId: file.id, dryRun: true } }), client);

/** Queues several files at once. Each is previewed, because no person has looked at it yet. */
export async function queueFiles(files: readonly File[], client: QueryClient): Promise<void> {
  const { signal } = new AbortController();
  let count = 0;
  for (const file of files) {
    try {
      await sendToQueue({ file, choices: { dryRun: true }, sent: () => {}, signal });
      count++;
    } catch (error) {
      toastError(error, `${file.name} was not added`);
    }
    void refresh(client, listImportQueue.path);
  }
  if (count > 0)
    toast({
      title: count === 1 ? '1 file added to the queue' : `${count} files added to the queue`,
      description: 'Each is previewed. Nothing changes until you apply it.',
    });
}
