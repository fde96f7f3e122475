import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** The maximum chunk size. Clients send smaller ones. */
export const MAX_CHUNK_BYTES = 8 * 2 ** 20;

const whole = z.object({ sha256: z.string().regex(/^[\da-f]{64}$/, 'Give the SHA-256 of the whole file in hex.') });
const arrived = z.object({ bytes: z.int() });

export const uploadState = endpoint('GET', '/api/admin/uploads/:sha256', {
  summary: 'How many bytes of a file have arrived; a file on its way is known by the SHA-256 of the whole',
  params: whole,
  reply: arrived,
});
export const uploadChunk = endpoint('PUT', '/api/admin/uploads/:sha256', {
  summary:
    'Send the bytes of a file from a place on, at most 8 MB, and learn how many have arrived. A piece that is here already is not taken again, so whoever lost the connection asks, and goes on from there. Kept for a day',
  params: whole,
  query: z.object({ at: z.coerce.number().int().min(0) }),
  rawBody: 'application/octet-stream',
  reply: arrived,
  errors: { not_next: 409, too_large: 413 },
});
export const importUploaded = endpoint('POST', '/api/admin/imports/uploaded', {
  summary:
    'Begin an import of a file whose pieces have all arrived. An Idempotency-Key header makes it safe to send again',
  body: z.object({
    sha256: whole.shape.sha256,
    fileName: z.string().min(1).max(255),
    dryRun: z.boolean().optional(),
    strict: z.boolean().optional(),
    replaceHandwritten: z.boolean().optional(),
    mapping: z.record(z.string().max(500), z.string().max(60).nullable()).optional(),
  }),
  limit: 1_000_000,
  reply: z.object({ id: z.int() }),
  errors: { not_here: 409, not_whole: 422, not_csv: 422, empty_file: 422, import_running: 409 },
});
