import { parentPort, workerData } from 'node:worker_threads';
import { asRefusal } from '#server/base/http/errors.ts';
import type { CsvState } from '../bridge/shapes.ts';
import { CsvPreview, type KnownNames } from './csv-preview.ts';
import type { CsvRequest, FileRequest } from './csv-request.ts';
import { LocalBench, type BenchKnowledge, type BenchRequest, type KeptFile } from './local-bench.ts';
import { recognizeList } from './recognize-list.ts';
import { answerForRegistry, describeRegistryFile } from './registry-preview.ts';

// The port of a worker thread has no target origin.
/* oxlint-disable unicorn/require-post-message-target-origin */
const data = workerData as { scratch: string } & (
  { kept: KeptFile; knowledge: BenchKnowledge } | { file: string; path: string; names: KnownNames }
);
const sendEvent = (event: object) => parentPort!.postMessage({ event });

/** Answers the requests about a file in the workbench. */
async function openBench(kept: KeptFile, knowledge: BenchKnowledge) {
  const bench = new LocalBench(kept, knowledge, data.scratch, sendEvent);
  await bench.read();
  return (request: FileRequest, signal: AbortSignal) => bench.handle(request as BenchRequest, signal);
}

/** Answers the requests about a file that is previewed. */
function openPreview(file: string, path: string, names: KnownNames) {
  const preview = new CsvPreview(file, path, data.scratch, names, sendEvent);
  /** Set for a file of the provider registry. */
  let registry: CsvState | null = null;
  const answer = async (request: CsvRequest): Promise<unknown> => {
    if (request.do === 'recognize') return recognizeList(path, request.known);
    if (request.do === 'open') registry = await describeRegistryFile(preview.state(), path);
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
        return { ...(await preview.prepare()), mapping: preview.mapping() };
    }
  };
  return async (request: FileRequest) => {
    const value = await answer(request as CsvRequest);
    // A state that is older than the last event would take the page back, so it is read again when it is posted.
    return (value as { kind?: string } | null)?.kind === 'state' ? (registry ?? preview.state()) : value;
  };
}

const handling: Promise<(request: FileRequest, signal: AbortSignal) => Promise<unknown>> =
  'kept' in data
    ? openBench(data.kept, data.knowledge)
    : Promise.resolve(openPreview(data.file, data.path, data.names));
const running = new Map<number, AbortController>();

async function answerMessage(id: number, request: FileRequest): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    parentPort!.postMessage({ id, value: await (await handling)(request, controller.signal) });
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal && 'kept' in data)
      parentPort!.postMessage({ id, refusal: { status: refusal.status, body: refusal.body() } });
    else parentPort!.postMessage({ id, error: error instanceof Error ? error.message : 'This file can’t be read.' });
  } finally {
    running.delete(id);
  }
}

parentPort!.on('message', ({ id, request, isCanceled }: { id: number; request: FileRequest; isCanceled?: boolean }) => {
  if (isCanceled) running.get(id)?.abort();
  else void answerMessage(id, request);
});
