import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ConsoleError } from '../../bridge/calls.ts';
import type { Job } from '../../bridge/shapes.ts';

/** What runs in the background and can be seen, stopped and counted. */
export class Jobs {
  readonly #jobs = new Map<string, { job: Job; stop: AbortController }>();
  readonly #changed: () => void;
  #last = 0;
  constructor(changed: () => void) {
    this.#changed = changed;
  }
  list(): Job[] {
    return [...this.#jobs.values()].map(({ job }) => ({ ...job }));
  }
  running(): number {
    return this.list().filter(({ state }) => state === 'running').length;
  }
  start(kind: Job['kind'], name: string, file: string | null = null): { job: Job; signal: AbortSignal } {
    const job: Job = {
      id: randomBytes(8).toString('hex'),
      kind,
      name,
      file,
      done: 0,
      total: null,
      state: 'running',
      message: null,
    };
    const stop = new AbortController();
    this.#jobs.set(job.id, { job, stop });
    // The last few stay in view.
    for (const [id, { job: old }] of this.#jobs)
      if (this.#jobs.size > 20 && old.state !== 'running') this.#jobs.delete(id);
    this.#changed();
    return { job, signal: stop.signal };
  }
  /** Progress is told ten times a second at most. */
  moved(job: Job, done: number): void {
    job.done = done;
    job.message = null;
    const now = Date.now();
    if (now - this.#last < 100) return;
    this.#last = now;
    this.#changed();
  }
  say(job: Job, message: string): void {
    job.message = message;
    this.#changed();
  }
  end(job: Job, state: Job['state'], message: string | null = null): void {
    job.state = state;
    job.message = message;
    this.#changed();
  }
  cancel(id: string): boolean {
    const found = this.#jobs.get(id);
    if (found?.job.state !== 'running') return false;
    found.stop.abort();
    return true;
  }
  cancelAll(kind: Job['kind']): void {
    for (const { job } of this.#jobs.values()) if (job.kind === kind) this.cancel(job.id);
  }
}

/** Bytes into a file that is there whole or not at all: beside its place first, on the disk, then renamed. */
export async function saveStream(
  path: string,
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  moved: (bytes: number) => void,
): Promise<void> {
  const beside = `${path}.${randomBytes(4).toString('hex')}.part`;
  let bytes = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length;
      moved(bytes);
      next(null, chunk);
    },
  });
  try {
    await pipeline(
      Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
      counting,
      createWriteStream(beside, { flags: 'wx', mode: 0o600 }),
      { signal },
    );
    const file = await open(beside, 'r+');
    await file.sync().finally(() => file.close());
    signal.throwIfAborted();
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    if (signal.aborted) throw new ConsoleError('failed', 'Cancelled. Nothing was saved.');
    const code = (error as { code?: string }).code;
    if (code === 'ENOSPC')
      throw new ConsoleError('failed', 'There is not enough room on this disk. Nothing was saved.');
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      throw new ConsoleError('failed', `“${basename(path)}” cannot be written there. Nothing was saved.`);
    throw new ConsoleError('failed', 'The file did not arrive whole, so nothing was saved. Please try again.');
  }
}
