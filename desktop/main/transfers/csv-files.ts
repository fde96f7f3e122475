import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import { headerShape } from '#server/bulk/read/headers.ts';
import type { CatalogPlan } from '#contract/directory/search-help.ts';
import { foldPlanName } from '#shared/places/insurance-plans.ts';
import { ConsoleError, type Args, type Result } from '../../bridge/calls.ts';
import type { CsvState } from '../../bridge/shapes.ts';
import { CSV_MEMORY } from '../../offline/csv-memory.ts';
import type { KnownNames, Mapping } from '../../offline/csv-preview.ts';
import type { CsvRequest } from '../../offline/csv-request.ts';
import type { Checksum } from '../../offline/checksum.ts';
import { UnreachableError } from '../connection/server-requests.ts';
import type { ConsoleContext } from '../console-context.ts';
import { uploadFile, uploadToWorkbench, type UploadListener } from './upload-file.ts';

type Context = Pick<ConsoleContext, 'handles' | 'host' | 'jobs' | 'recentFiles' | 'request' | 'stay'>;

/** The use that the server makes of an upload. */
type Purpose = 'check' | 'import' | 'workbench';

interface OpenCsv {
  ask<T>(request: CsvRequest): Promise<T>;
  /** Size and modification time when the file was opened. */
  version: string;
  /** An idempotency key per kind of upload, reused until the server accepts it, so that retries start one import. */
  uploadKeys: Map<Purpose, string>;
  /** Resolves when the first rows are read. */
  firstState: Promise<CsvState>;
  close(): void;
}

/** The first rows wait this long for the server's names. Later names are sent to the worker when they arrive. */
const NAMES_WAIT_MS = 200;

/** The open CSV files, each read by its own worker thread, and their upload to the server. */
export class CsvFiles {
  readonly #context: Context;
  readonly #openFiles = new Map<string, OpenCsv>();

  constructor(context: Context) {
    this.#context = context;
  }

  async handleCall(call: Args<'csv'>[0]): Promise<Result<'csv'>> {
    const path = this.#context.handles.path(call.file);
    if (call.do === 'open') return this.#open(call.file, path);
    const openFile = this.#openFiles.get(call.file);
    if (!openFile) throw new ConsoleError('no_such_file', 'This file is no longer open.');
    if (call.do === 'close') {
      openFile.close();
      this.#openFiles.delete(call.file);
      return null;
    }
    if (call.do === 'send') return this.#upload(call.file, path, call.dryRun ? 'check' : 'import', openFile);
    if (call.do === 'workbench') return this.#upload(call.file, path, 'workbench', openFile);
    if (call.do === 'map') openFile.uploadKeys.clear();
    const { file: _file, ...request } = call;
    const state = await openFile.ask<CsvState>(request);
    if (call.do === 'map') {
      const headers = state.columns.map(({ header }) => header);
      await this.#context.recentFiles.saveMapping(headerShape(headers), call.mapping);
      // The rest of the file may have been read while the mapping was saved.
      return openFile.ask<CsvState>({ do: 'state' });
    }
    return state;
  }

  closeAll(): void {
    for (const openFile of this.#openFiles.values()) openFile.close();
    this.#openFiles.clear();
  }

  /** Opens a file, or shows an open one if the file on disk has not changed. */
  async #open(file: string, path: string): Promise<CsvState> {
    const stats = await stat(path).catch(() => null);
    if (!stats) throw new ConsoleError('not_readable', `“${basename(path)}” can’t be read.`);
    const version = `${stats.size} ${stats.mtimeMs}`;
    const namesRequest = this.#fetchNames();
    const timeout = new Promise<null>((resolve) => setTimeout(resolve, NAMES_WAIT_MS, null));
    const names = await Promise.race([namesRequest, timeout]);
    const previous = this.#openFiles.get(file);
    if (previous?.version === version) {
      await previous.firstState;
      return previous.ask<CsvState>({ do: 'state' });
    }
    previous?.close();
    const openFile = this.#startWorker(file, path, names, version);
    this.#openFiles.set(file, openFile);
    const state = await openFile.firstState;
    if (names === null) void this.#sendNames(file, openFile, namesRequest);
    return state;
  }

  async #sendNames(file: string, openFile: OpenCsv, namesRequest: Promise<KnownNames>): Promise<void> {
    const names = await namesRequest;
    if (names === null || this.#openFiles.get(file) !== openFile) return;
    const state = await openFile.ask<CsvState>({ do: 'names', names }).catch(() => null);
    if (state) this.#context.host.sendEvent({ kind: 'csv', state });
  }

  #startWorker(file: string, path: string, names: KnownNames, version: string): OpenCsv {
    const { host, recentFiles } = this.#context;
    const worker = new Worker(host.csvWorker, {
      workerData: { file, path, scratch: host.folder, names },
      resourceLimits: CSV_MEMORY,
    });
    const pendingRequests = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
    let nextId = 1;
    worker.on(
      'message',
      ({ id, value, error, state }: { id?: number; value?: never; error?: string; state?: CsvState }) => {
        if (state) return host.sendEvent({ kind: 'csv', state });
        const pendingRequest = pendingRequests.get(id!);
        pendingRequests.delete(id!);
        if (error === undefined) pendingRequest?.resolve(value!);
        else pendingRequest?.reject(new ConsoleError('not_readable', error));
      },
    );
    const onExit = () => {
      if (this.#openFiles.get(file) === openFile) this.#openFiles.delete(file);
      for (const { reject } of pendingRequests.values())
        reject(new ConsoleError('not_readable', 'This file couldn’t be read to its end.'));
      pendingRequests.clear();
    };
    worker.on('error', onExit);
    worker.on('exit', onExit);
    const ask = <T>(request: CsvRequest): Promise<T> =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        pendingRequests.set(id, { resolve, reject });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        worker.postMessage({ id, request });
      });
    const firstState = ask<CsvState>({ do: 'open', savedMappings: recentFiles.mappings });
    const openFile: OpenCsv = {
      version,
      ask,
      firstState,
      uploadKeys: new Map(),
      close: () => void worker.terminate(),
    };
    return openFile;
  }

  /** The services and practice types of the server; null if it can't be reached, so those columns are not checked. */
  async #fetchNames(): Promise<KnownNames> {
    const fetchList = async (path: string) => {
      const response = await this.#context.request('GET', path, { signal: AbortSignal.timeout(5_000) });
      return ((await response.json()) as { id: number; name: string }[]).map(
        ({ id, name }) => [name.toLowerCase(), id] as [string, number],
      );
    };
    try {
      const [services, practiceTypes, plans] = await Promise.all([
        fetchList('/api/services'),
        fetchList('/api/practice-types'),
        this.#fetchPlans(),
      ]);
      return { services, practiceTypes, plans };
    } catch {
      return null;
    }
  }

  /** The names that staff gave to insurance plans. A server that doesn't list them knows only those that ship with it. */
  async #fetchPlans(): Promise<[string, string][]> {
    try {
      const response = await this.#context.request('GET', '/api/insurance-plans', {
        signal: AbortSignal.timeout(5_000),
      });
      return ((await response.json()) as CatalogPlan[]).map(({ name, storedName }) => [foldPlanName(name), storedName]);
    } catch {
      return [];
    }
  }

  /** Uploads the file and returns the id of its import, or its id in the workbench. */
  async #upload(file: string, path: string, purpose: Purpose, openFile: OpenCsv): Promise<Result<'csv'>> {
    const { jobs, stay } = this.#context;
    const key = openFile.uploadKeys.get(purpose) ?? randomUUID();
    openFile.uploadKeys.set(purpose, key);
    const name = basename(path);
    const { job, signal: canceled } = jobs.start(purpose === 'import' ? 'import' : 'check', name, file);
    const signal = AbortSignal.any([canceled, stay]);
    try {
      const { mapping, ...prepared } = await openFile.ask<Checksum & { path: string; mapping: Mapping }>({
        do: 'prepare',
        allSheets: purpose === 'workbench',
      });
      job.total = prepared.bytes;
      const upload = { ...prepared, name, key };
      const listener: UploadListener = {
        signal,
        onProgress: (sentBytes) => jobs.reportProgress(job, sentBytes),
        onRetry: () => jobs.setMessage(job, 'Waiting for the connection'),
        onQueued: () => jobs.setMessage(job, 'Waiting for another import'),
      };
      const id =
        purpose === 'workbench'
          ? await uploadToWorkbench(this.#context, upload, listener)
          : await uploadFile(this.#context, upload, { dryRun: purpose === 'check', mapping }, listener);
      openFile.uploadKeys.delete(purpose);
      jobs.finish(job, 'done', 'Sent.');
      return purpose === 'workbench' ? { kind: 'opened', file, id } : { kind: 'sent', file, run: id };
    } catch (error) {
      const message = signal.aborted ? 'Canceled.' : error instanceof Error ? error.message : 'This did not work.';
      jobs.finish(job, signal.aborted ? 'cancelled' : 'failed', message);
      if (signal.aborted) throw new ConsoleError('failed', message);
      throw error instanceof ConsoleError
        ? error
        : new ConsoleError(error instanceof UnreachableError ? 'offline' : 'failed', message);
    }
  }
}
