import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { recipe } from './recipe.ts';
import { fileFormat } from './workbench.ts';

/** The maximum chunk size. Clients send smaller ones. */
export const MAX_CHUNK_BYTES = 8 * 2 ** 20;
/** Larger files are refused because they are almost certainly a mistake. */
export const MAX_FILE_BYTES = 4 * 2 ** 30;

const uploadParams = z.object({ sha256: z.string().regex(/^[\da-f]{64}$/, 'Enter the SHA-256 of the file in hex.') });
const uploadReply = z.object({ bytes: z.int() });

export const uploadState = endpoint('GET', '/api/admin/uploads/:sha256', {
  summary: 'Get the number of bytes of a file that have arrived. A file is identified by its SHA-256',
  params: uploadParams,
  reply: uploadReply,
});
export const uploadChunk = endpoint('PUT', '/api/admin/uploads/:sha256', {
  summary:
    'Upload a chunk of at most 8 MB from a byte position on. Returns the number of bytes that have arrived, from which an interrupted upload can be resumed. Chunks are kept for a day',
  params: uploadParams,
  query: z.object({ at: z.coerce.number().int().min(0) }),
  rawBody: 'application/octet-stream',
  reply: uploadReply,
  errors: { not_next: 409, too_large: 413 },
});
export const importUploaded = endpoint('POST', '/api/admin/imports/uploaded', {
  summary:
    'Start an import of an uploaded file, changed by the steps of a recipe. With an Idempotency-Key header the request is safe to repeat',
  body: z.object({
    sha256: uploadParams.shape.sha256,
    fileName: z.string().min(1).max(255),
    dryRun: z.boolean().optional(),
    strict: z.boolean().optional(),
    refuseBadCells: z.boolean().optional(),
    replaceHandwritten: z.boolean().optional(),
    mapping: z.record(z.string().max(500), z.string().max(60).nullable()).optional(),
    steps: recipe.optional(),
    format: fileFormat.optional(),
  }),
  limit: 2_000_000,
  reply: z.object({ id: z.int() }),
  errors: { not_here: 409, not_whole: 422, not_csv: 422, empty_file: 422, import_running: 409 },
});
