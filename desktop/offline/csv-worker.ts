import { parentPort, workerData } from 'node:worker_threads';
import { CsvPreview, type Mapping, type Names } from './csv-preview.ts';

/** One file, one thread: however long it is, the window and the main process do not wait for it. */
export type CsvAsk =
  | { do: 'open'; remembered: Record<string, Mapping> }
  | { do: 'state' }
  | { do: 'names'; names: NonNullable<Names> }
  | { do: 'map'; mapping: Mapping }
  | { do: 'rows'; from: number; count: number }
  | { do: 'problems'; from: number; count: number }
  | { do: 'fix'; line: number; column: number; value: string }
  | { do: 'prepare'; path: string };

const { file, path, scratch, names } = workerData as { file: string; path: string; scratch: string; names: Names };
// A thread's port has no origin to name.
/* oxlint-disable unicorn/require-post-message-target-origin */
const preview = new CsvPreview(file, path, scratch, names, (state) => parentPort!.postMessage({ state }));

async function answer(ask: CsvAsk): Promise<unknown> {
  switch (ask.do) {
    case 'open':
      return preview.open(ask.remembered);
    case 'state':
      return preview.state();
    case 'names':
      return preview.learnNames(ask.names);
    case 'map':
      return preview.map(ask.mapping);
    case 'rows':
      return { kind: 'rows', from: ask.from, rows: preview.rows(ask.from, ask.count) };
    case 'problems':
      return preview.problems(ask.from, ask.count);
    case 'fix':
      return preview.fix(ask.line, ask.column, ask.value);
    case 'prepare':
      return { ...(await preview.prepare(ask.path)), mapping: preview.mapping() };
  }
}

parentPort!.on('message', ({ id, ask }: { id: number; ask: CsvAsk }) => {
  answer(ask).then(
    (value) => parentPort!.postMessage({ id, value }),
    (error: unknown) =>
      parentPort!.postMessage({ id, error: error instanceof Error ? error.message : 'This file cannot be read.' }),
  );
});
