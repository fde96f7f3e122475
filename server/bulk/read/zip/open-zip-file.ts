import { stat } from 'node:fs/promises';
import { recognizeRegistryZip, type RegistryFile } from '#server/bulk/read/registry/recognize.ts';
import { convertXlsx } from '../xlsx/convert-xlsx.ts';

export interface ZipTask {
  path: string;
  name: string;
  /** The path for a sheet of a spreadsheet as CSV. */
  csvPath: string;
  sheet?: string;
}

/** A file of the provider registry, or a sheet of a spreadsheet that was written as CSV. */
export type OpenedZip = { registry: RegistryFile } | { sheet: string; sheets: string[]; csvBytes: number };

/** Recognizes a zip file of the registry, or converts a spreadsheet. Refuses other zip files. */
export async function openZipFile({ path, name, csvPath, sheet }: ZipTask): Promise<OpenedZip> {
  const registry = await recognizeRegistryZip(path, name);
  if (registry) return { registry };
  const converted = await convertXlsx(path, csvPath, sheet === undefined ? {} : { sheet });
  return { ...converted, csvBytes: (await stat(csvPath)).size };
}
