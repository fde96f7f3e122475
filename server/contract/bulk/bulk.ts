import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { after, idParam, pageNumber, pageSize, sentTime } from '../values.ts';

export const exportNames = ['contacts', 'users', 'subscribers', 'articles', 'dentist-listings', 'reviews'] as const;
export type ExportName = (typeof exportNames)[number];

const counts = {
  rowsRead: z.int().nullable(),
  rowsNew: z.int().nullable(),
  rowsChanged: z.int().nullable(),
  rowsSame: z.int().nullable(),
  rowsRefused: z.int().nullable(),
  /** Rows for deleted listings, which stay deleted. */
  rowsDeleted: z.int().nullable(),
  /** Owner and staff edits that were kept. */
  fieldsKept: z.int().nullable(),
};

export const importColumn = z.object({
  header: z.string(),
  field: z.string().nullable(),
  how: z.enum(['exact', 'known', 'values', 'remembered', 'chosen', 'none', 'repeated', 'doubtful']),
  /** The share of the sampled cells that suit the field. */
  confidence: z.number().nullable().optional(),
  /** For a doubtful column, the field that its name promises and its cells don't hold. */
  suggested: z.string().optional(),
});
export type ImportColumn = z.output<typeof importColumn>;

const importRun = z.object({
  id: z.int(),
  status: z.enum(['running', 'ready', 'done', 'failed', 'cancelled', 'undone']),
  createdAt: sentTime,
  finishedAt: sentTime.nullable(),
  userName: z.string(),
  fileName: z.string(),
  fileBytes: z.number(),
  sha256: z.string().nullable(),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  columns: z.array(importColumn),
  source: z.string().nullable(),
  options: z.object({
    dryRun: z.boolean().optional(),
    replaceHandwritten: z.boolean().optional(),
    strict: z.boolean().optional(),
    stopsAtWarnings: z.boolean().optional(),
    refuseBadCells: z.boolean().optional(),
  }),
  ...counts,
  problems: z.array(
    z.object({
      kind: z.string(),
      column: z.string().nullable(),
      count: z.int(),
      lines: z.array(z.string()),
      /** The rows were refused, imported without this cell, or imported as they are. */
      outcome: z.enum(['refused', 'blank', 'flagged']).optional(),
    }),
  ),
  notes: z.array(z.string()),
  duplicates: z.array(z.object({ line: z.int(), dentistId: z.int(), name: z.string().nullable(), why: z.string() })),
  /** Reasons to look again before a dry run is applied. */
  warnings: z.array(
    z.object({ code: z.enum(['no_state', 'no_zip', 'nothing_matched', 'many_changes']), text: z.string() }),
  ),
  message: z.string().nullable(),
  progress: z
    .object({
      phase: z.string(),
      done: z.number(),
      total: z.number(),
      share: z.number(),
      /** The speed and the time left of the present phase. Null while they aren't known. */
      rowsPerSecond: z.number().nullable(),
      secondsLeft: z.number().nullable(),
    })
    .nullable(),
  undoneAt: sentTime.nullable(),
  undoneBy: z.string().nullable(),
  undoReport: z
    .object({
      removed: z.int(),
      restored: z.int(),
      kept: z.array(z.object({ dentistId: z.int(), name: z.string(), fields: z.array(z.string()), why: z.string() })),
    })
    .nullable(),
});
export type ImportRun = z.output<typeof importRun>;

export const importCsv = endpoint('POST', '/api/admin/import-csv', {
  summary:
    'Import a CSV file of listings (multipart, field csvFile; with stopsAtWarnings=true, a file with warnings is only previewed). Responds when the import has finished',
  rawBody: 'multipart/form-data',
  reply: z.object({
    success: z.boolean(),
    message: z.string(),
    runId: z.int().optional(),
    ...Object.fromEntries(Object.keys(counts).map((name) => [name, z.int().nullable().optional()])),
  }),
  errors: { not_csv: 422, empty_file: 422, no_name_column: 422, import_running: 409 },
});

export const startImportRun = endpoint('POST', '/api/admin/imports', {
  summary:
    'Start an import of a CSV file (multipart: csvFile; dryRun, strict, refuseBadCells, replaceHandwritten, stopsAtWarnings as true or false; mapping as JSON). Responds when the import has started. With an Idempotency-Key header the request is safe to repeat',
  rawBody: 'multipart/form-data',
  reply: z.object({ id: z.int() }),
  errors: { not_csv: 422, empty_file: 422, import_running: 409 },
});

export const suggestMapping = endpoint('POST', '/api/admin/imports/mapping', {
  summary:
    'Suggest a field for each column of a file by its name and its cells. With the first rows, the note says where a header is that is below a title',
  body: z.object({
    headers: z.array(z.string().max(500)).min(1).max(1000),
    headerLine: z.int().min(1).optional(),
    rows: z
      .array(z.object({ line: z.int().min(1), cells: z.array(z.string().max(500)).max(1000) }))
      .max(100)
      .optional(),
  }),
  limit: 1_000_000,
  reply: z.object({ columns: z.array(importColumn), source: z.string().nullable(), note: z.string().nullable() }),
});

export const listImports = endpoint('GET', '/api/admin/imports', {
  summary: 'List imports, newest first. X-Total-Count has the total',
  query: z.object({ page: pageNumber.optional(), pageSize: pageSize.optional() }),
  reply: z.array(importRun),
});
export const getImport = endpoint('GET', '/api/admin/imports/:id', {
  summary: 'Get one import',
  params: idParam,
  reply: importRun,
});

const importRow = z.object({
  line: z.int().nullable(),
  dentistId: z.int().nullable(),
  name: z.string().nullable(),
  /** Old values by field; empty for a new listing. */
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  /** New values that were ignored because an owner or staff edited the field. */
  kept: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  cells: z.array(z.string()),
  reasons: z.array(z.object({ column: z.string().nullable(), why: z.string() })),
});
export type ImportRow = z.output<typeof importRow>;
export const importRows = endpoint('GET', '/api/admin/imports/:id/rows', {
  summary:
    'List rows of an import by outcome. X-Total-Count has the total. With after (a line, or a listing id for rows without lines), returns the next 1,000',
  params: idParam,
  query: z.object({
    outcome: z.enum(['new', 'changed', 'refused']),
    page: pageNumber.optional(),
    after: after.optional(),
  }),
  reply: z.array(importRow),
});
export const importEvents = endpoint('GET', '/api/admin/imports/:id/events', {
  summary:
    'Stream the progress of an import as server-sent events. Each event is the run, and the last one follows its end',
  params: idParam,
  streams: 'text/event-stream',
});
export const refusedCsv = endpoint('GET', '/api/admin/imports/:id/refused.csv', {
  summary: 'Download the refused rows with a reason column. A corrected copy can be imported',
  params: idParam,
  streams: 'text/csv',
  download: true,
});
const commitOptions = z.object({
  replaceHandwritten: z.boolean().optional(),
  strict: z.boolean().optional(),
  refuseBadCells: z.boolean().optional(),
});
export const commitImport = endpoint('POST', '/api/admin/imports/:id/commit', {
  summary: 'Apply a dry run',
  params: idParam,
  body: commitOptions.optional(),
  reply: z.object({ id: z.int() }),
  errors: { import_running: 409, gone: 409 },
});
export const cancelImport = endpoint('POST', '/api/admin/imports/:id/cancel', {
  summary: 'Cancel a running import or discard a dry run',
  params: idParam,
  reply: importRun,
});
export const undoImport = endpoint('POST', '/api/admin/imports/:id/undo', {
  summary: 'Undo an import: delete added listings and restore changed ones, except for later edits',
  params: idParam,
  reply: importRun,
  errors: { import_running: 409, nothing_restored: 409 },
});

export const exportCsv = endpoint('GET', '/api/admin/export-csv', {
  summary: 'Download all listings as CSV, in the format of the import',
  streams: 'text/csv',
  download: true,
});
export const exportData = endpoint('GET', '/api/admin/export/:name', {
  summary: 'Download an export as CSV',
  params: z.object({ name: z.enum(exportNames) }),
  streams: 'text/csv',
  download: true,
});

export const downloadBackup = endpoint('GET', '/api/admin/backup', {
  summary:
    'Create and download a backup: one compressed file of everything but sessions. `npm run restore` restores it',
  streams: 'application/gzip',
  download: true,
});
