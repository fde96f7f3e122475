import { stat } from 'node:fs/promises';
import { recognizeRegistryFile } from '#server/bulk/read/registry/recognize.ts';
import type { CsvState } from '../bridge/shapes.ts';
import type { CsvRequest } from './csv-request.ts';
import { computeChecksum } from './checksum.ts';

/**
 * Describes a file of the national provider registry, which only the server opens. Null for other files. Its content
 * decides, because the registry's zip files and workbooks have many names.
 */
export async function describeRegistryFile(unread: CsvState, path: string): Promise<CsvState | null> {
  const registry = await recognizeRegistryFile(path);
  if (!registry) return null;
  const { size } = await stat(path);
  const { kind, asOf } = registry;
  return { ...unread, size, read: size, source: 'NPI registry', registry: { kind, asOf }, state: 'read' };
}

/** Answers the requests about a registry file. It has no rows to show, and is uploaded as it is. */
export async function answerForRegistry(state: CsvState, path: string, request: CsvRequest): Promise<unknown> {
  switch (request.do) {
    case 'rows':
      return { kind: 'rows', from: request.from, rows: [] };
    case 'problems':
      return { kind: 'problems', from: request.from, problems: [] };
    case 'prepare':
      return { path, mapping: {}, ...(await computeChecksum(path)) };
    default:
      return state;
  }
}
