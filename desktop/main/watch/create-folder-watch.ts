import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { getQueuedImport, type QueuedImport } from '#contract/bulk/import-queue.ts';
import { urlOf } from '#shared/url.ts';
import type { WholeFile } from '#server/bulk/queue/folder-looks.ts';
import { ConsoleError } from '../../bridge/calls.ts';
import { WatchedList, type Watched } from '../../offline/watched-list.ts';
import type { ConsoleContext } from '../console-context.ts';
import { queueFile } from '../transfers/upload-file.ts';
import { FolderWatch } from './folder-watch.ts';

/** Connects the watched folders to the server's queue. */
export function createFolderWatch(context: ConsoleContext): FolderWatch {
  const { host } = context;
  return new FolderWatch({
    clock: host.clock,
    list: new WatchedList(join(host.folder, 'watched-folders.json')),
    findOwner: () => {
      const { current } = context.servers;
      const { email, token } = context.session;
      return current === null || email === null || token === null ? null : { server: current, user: email };
    },
    isOnline: () => context.connection.link === 'online' && !context.session.ended,
    send: (path, file, mode) => sendFile(context, path, file, mode),
    findImport: (item) => findImport(context, item),
    onChange: () => context.publishState(),
    notify: (title, body) => host.notify(title, body),
    log: (message, details) => host.log(message, details),
  });
}

async function sendFile(
  context: ConsoleContext,
  path: string,
  { name, bytes, modifiedAt }: WholeFile,
  mode: Watched['mode'],
): Promise<number> {
  // There would be no chunk to upload.
  if (bytes === 0) throw new ConsoleError('failed', 'This file is empty.');
  const { jobs, stay } = context;
  const { job, signal: canceled } = jobs.start('check', name);
  job.total = bytes;
  try {
    const sha256 = await hashFile(path);
    // A console that is killed after the upload sends the same key again, and gets the same place in the queue.
    const key = `folder-${sha256}-${modifiedAt.getTime()}`;
    const item = await queueFile(
      context,
      { path, name, key, sha256, bytes },
      { unattended: mode },
      {
        signal: AbortSignal.any([canceled, stay]),
        onProgress: (sentBytes) => jobs.reportProgress(job, sentBytes),
        onRetry: () => jobs.setMessage(job, 'Waiting for the connection'),
      },
    );
    jobs.finish(job, 'done', 'Sent.');
    return item;
  } catch (error) {
    jobs.finish(job, canceled.aborted ? 'cancelled' : 'failed', error instanceof Error ? error.message : null);
    throw canceled.aborted ? new ConsoleError('failed', 'You canceled the upload of this file.') : error;
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function findImport(context: ConsoleContext, item: number): Promise<QueuedImport | 'gone' | null> {
  try {
    const response = await context.requestInBackground(urlOf(getQueuedImport.path, { id: item }, {}));
    if (response.ok) return (await response.json()) as QueuedImport;
    await response.body?.cancel();
    return response.status === 404 ? 'gone' : null;
  } catch {
    return null;
  }
}
