import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, idParam, ok, sentTime, text } from '../values.ts';
import { recipe } from './recipe.ts';
import { fileFormat } from './workbench.ts';

const queuedImport = z.object({
  /** Null for an import that didn't wait in the queue. */
  id: z.int().nullable(),
  runId: z.int().nullable(),
  fileName: z.string(),
  fileBytes: z.number(),
  userName: z.string(),
  createdAt: sentTime,
  source: z.enum(['upload', 'review', 'folder', 'direct']),
  /** `review`: a preview that waits for a person. */
  state: z.enum(['waiting', 'reading', 'comparing', 'applying', 'review', 'done', 'failed', 'canceled']),
  share: z.number().nullable(),
  /** Null while a file is read whose rows can't be estimated. */
  rowsDone: z.int().nullable(),
  rowsTotal: z.int().nullable(),
  rowsPerSecond: z.int().nullable(),
  secondsLeft: z.number().nullable(),
  message: z.string().nullable(),
  mayRetry: z.boolean(),
});
export type QueuedImport = z.output<typeof queuedImport>;

export const listImportQueue = endpoint('GET', '/api/admin/import-queue', {
  summary: 'List running and waiting imports in their order, and those that ended in the last day',
  reply: z.array(queuedImport),
});

export const getQueueVersion = endpoint('GET', '/api/admin/import-queue/version', {
  summary: 'Get a short text that changes whenever an import is queued, starts, or ends',
  reply: z.object({ version: z.string() }),
});

const options = {
  dryRun: z.boolean().optional(),
  strict: z.boolean().optional(),
  refuseBadCells: z.boolean().optional(),
  replaceHandwritten: z.boolean().optional(),
};
const queued = z.object({ id: z.int() });
const tooMany = { queue_full: 409 };

export const queueUpload = endpoint('POST', '/api/admin/import-queue', {
  summary:
    'Queue an import of a CSV file (multipart: csvFile; dryRun, strict, refuseBadCells, replaceHandwritten as true or false; mapping as JSON). It starts when the imports before it have ended. With an Idempotency-Key header the request is safe to repeat',
  rawBody: 'multipart/form-data',
  reply: queued,
  errors: { empty_file: 422, ...tooMany },
});
export const queueUploaded = endpoint('POST', '/api/admin/import-queue/uploaded', {
  summary:
    'Queue an import of an uploaded file. With an Idempotency-Key header the request is safe to repeat. An unattended file needs no person: a recipe is chosen by the header, a file is imported once, and an import with warnings waits for a person',
  body: z.object({
    sha256: z.string().regex(/^[\da-f]{64}$/, 'Enter the SHA-256 of the file in hex.'),
    fileName: z.string().min(1).max(255),
    ...options,
    mapping: z.record(z.string().max(500), z.string().max(60).nullable()).optional(),
    steps: recipe.optional(),
    format: fileFormat.optional(),
    unattended: z.enum(['preview', 'apply']).optional(),
    recipe: text(100).optional(),
  }),
  limit: 2_000_000,
  reply: queued,
  errors: { not_here: 409, not_whole: 422, ...tooMany },
});
export const queueWorkbenchFile = endpoint('POST', '/api/admin/import-queue/files', {
  summary: 'Queue an import of a file in the import workbench, as its recipe and mapping are now',
  body: z.object({ fileId: id, ...options }),
  reply: queued,
  errors: tooMany,
});
export const queueReviewedRun = endpoint('POST', '/api/admin/import-queue/runs', {
  summary: 'Queue the application of a dry run',
  body: z.object({
    runId: id,
    strict: options.strict,
    refuseBadCells: options.refuseBadCells,
    replaceHandwritten: options.replaceHandwritten,
  }),
  reply: queued,
  errors: tooMany,
});
export const getQueuedImport = endpoint('GET', '/api/admin/import-queue/:id', {
  summary: 'Get one import of the queue',
  params: idParam,
  reply: queuedImport,
});
export const cancelQueuedImport = endpoint('POST', '/api/admin/import-queue/:id/cancel', {
  summary: 'Remove a waiting import from the queue, or cancel it while it runs. Nothing is changed',
  params: idParam,
  reply: ok,
});
export const retryQueuedImport = endpoint('POST', '/api/admin/import-queue/:id/retry', {
  summary: 'Put a failed or canceled import at the end of the queue',
  params: idParam,
  reply: ok,
});

/** When a folder is read. A weekday of null means every day; 0 is Sunday. */
const folderSchedule = z.object({
  weekday: z.int().min(0).max(6).nullable(),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, such as 02:00.'),
  zone: text(60).refine(isZone, 'Choose a time zone.'),
});
export type FolderSchedule = z.output<typeof folderSchedule>;

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).format(0) !== '';
  } catch {
    return false;
  }
}

const watchSettings = {
  mode: z.enum(['preview', 'apply']),
  /** The recipe for all files of the folder. Null to choose one by the header of each file. */
  recipe: text(100).nullable(),
  /** Null to read files as they arrive. */
  schedule: folderSchedule.nullable(),
};
const watchedFolder = z.object({
  /** Null if this server watches none. */
  folder: z.string().nullable(),
  ...watchSettings,
  readAt: sentTime.nullable(),
  nextReadAt: sentTime.nullable(),
  problem: z.string().nullable(),
});
export type WatchedFolder = z.output<typeof watchedFolder>;

export const getWatchedFolder = endpoint('GET', '/api/admin/import-watch', {
  summary: 'Get the folder whose files this server imports, and when it reads them',
  reply: watchedFolder,
});
export const changeWatchedFolder = endpoint('PUT', '/api/admin/import-watch', {
  summary: 'Change how the watched folder is read',
  body: z.object(watchSettings),
  reply: watchedFolder,
});
export const readWatchedFolderNow = endpoint('POST', '/api/admin/import-watch/read', {
  summary: 'Read the watched folder now, whatever its schedule',
  reply: ok,
});
