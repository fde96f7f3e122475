import { ConsoleError, type Result } from '../../bridge/calls.ts';
import type { Job } from '../../bridge/shapes.ts';
import { maySave } from '../../policy/files.ts';
import type { StaffConsole } from '../console.ts';
import { saveStream } from './save-stream.ts';

/** A page that has gone away ends nothing; what it began is taken to be over after this long. */
const QUIET_MS = 120_000;

interface Growing {
  job: Job;
  place: string;
  writer: WritableStreamDefaultWriter<Uint8Array>;
  signal: AbortSignal;
  /** Why it could not be written; null once it is there. */
  written: Promise<ConsoleError | null>;
  quiet: NodeJS.Timeout;
}

/** Files that are written while the page makes them: beside their place first, and there whole or not at all. */
export class GrowingFiles {
  readonly #staffConsole: StaffConsole;
  readonly #files = new Map<string, Growing>();

  constructor(staffConsole: StaffConsole) {
    this.#staffConsole = staffConsole;
    staffConsole.whenLeft.add(() => staffConsole.jobs.cancelAll('export'));
  }

  async begin(name: string): Promise<Result<'save'>> {
    const { jobs, host } = this.#staffConsole;
    if (!maySave(name)) throw new ConsoleError('bad_name', 'A file cannot have this name.');
    const place = await host.askSave(name);
    if (place === null) return { job: null, saved: false, name };
    const { job, signal } = jobs.start('export', name);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const file: Growing = {
      job,
      place,
      signal,
      writer: writable.getWriter(),
      written: saveStream(place, readable, signal, (bytes) => jobs.moved(job, bytes)).then(
        () => null,
        (error: ConsoleError) => error,
      ),
      quiet: setTimeout(() => jobs.cancel(job.id), QUIET_MS).unref(),
    };
    // Told by `written`; these only say that there is nobody to write to any more.
    file.writer.closed.catch(() => {});
    this.#files.set(job.id, file);
    void file.written.then((error) => {
      clearTimeout(file.quiet);
      // A page that comes back for it within a while is still told why.
      setTimeout(() => this.#files.delete(job.id), QUIET_MS).unref();
      if (error) jobs.end(job, signal.aborted ? 'cancelled' : 'failed', error.message);
    });
    return { job: job.id, saved: true, name };
  }

  async add(id: string, part: string): Promise<Result<'save'>> {
    const file = this.#file(id);
    file.quiet.refresh();
    const error = await Promise.race([file.writer.write(Buffer.from(part, 'utf8')).catch(() => {}), file.written]);
    return error ? this.#over(file, error) : { job: id, saved: true, name: file.job.name };
  }

  async end(id: string): Promise<Result<'save'>> {
    const file = this.#file(id);
    await file.writer.close().catch(() => {});
    const error = await file.written;
    if (error) return this.#over(file, error);
    const { jobs, handles, host } = this.#staffConsole;
    this.#files.delete(id);
    jobs.end(file.job, 'done', 'Saved.');
    host.notifyAway('Saved', file.job.name);
    return { job: handles.hold(file.place), saved: true, name: file.job.name };
  }

  #file(id: string): Growing {
    const file = this.#files.get(id);
    if (!file) throw new ConsoleError('no_such_file', 'This file is not being saved any more.');
    return file;
  }

  #over(file: Growing, error: ConsoleError): Result<'save'> {
    this.#files.delete(file.job.id);
    if (!file.signal.aborted) throw error;
    return { job: null, saved: false, name: file.job.name };
  }
}
