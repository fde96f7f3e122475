import { Readable } from 'node:stream';
import type { TestApp } from '../app.ts';
import { startImport, type ImportRequest } from '#server/bulk/importer/importer.ts';
import type { RunRow } from '#server/bulk/runs/queries-runs.ts';
import { spoolUpload } from '#server/bulk/read/spool.ts';

/** A file of listings in Boston, whose names hold the tag. */
export const buildListingsCsv = (rows: number, tag: string) =>
  `name,city,state,zipCode\n${Array.from({ length: rows }, (_, n) => `Dr. ${tag} ${n},Boston,MA,02118\n`).join('')}`;

/** Imports a text through the importer, without HTTP. */
export async function importText(
  app: TestApp,
  text: string | Buffer,
  request: Partial<Omit<ImportRequest, 'file'>> & { name?: string } = {},
): Promise<RunRow> {
  const { name = 'test.csv', ...rest } = request;
  const file = await spoolUpload(Readable.from([Buffer.from(text)]), name, app.deps.config.DATA_DIR);
  const run = await startImport(app.deps, { file, actor: null, options: {}, ...rest });
  return run.finished;
}

/** Uploads a text the way the import form does. */
export async function sendCsv(
  app: Pick<TestApp, 'url'>,
  token: string,
  text: string | Buffer,
  fields: Record<string, string> = {},
  path = '/api/admin/import-csv',
  headers: Record<string, string> = {},
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
): Promise<{ status: number; body: any }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('csvFile', new Blob([new Uint8Array(Buffer.from(text))]), 'listings.csv');
  const response = await fetch(app.url + path, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return { status: response.status, body: await response.json() };
}
