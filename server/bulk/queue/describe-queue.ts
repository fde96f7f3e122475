import type { QueuedImport } from '#contract/bulk/import-queue.ts';
import type { Deps } from '#server/base/http/context.ts';
import { ifPossible, notFound } from '#server/base/http/errors.ts';
import { measureProgress, unknownSpeed, type Speed } from '../runs/measure-progress.ts';
import { computeShare, reapRuns } from '../runs/runs.ts';
import type { RunStatus } from '../runs/queries-runs.ts';
import { findListedItem, listItems, type ListedItem } from './queries-queue.ts';

const DAY_MS = 86_400_000;

export async function listQueue(deps: Pick<Deps, 'db' | 'clock'>): Promise<QueuedImport[]> {
  await ifPossible(reapRuns(deps));
  const items = await listItems(deps.db, new Date(deps.clock.now().getTime() - DAY_MS));
  return items.map(describeItem);
}

export async function getItem(deps: Pick<Deps, 'db' | 'clock'>, id: number): Promise<QueuedImport> {
  const item = await findListedItem(deps.db, id);
  if (!item) throw notFound('This import is no longer in the queue.');
  return describeItem(item);
}

function describeItem(item: ListedItem): QueuedImport {
  const state = stateOf(item);
  return {
    id: item.id,
    runId: item.runId,
    fileName: item.fileName,
    fileBytes: Number(item.fileBytes),
    userName: item.userName,
    createdAt: item.createdAt.toISOString(),
    source: item.source,
    state,
    ...describeProgress(item),
    // A run ends a moment before its item does.
    message: item.state === 'ended' || endedStates.has(state) ? item.message : null,
    mayRetry: item.hasBytes && (state === 'failed' || state === 'canceled'),
  };
}

const endStates: Record<Exclude<RunStatus, 'running'>, QueuedImport['state']> = {
  ready: 'review',
  done: 'done',
  undone: 'done',
  failed: 'failed',
  cancelled: 'canceled',
};

const endedStates = new Set<QueuedImport['state']>(['done', 'failed', 'canceled']);

function stateOf({ state, status, outcome, phase, isDryRun }: ListedItem): QueuedImport['state'] {
  if (state === 'waiting') return 'waiting';
  if (status === 'running')
    return phase === null || phase === 'reading'
      ? 'reading'
      : isDryRun || phase === 'matching'
        ? 'comparing'
        : 'applying';
  if (status !== null && status !== 'ready') return endStates[status];
  if (status === 'ready') return state === 'ended' ? 'review' : 'comparing';
  return outcome ?? 'failed';
}

/** A dry run that is applied starts with this share, because its rows were read before. */
const COMPARING_FROM = 0.55;

/** The server measures the progress, so that it is the same for everyone and after a reload. */
function describeProgress(item: ListedItem): Speed & { share: number | null } {
  const { status, phase } = item;
  if (status !== 'running' || phase === null) return { share: null, ...unknownSpeed };
  const overall = computeShare({ ...item, phase });
  const wasRead = item.rowsRead !== null;
  return {
    share: wasRead ? Math.max(0, overall - COMPARING_FROM) / (1 - COMPARING_FROM) : overall,
    ...measureProgress({ ...item, phase }),
  };
}
