import type { Response } from 'express';
import type { Knex } from 'knex';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import {
  cancelImport,
  commitImport,
  downloadBackup,
  exportCsv,
  exportData,
  getImport,
  importCsv,
  importEvents,
  importRows,
  listImports,
  refusedCsv,
  startImportRun,
  suggestMapping,
  undoImport,
  type ExportName,
} from '#contract/bulk/bulk.ts';
import { importUploaded, uploadChunk, uploadState } from '#contract/bulk/upload-chunks.ts';
import { hasNameColumn } from '#shared/bulk/fields.ts';
import { sliceOf, totalHeader } from '#server/base/tables/pagination.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { withDownloadSlot } from '#server/base/http/slots/download-slots.ts';
import { asRefusal, notFound, Refusal } from '#server/base/http/errors.ts';
import { admin } from '#server/base/http/guards.ts';
import { Answer, serve, type Route } from '#server/base/http/serve.ts';
import { audit } from '#server/audit/audit.ts';
import { buildBackupName } from './backup/write-backup.ts';
import { storedBackupRoutes } from './backup/backup-routes.ts';
import { sendBackup } from './backup/backup-store.ts';
import { getExportFileName, writeExport } from './export/exporter.ts';
import { mapColumns } from './mapping/map-columns.ts';
import { describeTitle } from './mapping/title-rows.ts';
import { headerShape, detectSource } from './read/headers.ts';
import { listReferenceIds } from './stage/queries-stage.ts';
import { commitRun } from './importer/commit-run.ts';
import { startImport } from './importer/importer.ts';
import { importUploadedFile, receiveChunk } from './upload/upload-chunks.ts';
import { countArrivedBytes } from './upload/queries-upload-chunks.ts';
import { findRun, findSavedMapping } from './runs/queries-runs.ts';
import { cancelRun, describeRun, getRun, listRowPage, listRunPage, streamRefusedCsv } from './runs/runs.ts';
import { undoRun } from './undo/undo.ts';
import { routes as review } from './review/routes.ts';
import { readIdempotencyKey } from './upload/idempotency-key.ts';
import { readUpload } from './upload/upload.ts';
import { queueRoutes } from './queue-routes.ts';
import { routes as workbench } from './workbench/routes.ts';

const countNames = [
  'rowsRead',
  'rowsNew',
  'rowsChanged',
  'rowsSame',
  'rowsRefused',
  'rowsDeleted',
  'fieldsKept',
] as const;

function setDownloadHeaders(res: Response, name: string): void {
  res.set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
  });
}

async function sendExport(ctx: Ctx<Actor>, name: ExportName, res: Response): Promise<void> {
  const at = ctx.clock.now();
  const file = getExportFileName(name, at);
  await audit(ctx.db, ctx.actor, {
    at,
    action: `export.${name}`,
    subject: 'export',
    subjectId: name,
    note: `Exported ${file}.`,
  });
  await sendFile(ctx, (db) => {
    setDownloadHeaders(res, file);
    return writeExport(db, name, res, ctx.signal);
  });
}

/** Sends a file over a connection for downloads. Ignores errors after the client disconnects. */
async function sendFile(ctx: Ctx<Actor>, send: (db: Knex) => Promise<void>): Promise<void> {
  await withDownloadSlot(ctx, send).catch((error: unknown) => {
    if (!ctx.signal.aborted) throw error;
  });
}

const importRoutes: Route[] = [
  serve(importCsv, admin, async (_input, ctx, { req, res }) => {
    // Clients check `success`, so errors carry it in addition to the status.
    const sendResult = (status: number, body: object) => void res.status(status).json(body);
    try {
      const idempotencyKey = readIdempotencyKey(ctx);
      const { file, options, mapping } = await readUpload(req, ctx.config.DATA_DIR);
      const { finished } = await startImport(ctx, {
        file,
        actor: ctx.actor,
        options,
        mapping,
        idempotencyKey,
        signal: ctx.signal,
      });
      const run = await finished;
      const success = run.status === 'done' || run.status === 'ready';
      const counts = Object.fromEntries(countNames.map((name) => [name, run[name]]));
      sendResult(success ? 200 : 422, {
        success,
        ...(success ? {} : { error: 'import_failed' }),
        message: run.message ?? 'Import failed',
        runId: run.id,
        ...counts,
        notes: run.notes,
        problems: run.problems,
      });
    } catch (error) {
      if (ctx.signal.aborted) return;
      const refusal = asRefusal(error);
      if (!refusal) throw error;
      res.set(refusal.headers);
      sendResult(refusal.status, { success: false, ...refusal.body() });
    }
  }),
  serve(startImportRun, admin, async (_input, ctx, { req }) => {
    const idempotencyKey = readIdempotencyKey(ctx);
    const { file, options, mapping } = await readUpload(req, ctx.config.DATA_DIR);
    const { id } = await startImport(ctx, { file, actor: ctx.actor, options, mapping, idempotencyKey });
    return new Answer({ id }, {}, 202);
  }),
  serve(uploadState, admin, async ({ params }, { db, actor }) => ({
    bytes: await countArrivedBytes(db, { userId: actor.userId, sha256: params.sha256 }),
  })),
  serve(uploadChunk, admin, async ({ params, query }, ctx, { req }) => ({
    bytes: await receiveChunk(ctx, params.sha256, query.at, req),
  })),
  serve(importUploaded, admin, async ({ body }, ctx) => {
    const { sha256, fileName, mapping = null, steps, format, ...options } = body;
    const id = await importUploadedFile(ctx, sha256, {
      fileName,
      mapping,
      ...(steps && { recipe: steps }),
      ...(format && { format }),
      options,
      idempotencyKey: readIdempotencyKey(ctx),
    });
    return new Answer({ id }, {}, 202);
  }),
  serve(suggestMapping, admin, async ({ body: { headers, headerLine = 1, rows = [] } }, { db }) => {
    const columns = mapColumns(headers, {
      saved: await findSavedMapping(db, headerShape(headers)),
      rows: rows.map(({ cells }) => cells),
      references: await listReferenceIds(db),
    });
    const note = hasNameColumn(columns) ? null : describeTitle({ headers, headerLine }, rows);
    return { columns, source: detectSource(headers)?.name ?? null, note };
  }),
  serve(listImports, admin, async ({ query }, ctx) => {
    const { runs, total } = await listRunPage(ctx, query.page ?? 1, query.pageSize ?? 20);
    return new Answer(runs, { 'X-Total-Count': String(total) });
  }),
  serve(getImport, admin, ({ params }, ctx) => getRun(ctx, params.id)),
  serve(importRows, admin, async ({ params, query }, ctx) => {
    const { rows, total } = await listRowPage(ctx, params.id, query.outcome, sliceOf(query));
    return new Answer(rows, totalHeader(total));
  }),
  serve(importEvents, admin, async ({ params }, ctx, { res }) => {
    let run = await getRun(ctx, params.id);
    res.set({
      'Content-Type': 'text/event-stream',
      'X-Accel-Buffering': 'no',
    });
    res.flushHeaders();
    let lastEvent = '';
    while (!ctx.signal.aborted) {
      const text = JSON.stringify(run);
      if (text !== lastEvent) res.write(`data: ${(lastEvent = text)}\n\n`);
      if (run.status !== 'running') break;
      await sleep(300, ctx.signal);
      run = await getRun(ctx, params.id);
    }
    res.end();
  }),
  serve(refusedCsv, admin, async ({ params }, ctx, { res }) => {
    const run = await findRun(ctx.db, params.id);
    if (!run) throw notFound('We could not find this import.');
    if (run.headers.length === 0) throw new Refusal(404, 'not_found', 'This import has no refused rows.');
    await sendFile(ctx, (db) => {
      setDownloadHeaders(res, `refused-rows-${run.id}.csv`);
      return pipeline(Readable.from(streamRefusedCsv(db, run)), res);
    });
  }),
  serve(commitImport, admin, async ({ params, body }, ctx) => {
    const { id } = await commitRun(ctx, ctx.actor, params.id, body ?? {});
    return new Answer({ id }, {}, 202);
  }),
  serve(cancelImport, admin, ({ params }, ctx) => cancelRun(ctx, params.id)),
  serve(undoImport, admin, async ({ params }, ctx) => describeRun(ctx.db, await undoRun(ctx, ctx.actor, params.id))),
];

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true });
  });

const exportRoutes: Route[] = [
  serve(exportCsv, admin, (_input, ctx, { res }) => sendExport(ctx, 'contacts', res)),
  serve(exportData, admin, ({ params }, ctx, { res }) => sendExport(ctx, params.name, res)),
];

const backupRoutes: Route[] = [
  serve(downloadBackup, admin, async (_input, ctx, { res }) => {
    const name = buildBackupName(ctx.clock.now());
    await sendFile(ctx, (db) => {
      res.set({
        'Content-Type': 'application/gzip',
        'Content-Disposition': `attachment; filename="${name}"`,
      });
      return sendBackup({ ...ctx, db }, ctx.actor, name, res, ctx.signal);
    });
  }),
];

export const routes: Route[] = [
  ...importRoutes,
  ...review,
  ...workbench,
  ...queueRoutes,
  ...exportRoutes,
  ...backupRoutes,
  ...storedBackupRoutes,
];
