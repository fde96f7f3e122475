import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { headerShape } from '#server/bulk/read/headers.ts';
import { ConsoleError, type Args, type Result } from '../../bridge/calls.ts';
import type { CsvState } from '../../bridge/shapes.ts';
import { CSV_MEMORY } from '../../offline/csv-memory.ts';
import type { Mapping, Names } from '../../offline/csv-preview.ts';
import type { CsvAsk } from '../../offline/csv-worker.ts';
import type { Sum } from '../../offline/csv-write.ts';
import { Unreachable } from '../connection/connection.ts';
import type { StaffConsole } from '../console.ts';
import { sendFile } from './upload-file.ts';

interface Reading {
  ask<T>(ask: CsvAsk): Promise<T>;
  /** How the file was when it was opened; when it has been written since, it is read anew. */
  mark: string;
  /** The same key however often this file is sent, until the server has taken it: it begins one import. */
  keys: Map<boolean, string>;
  /** When the first rows are here. */
  opened: Promise<CsvState>;
  stop(): void;
}

/** How long the first rows wait for what the server knows by name; what comes later is told to the reading then. */
const NAMES_FIRST_MS = 200;

/** Files that are looked at, each in a thread of its own, and their way to the server. */
export class CsvFiles {
  readonly #staffConsole: StaffConsole;
  readonly #readings = new Map<string, Reading>();

  constructor(staffConsole: StaffConsole) {
    this.#staffConsole = staffConsole;
  }

  async answer(wish: Args<'csv'>[0]): Promise<Result<'csv'>> {
    const path = this.#staffConsole.handles.path(wish.file);
    if (wish.do === 'open') return this.#open(wish.file, path);
    const reading = this.#readings.get(wish.file);
    if (!reading) throw new ConsoleError('no_such_file', 'This file is not open any more.');
    if (wish.do === 'close') {
      reading.stop();
      this.#readings.delete(wish.file);
      return null;
    }
    if (wish.do === 'send') return this.#send(wish.file, path, wish.dryRun, reading);
    if (wish.do === 'map' || wish.do === 'fix') reading.keys.clear();
    const { file: _file, ...ask } = wish;
    const answer = await reading.ask<CsvState>(ask);
    if (wish.do === 'map')
      await this.#staffConsole.remembered.meant(headerShape(answer.columns.map(({ header }) => header)), wish.mapping);
    return answer;
  }

  closeAll(): void {
    for (const reading of this.#readings.values()) reading.stop();
    this.#readings.clear();
  }

  /** A file that is open already is shown as it is, with what was mended in it. */
  async #open(file: string, path: string): Promise<CsvState> {
    const about = await stat(path).catch(() => null);
    if (!about) throw new ConsoleError('not_readable', `“${basename(path)}” cannot be read.`);
    const mark = `${about.size} ${about.mtimeMs}`;
    const asked = this.#names();
    const names = await Promise.race([asked, new Promise<null>((done) => setTimeout(done, NAMES_FIRST_MS, null))]);
    const before = this.#readings.get(file);
    if (before?.mark === mark) {
      await before.opened;
      return before.ask<CsvState>({ do: 'state' });
    }
    before?.stop();
    const reading = this.#read(file, path, names, mark);
    this.#readings.set(file, reading);
    const state = await reading.opened;
    if (names === null) void this.#tellNames(file, reading, asked);
    return state;
  }

  async #tellNames(file: string, reading: Reading, asked: Promise<Names>): Promise<void> {
    const names = await asked;
    if (names === null || this.#readings.get(file) !== reading) return;
    const state = await reading.ask<CsvState>({ do: 'names', names }).catch(() => null);
    if (state) this.#staffConsole.host.tell({ kind: 'csv', state });
  }

  #read(file: string, path: string, names: Names, mark: string): Reading {
    const worker = new Worker(this.#staffConsole.host.csvWorker, {
      workerData: { file, path, scratch: this.#staffConsole.host.folder, names },
      resourceLimits: CSV_MEMORY,
    });
    const asked = new Map<number, { done(value: never): void; fail(error: Error): void }>();
    let next = 1;
    worker.on(
      'message',
      ({ id, value, error, state }: { id?: number; value?: never; error?: string; state?: CsvState }) => {
        if (state) return this.#staffConsole.host.tell({ kind: 'csv', state });
        const one = asked.get(id!);
        asked.delete(id!);
        if (error === undefined) one?.done(value!);
        else one?.fail(new ConsoleError('not_readable', error));
      },
    );
    const gone = () => {
      if (this.#readings.get(file) === reading) this.#readings.delete(file);
      for (const { fail } of asked.values())
        fail(new ConsoleError('not_readable', 'This file could not be read to its end.'));
      asked.clear();
    };
    worker.on('error', gone);
    worker.on('exit', gone);
    const ask = <T>(one: CsvAsk): Promise<T> =>
      new Promise((done, fail) => {
        const id = next++;
        asked.set(id, { done, fail });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        worker.postMessage({ id, ask: one });
      });
    const opened = ask<CsvState>({ do: 'open', remembered: this.#staffConsole.remembered.mappings });
    const reading: Reading = { mark, ask, opened, keys: new Map(), stop: () => void worker.terminate() };
    return reading;
  }

  /** What the server knows by name; without it nothing is said about those columns. */
  async #names(): Promise<Names> {
    const list = async (path: string) => {
      const answer = await this.#staffConsole.request('GET', path, { signal: AbortSignal.timeout(5_000) });
      return ((await answer.json()) as { id: number; name: string }[]).map(
        ({ id, name }) => [name.toLowerCase(), id] as [string, number],
      );
    };
    try {
      const [services, practiceTypes] = await Promise.all([list('/api/services'), list('/api/practice-types')]);
      return { services, practiceTypes };
    } catch {
      return null;
    }
  }

  /** Sends the file as it is now, and answers the number of its import. */
  async #send(file: string, path: string, dryRun: boolean, reading: Reading): Promise<Result<'csv'>> {
    const { jobs, host } = this.#staffConsole;
    const key = reading.keys.get(dryRun) ?? randomUUID();
    reading.keys.set(dryRun, key);
    const name = basename(path);
    const copy = join(host.folder, `sending-${key}.csv`);
    const { job, signal: stopped } = jobs.start(dryRun ? 'check' : 'import', name, file);
    const signal = AbortSignal.any([stopped, this.#staffConsole.here]);
    try {
      const { copied, mapping, sha256, bytes } = await reading.ask<Sum & { copied: boolean; mapping: Mapping }>({
        do: 'prepare',
        path: copy,
      });
      job.total = bytes;
      const run = await sendFile(
        this.#staffConsole,
        { path: copied ? copy : path, name, key, sha256, bytes },
        { dryRun, mapping },
        { signal, moved: (sent) => jobs.moved(job, sent), waiting: () => jobs.say(job, 'Waiting for the connection') },
      );
      reading.keys.delete(dryRun);
      jobs.end(job, 'done', 'Sent.');
      return { kind: 'sent', file, run };
    } catch (error) {
      const message = signal.aborted ? 'Cancelled.' : error instanceof Error ? error.message : 'This did not work.';
      jobs.end(job, signal.aborted ? 'cancelled' : 'failed', message);
      if (signal.aborted) throw new ConsoleError('failed', message);
      throw error instanceof ConsoleError
        ? error
        : new ConsoleError(error instanceof Unreachable ? 'offline' : 'failed', message);
    } finally {
      await rm(copy, { force: true });
    }
  }
}
