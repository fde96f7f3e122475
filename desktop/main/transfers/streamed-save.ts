import { ConsoleError, type Result } from '../../bridge/calls.ts';
import type { Job } from '../../bridge/shapes.ts';
import { maySave } from '../../policy/files.ts';
import type { ConsoleContext } from '../console-context.ts';
import { saveStream } from '../files/save-stream.ts';

type Context = Pick<ConsoleContext, 'handles' | 'host' | 'jobs'> & { leaveListeners: Set<() => void> };

/** A save is canceled if the page, which may have closed, sends nothing for this long. */
const IDLE_TIMEOUT_MS = 120_000;

interface OpenSave {
  job: Job;
  path: string;
  writer: WritableStreamDefaultWriter<Uint8Array>;
  signal: AbortSignal;
  /** Resolves with the error that stopped the save, or with null when the file is complete. */
  outcome: Promise<ConsoleError | null>;
  idleTimer: NodeJS.Timeout;
}

/** Files that the page sends in parts while it builds them. */
export class StreamedSaves {
  readonly #context: Context;
  readonly #saves = new Map<string, OpenSave>();

  constructor(context: Context) {
    this.#context = context;
    context.leaveListeners.add(() => context.jobs.cancelAll('export'));
  }

  async begin(name: string): Promise<Result<'save'>> {
    const { jobs, host } = this.#context;
    if (!maySave(name)) throw new ConsoleError('bad_name', 'A file can’t have this name.');
    const path = await host.askSave(name);
    if (path === null) return { job: null, saved: false, name };
    const { job, signal } = jobs.start('export', name);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const save: OpenSave = {
      job,
      path,
      signal,
      writer: writable.getWriter(),
      outcome: saveStream(path, readable, signal, (bytes) => jobs.reportProgress(job, bytes)).then(
        () => null,
        (error: ConsoleError) => error,
      ),
      idleTimer: setTimeout(() => jobs.cancel(job.id), IDLE_TIMEOUT_MS).unref(),
    };
    // `outcome` reports the error. Without this handler the rejection of `closed` would be unhandled.
    save.writer.closed.catch(() => {});
    this.#saves.set(job.id, save);
    void save.outcome.then((error) => {
      clearTimeout(save.idleTimer);
      // Keeps a failed save for a while, so that the page's next call gets its error.
      setTimeout(() => this.#saves.delete(job.id), IDLE_TIMEOUT_MS).unref();
      if (error) jobs.finish(job, signal.aborted ? 'cancelled' : 'failed', error.message);
    });
    return { job: job.id, saved: true, name };
  }

  async append(id: string, part: string): Promise<Result<'save'>> {
    const save = this.#findSave(id);
    save.idleTimer.refresh();
    const error = await Promise.race([save.writer.write(Buffer.from(part, 'utf8')).catch(() => {}), save.outcome]);
    return error ? this.#fail(save, error) : { job: id, saved: true, name: save.job.name };
  }

  async finish(id: string): Promise<Result<'save'>> {
    const save = this.#findSave(id);
    await save.writer.close().catch(() => {});
    const error = await save.outcome;
    if (error) return this.#fail(save, error);
    const { jobs, handles, host } = this.#context;
    this.#saves.delete(id);
    jobs.finish(save.job, 'done', 'Saved.');
    host.notifyUnlessFocused('Saved', save.job.name);
    return { job: handles.add(save.path), saved: true, name: save.job.name };
  }

  #findSave(id: string): OpenSave {
    const save = this.#saves.get(id);
    if (!save) throw new ConsoleError('no_such_file', 'This file is no longer being saved.');
    return save;
  }

  #fail(save: OpenSave, error: ConsoleError): Result<'save'> {
    this.#saves.delete(save.job.id);
    if (!save.signal.aborted) throw error;
    return { job: null, saved: false, name: save.job.name };
  }
}
