import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MAX_BULK_ROWS } from '#shared/tables/table-shape.ts';
import { filterValues, tableParam } from './tables.ts';
import { id, idParam, line, text } from '../values.ts';

export const bulkChange = z.object({
  id,
  status: z.enum(['previewed', 'applying', 'applied', 'undoing', 'undone']),
  /** The rows that were counted in the preview. */
  total: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  restored: z.int(),
  kept: z.int(),
  /** Why rows were skipped or kept. */
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** The first rows that an undo kept. */
  keptRows: z.array(z.object({ id, reason: z.string() })),
  /** Why the last run ended early, or null. */
  stopped: z.string().nullable(),
  canUndo: z.boolean(),
  /** For a previewed change of a field, the value to come and the values that the rows have now, most frequent first. */
  values: z
    .object({
      after: z.string().nullable(),
      before: z.array(z.object({ value: z.string().nullable(), count: z.int() })),
    })
    .nullable(),
});
export type BulkChange = z.output<typeof bulkChange>;

export const previewBulkChange = endpoint('POST', '/api/admin/tables/:table/bulk-changes', {
  summary: `Fix the rows that a change will apply to, and count them. At most ${MAX_BULK_ROWS.toLocaleString('en-US')}`,
  params: tableParam,
  body: z.object({
    action: line(40),
    /** An id of the list that the action chooses from, or a field with its new value. */
    value: z.union([z.int(), z.object({ field: line(40), value: text(5_000) })]).optional(),
    /** The selected rows. Without them, all that match the filters. */
    ids: z.array(id).min(1).max(1_000).optional(),
    q: line(200).optional(),
    filters: filterValues.optional(),
    zone: line(60).optional(),
  }),
  reply: bulkChange,
  errors: { too_many_rows: 400, unknown_action: 400, unknown_filter: 400 },
});

export const openBulkChange = endpoint('GET', '/api/admin/bulk-changes/:id', {
  summary: 'The progress of a change of many rows',
  params: idParam,
  reply: bulkChange,
});

export const applyBulkChange = endpoint('POST', '/api/admin/bulk-changes/:id/apply', {
  summary: 'Apply a previewed change. Rows that changed since the preview are skipped and reported',
  params: idParam,
  reply: bulkChange,
  errors: { not_previewed: 409 },
});

export const undoBulkChange = endpoint('POST', '/api/admin/bulk-changes/:id/undo', {
  summary:
    'Undo a change of many rows with the rights of the caller. Rows that were edited since are kept and reported. If nothing came back, the change can be undone again',
  params: idParam,
  reply: bulkChange,
  errors: { cannot_undo: 409 },
});
