import {
  cancelQueuedImport,
  changeWatchedFolder,
  getQueuedImport,
  getQueueVersion,
  getWatchedFolder,
  listImportQueue,
  queueReviewedRun,
  queueUpload,
  queueUploaded,
  queueWorkbenchFile,
  readWatchedFolderNow,
  retryQueuedImport,
} from '#contract/bulk/import-queue.ts';
import { admin } from '#server/base/http/guards.ts';
import { Answer, serve, type Route } from '#server/base/http/serve.ts';
import { readIdempotencyKey } from './upload/idempotency-key.ts';
import { readUpload } from './upload/upload.ts';
import { spoolUploadedChunks } from './upload/upload-chunks.ts';
import { changeFolder, describeFolder, requestRead } from './watch/watched-folder.ts';
import { queueFile, queueFromWorkbench, queueReview } from './queue/add-to-queue.ts';
import { cancelItem, retryItem } from './queue/change-item.ts';
import { getItem, listQueue } from './queue/describe-queue.ts';
import { findItemByKey, findQueueVersion } from './queue/queries-queue.ts';
import { wakeQueue } from './queue/run-queue.ts';

const ok = { ok: true as const };

export const queueRoutes: Route[] = [
  serve(listImportQueue, admin, (_input, ctx) => listQueue(ctx)),
  // Before the route of one import, whose path would match, too.
  serve(getQueueVersion, admin, async (_input, { db }) => ({ version: await findQueueVersion(db) })),
  serve(getQueuedImport, admin, ({ params }, ctx) => getItem(ctx, params.id)),
  serve(queueUpload, admin, async (_input, ctx, { req }) => {
    const key = readIdempotencyKey(ctx);
    const { file, options, mapping } = await readUpload(req, ctx.config.DATA_DIR);
    const id = await queueFile(ctx, ctx.actor, file, { fileName: file.name, options, mapping }, key);
    wakeQueue(ctx);
    return new Answer({ id }, {}, 202);
  }),
  serve(queueUploaded, admin, async ({ body }, ctx) => {
    const { sha256, fileName, mapping = null, steps, format, unattended = null, recipe = null, ...options } = body;
    const key = readIdempotencyKey(ctx);
    const queuedId = key === null ? null : await findItemByKey(ctx.db, key);
    if (queuedId !== null) return new Answer({ id: queuedId }, {}, 202);
    const changes = { ...(steps && { recipe: steps }), ...(format && { format }) };
    const settings = { fileName, options, mapping, ...changes, unattended, recipeName: recipe };
    const id = await spoolUploadedChunks(ctx, sha256, fileName, (file, readSent) =>
      queueFile(ctx, ctx.actor, file, settings, key, unattended === null ? undefined : readSent()),
    );
    wakeQueue(ctx);
    return new Answer({ id }, {}, 202);
  }),
  serve(queueWorkbenchFile, admin, async ({ body: { fileId, ...options } }, ctx) => {
    const id = await queueFromWorkbench(ctx, ctx.actor, fileId, options);
    wakeQueue(ctx);
    return new Answer({ id }, {}, 202);
  }),
  serve(queueReviewedRun, admin, async ({ body: { runId, ...options } }, ctx) => {
    const id = await queueReview(ctx, ctx.actor, runId, options);
    wakeQueue(ctx);
    return new Answer({ id }, {}, 202);
  }),
  serve(cancelQueuedImport, admin, async ({ params }, ctx) => {
    await cancelItem(ctx, ctx.actor, params.id);
    wakeQueue(ctx);
    return ok;
  }),
  serve(retryQueuedImport, admin, async ({ params }, ctx) => {
    await retryItem(ctx, ctx.actor, params.id);
    wakeQueue(ctx);
    return ok;
  }),
  serve(getWatchedFolder, admin, (_input, ctx) => describeFolder(ctx)),
  serve(changeWatchedFolder, admin, ({ body }, ctx) => changeFolder(ctx, ctx.actor, body)),
  serve(readWatchedFolderNow, admin, async (_input, ctx) => {
    await requestRead(ctx);
    return ok;
  }),
];
