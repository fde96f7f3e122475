import { audit } from '#server/audit/audit.ts';
import type { Actor } from '#server/base/http/context.ts';
import { conflict, notFound } from '#server/base/http/errors.ts';
import { cancelRun } from '../runs/runs.ts';
import type { QueueDeps } from './add-to-queue.ts';
import { deleteItem, endItem, lockItem, requeueItem } from './queries-queue.ts';

/** Removes a waiting item, or cancels its run. A file of the watched folder is kept as canceled, so that it isn't queued again. */
export async function cancelItem(deps: QueueDeps, actor: Actor, id: number): Promise<void> {
  const at = deps.clock.now();
  const runId = await deps.db.transaction(async (trx) => {
    const item = await lockItem(trx, id);
    if (!item) throw notFound('This import is no longer in the queue.');
    if (item.state === 'ended') throw conflict('This import has already ended.');
    if (item.state === 'started') return item.runId;
    if (item.source === 'folder')
      await endItem(trx, id, 'canceled', `${actor.name} removed this file from the queue. Nothing was changed.`, at);
    else await deleteItem(trx, id);
    await audit(trx, actor, {
      at,
      action: 'import.unqueued',
      subject: 'import',
      subjectId: id,
      note: `Removed ${item.fileName} from the import queue.`,
    });
    return null;
  });
  if (runId !== null) await cancelRun(deps, runId);
}

export async function retryItem(deps: QueueDeps, actor: Actor, id: number): Promise<void> {
  const at = deps.clock.now();
  await deps.db.transaction(async (trx) => {
    const item = await lockItem(trx, id);
    if (!item) throw notFound('This import is no longer in the queue.');
    if (item.state !== 'ended') throw conflict('This import has not ended.');
    if (!(await requeueItem(trx, id, at)))
      throw conflict('The file of this import is no longer here. Please import it again.', 'gone');
    await audit(trx, actor, {
      at,
      action: 'import.retried',
      subject: 'import',
      subjectId: id,
      note: `Queued ${item.fileName} again.`,
    });
  });
}
