import { parentPort, workerData } from 'node:worker_threads';
import type { CsvState } from '../bridge/shapes.ts';
import { CsvPreview, type KnownNames } from './csv-preview.ts';
import type { CsvRequest } from './csv-request.ts';
import { recognizeList } from './recognize-list.ts';
import { answerForRegistry, describeRegistryFile } from './registry-preview.ts';

const { file, path, scratch, names } = workerData as {
  file: string;
  path: string;
  scratch: string;
  names: KnownNames;
};
// The port of a worker thread has no target origin.
/* oxlint-disable unicorn/require-post-message-target-origin */
const preview = new CsvPreview(file, path, scratch, names, (state) => parentPort!.postMessage({ state }));
/** Set for a file of the provider registry. */
let registry: CsvState | null = null;

async function handleRequest(request: CsvRequest): Promise<unknown> {
  if (request.do === 'recognize') return recognizeList(path, request.known);
  if (request.do === 'open') registry = await describeRegistryFile(file, path);
  if (registry) return answerForRegistry(registry, path, request);
  switch (request.do) {
    case 'open':
      return preview.open(request.savedMappings);
    case 'state':
      return preview.state();
    case 'names':
      return preview.setNames(request.names);
    case 'map':
      return preview.map(request.mapping);
    case 'rows':
      return { kind: 'rows', from: request.from, rows: preview.rows(request.from, request.count) };
    case 'problems':
      return preview.problems(request.from, request.count);
    case 'prepare':
      return { ...(await preview.prepare(request.allSheets)), mapping: preview.mapping() };
  }
}

/** A state that is older than the last event would take the page back, so it is read again when it is posted. */
const isState = (value: unknown): boolean => (value as { kind?: string } | null)?.kind === 'state';

parentPort!.on('message', ({ id, request }: { id: number; request: CsvRequest }) => {
  handleRequest(request).then(
    (value) => parentPort!.postMessage({ id, value: isState(value) ? (registry ?? preview.state()) : value }),
    (error: unknown) =>
      parentPort!.postMessage({ id, error: error instanceof Error ? error.message : 'This file can’t be read.' }),
  );
});
