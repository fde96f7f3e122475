import type { Request } from 'express';
import { badRequest } from '#server/base/http/errors.ts';
import type { RunOptions } from '../runs/queries-runs.ts';
import { spoolUpload, type SpooledFile } from '../read/spool.ts';
import { readParts } from './upload-parts.ts';

interface Upload extends ImportFields {
  file: SpooledFile;
}

/** Streams a multipart request with one file in `csvFile` to disk. A request that is refused leaves no file. */
export async function readUpload(req: Request, dataDir: string): Promise<Upload> {
  const { file, fields } = await readParts(
    req,
    (stream, name) => spoolUpload(stream, name, dataDir),
    (spooled) => spooled.remove(),
  );
  try {
    return { file, ...parseFields(fields) };
  } catch (error) {
    await file.remove();
    throw error;
  }
}

const isYes = (value: string | undefined) => value === 'true' || value === '1' || value === 'on';
interface ImportFields {
  options: Required<Omit<RunOptions, 'again'>>;
  mapping: Record<string, string | null> | null;
}
function parseFields(fields: Record<string, string>): ImportFields {
  return {
    options: {
      dryRun: isYes(fields.dryRun),
      strict: isYes(fields.strict),
      refuseBadCells: isYes(fields.refuseBadCells),
      replaceHandwritten: isYes(fields.replaceHandwritten),
      stopsAtWarnings: isYes(fields.stopsAtWarnings),
    },
    mapping: fields.mapping ? parseMapping(fields.mapping) : null,
  };
}

function parseMapping(text: string): Record<string, string | null> {
  try {
    const value = JSON.parse(text) as unknown;
    if (
      value !== null &&
      typeof value === 'object' &&
      !Array.isArray(value) &&
      Object.values(value).every((field) => field === null || typeof field === 'string')
    )
      return value as Record<string, string | null>;
  } catch {
    // Rejected below.
  }
  throw badRequest('The mapping is not valid JSON.', { mapping: 'Map each header to a field name or null.' });
}
