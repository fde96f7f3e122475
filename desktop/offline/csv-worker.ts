import { parentPort, workerData } from 'node:worker_threads';
import { CsvPreview, type KnownNames, type Mapping } from './csv-preview.ts';

/** The requests that a worker thread answers. Each file has its own thread, so that a large one never blocks the app. */
export type CsvRequest =
  | { do: 'open'; savedMappings: Record<string, Mapping> }
  | { do: 'state' }
  | { do: 'names'; names: NonNullable<KnownNames> }
  | { do: 'map'; mapping: Mapping }
  | { do: 'rows'; from: number; count: number }
  | { do: 'problems'; from: number; count: number }
  | { do: 'fix'; line: number; column: number; value: string }
  | { do: 'prepare'; path: string; allSheets: boolean };

const { file, path, scratch, names } = workerData as {
  file: string;
  path: string;
  scratch: string;
  names: KnownNames;
};
// The port of a worker thread has no target origin.
/* oxlint-disable unicorn/require-post-message-target-origin */
const preview = new CsvPreview(file, path, scratch, names, (state) => parentPort!.postMessage({ state }));

async function handleRequest(request: CsvRequest): Promise<unknown> {
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
    case 'fix':
      return preview.fix(request.line, request.column, request.value);
    case 'prepare':
      return { ...(await preview.prepare(request.path, request.allSheets)), mapping: preview.mapping() };
  }
}

parentPort!.on('message', ({ id, request }: { id: number; request: CsvRequest }) => {
  handleRequest(request).then(
    (value) => parentPort!.postMessage({ id, value }),
    (error: unknown) =>
      parentPort!.postMessage({ id, error: error instanceof Error ? error.message : 'This file can’t be read.' }),
  );
});
