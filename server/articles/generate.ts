import type { Knex } from 'knex';
import { z } from 'zod';
import type { generationRun } from '#contract/articles/admin-articles.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { conflict, notFound } from '#server/base/http/errors.ts';
import { enqueue, job } from '#server/base/jobs/queue.ts';
import { audit } from '#server/audit/audit.ts';
import { findWriters } from './brands.ts';
import { findSchedules } from './queries-schedule.ts';
import * as sql from './queries-runs.ts';
import { requireTopic } from './topics.ts';
import { writeItem } from './write.ts';

/** Longer than the timeout of a call to a provider. */
const STALLED_MS = 150_000;
const WAIT_MS = 20_000;

/** Writes one article, then enqueues the next, so that writing never occupies more than one worker. */
export const writeNext = job('articles.write', {
  payload: z.object({ runId: z.uuid() }),
  attempts: 3,
  async handle({ runId }, deps) {
    const item = await sql.claimItem(deps.db, runId, deps.clock.now());
    if (item) {
      await writeItem(item, deps);
      await enqueue(deps.db, writeNext, { runId }, { key: `articles.write:${runId}` });
    } else await finishIfDone(deps.db, runId, deps.clock.now());
  },
});

async function finishIfDone(db: Knex, runId: string, now: Date): Promise<void> {
  if ((await sql.countUnfinishedItems(db, runId)) === 0) await sql.finishRun(db, runId, { finishedAt: now });
}

/** Marks items that a stopped server left unfinished as failed, and continues their runs. */
export async function resumeRuns(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await sql.failStalledItems(
    deps.db,
    new Date(now.getTime() - STALLED_MS),
    now,
    'The server was stopped while this article was being written.',
  );
  for (const { id } of await sql.findStalledRuns(deps.db))
    await enqueue(deps.db, writeNext, { runId: id }, { key: `articles.write:${id}` });
}

interface StartedRun {
  generated: number;
  requested: number;
  runId: string;
  done: boolean;
}

export async function startRun(ctx: Ctx<Actor>, chosen: string[] | undefined, wait: boolean): Promise<StartedRun> {
  const now = ctx.clock.now();
  if ((await findWriters(ctx)).length === 0)
    throw conflict('AI writing is not configured. Add an AI brand and turn it on first.', 'not_configured');
  const active = (await findSchedules(ctx.db)).filter((schedule) => schedule.isActive);
  const topicIds =
    (chosen && (await Promise.all(chosen.map(async (name) => (await requireTopic(ctx.db, name)).id)))) ??
    active.flatMap(({ topicId, articlesPerDay }) => Array<string>(articlesPerDay).fill(topicId));
  if (topicIds.length === 0) throw conflict('Every topic is paused. Resume a schedule first.', 'nothing_to_do');
  const runId = await ctx.db.transaction(async (trx) => {
    const id = await sql.insertRun(trx, ctx.actor.userId, topicIds, now);
    if (!id)
      throw conflict('Articles are already being written. Wait until they are done, or cancel.', 'already_running');
    await enqueue(trx, writeNext, { runId: id });
    await audit(trx, ctx.actor, {
      at: now,
      action: 'article.generation_started',
      subject: 'generation',
      subjectId: id,
      after: { topics: [...new Set(topicIds)], articles: topicIds.length },
    });
    return id;
  });
  const until = performance.now() + WAIT_MS;
  let done = false;
  while (wait && !done && performance.now() < until && !ctx.signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    done = (await sql.findRun(ctx.db, runId))?.finishedAt != null;
  }
  return { generated: await sql.countArticlesOfRun(ctx.db, runId), requested: topicIds.length, runId, done };
}

export async function stopRun(runId: string, { db, clock, actor }: Ctx<Actor>): Promise<void> {
  const now = clock.now();
  await db.transaction(async (trx) => {
    if (!(await sql.finishRun(trx, runId, { finishedAt: now, cancelledAt: now })))
      throw (await sql.findRun(trx, runId))
        ? conflict('This run has already ended.')
        : notFound('That run does not exist.');
    await sql.cancelItems(trx, runId, now);
    await audit(trx, actor, {
      at: now,
      action: 'article.generation_cancelled',
      subject: 'generation',
      subjectId: runId,
    });
  });
}

export async function findLatestRun(deps: Pick<Deps, 'db' | 'secret'>): Promise<z.input<typeof generationRun> | null> {
  const run = await sql.findLatestRun(deps.db);
  if (!run) return null;
  const [items, [writer, second]] = await Promise.all([sql.findItems(deps.db, run.id), findWriters(deps)]);
  return {
    ...run,
    startedBy: run.startedByName,
    writer: writer?.name ?? '',
    editor: (second ?? writer)?.name ?? '',
    items,
  };
}
