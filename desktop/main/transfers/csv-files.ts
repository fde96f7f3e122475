import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { headerShape } from '#server/bulk/read/headers.ts';
import { ConsoleError, type Args, type Result } from '../../bridge/calls.ts';
import type { CsvState } from '../../bridge/shapes.ts';
import type { KnownNames, Mapping } from '../../offline/csv-preview.ts';
import type { Checksum } from '../../offline/checksum.ts';
import type { ConsoleContext } from '../console-context.ts';
import { FileThread } from './file-thread.ts';
import type { LocalFiles } from './local-files.ts';
import { runUpload, toConsoleError, uploadFile } from './upload-file.ts';

type Context = Pick<ConsoleContext, 'handles' | 'host' | 'jobs' | 'recentFiles' | 'request' | 'stay'> & {
  localFiles: LocalFiles;
};

/** The use that the server makes of an upload. */
type Purpose = 'check' | 'import';

interface OpenCsv {
  thread: FileThread;
  /** Size and modification time when the file was opened. */
  version: string;
  /** An idempotency key per kind of upload, reused until the server accepts it, so that retries start one import. */
  uploadKeys: Map<Purpose, string>;
  /** Resolves when the first rows are read. */
  firstState: Promise<CsvState>;
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

  async handleCall(call: Exclude<Args<'csv'>[0], { do: 'workbench' }>): Promise<Result<'csv'>> {
    const path = this.#context.handles.path(call.file);
    if (call.do === 'open') return this.#open(call.file, path);
    const openFile = this.#openFiles.get(call.file);
    if (!openFile) throw new ConsoleError('no_such_file', 'This file is no longer open.');
    if (call.do === 'close') {
      openFile.thread.close();
      this.#openFiles.delete(call.file);
      return null;
    }
    if (call.do === 'send') return this.#upload(call.file, path, call.dryRun ? 'check' : 'import', openFile);
    if (call.do === 'map') openFile.uploadKeys.clear();
    const { file: _file, ...request } = call;
    const state = await openFile.thread.ask<CsvState>(request);
    if (call.do === 'map') {
      const headers = state.columns.map(({ header }) => header);
      await this.#context.recentFiles.saveMapping(headerShape(headers), call.mapping);
      // The rest of the file may have been read while the mapping was saved.
      return openFile.thread.ask<CsvState>({ do: 'state' });
    }
    return state;
  }

  closeAll(): void {
    for (const { thread } of this.#openFiles.values()) thread.close();
    this.#openFiles.clear();
  }

  /** Opens a file, or shows an open one if the file on disk has not changed. */
  async #open(file: string, path: string): Promise<CsvState> {
    const stats = await stat(path).catch(() => null);
    if (!stats) throw new ConsoleError('not_readable', `“${basename(path)}” can’t be read.`);
    const version = `${stats.size} ${stats.mtimeMs}`;
    const { knowledge } = this.#context.localFiles;
    const namesRequest = knowledge.refresh().then(() => knowledge.references);
    const timeout = new Promise<KnownNames>((resolve) =>
      setTimeout(() => resolve(knowledge.references), NAMES_WAIT_MS),
    );
    const names = await Promise.race([namesRequest, timeout]);
    const previous = this.#openFiles.get(file);
    if (previous?.version === version) {
      await previous.firstState;
      return previous.thread.ask<CsvState>({ do: 'state' });
    }
    previous?.thread.close();
    const openFile = this.#openThread(file, path, names, version);
    this.#openFiles.set(file, openFile);
    const state = await openFile.firstState;
    if (names === null) void this.#sendNames(file, openFile, namesRequest);
    return state;
  }

  async #sendNames(file: string, openFile: OpenCsv, namesRequest: Promise<KnownNames>): Promise<void> {
    const names = await namesRequest;
    if (names === null || this.#openFiles.get(file) !== openFile) return;
    const state = await openFile.thread.ask<CsvState>({ do: 'names', names }).catch(() => null);
    if (state) this.#context.host.sendEvent({ kind: 'csv', state });
  }

  #openThread(file: string, path: string, names: KnownNames, version: string): OpenCsv {
    const { host, recentFiles } = this.#context;
    const thread = new FileThread(
      host,
      { file, path, scratch: host.folder, names },
      (state: CsvState) => host.sendEvent({ kind: 'csv', state }),
      () => this.#openFiles.get(file) === openFile && this.#openFiles.delete(file),
    );
    const firstState = thread.ask<CsvState>({ do: 'open', savedMappings: recentFiles.mappings });
    const openFile: OpenCsv = { version, thread, firstState, uploadKeys: new Map() };
    return openFile;
  }

  /** Uploads the file and returns the id of its import. */
  async #upload(file: string, path: string, purpose: Purpose, openFile: OpenCsv): Promise<Result<'csv'>> {
    const key = openFile.uploadKeys.get(purpose) ?? randomUUID();
    openFile.uploadKeys.set(purpose, key);
    const name = basename(path);
    const run = await runUpload(this.#context, { kind: purpose, name, file }, async (listener, setTotal) => {
      const { mapping, ...prepared } = await openFile.thread.ask<Checksum & { path: string; mapping: Mapping }>({
        do: 'prepare',
      });
      setTotal(prepared.bytes);
      return uploadFile(this.#context, { ...prepared, name, key }, { dryRun: purpose === 'check', mapping }, listener);
    }).catch((error: unknown) => {
      throw toConsoleError(error);
    });
    openFile.uploadKeys.delete(purpose);
    return { kind: 'sent', file, run };
  }
}
