import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { QueuedImport } from '#contract/bulk/import-queue.ts';
import { FolderLooks, type WholeFile } from '#server/bulk/queue/folder-looks.ts';
import { moveFile } from '#server/bulk/queue/move-file.ts';
import { ConsoleError } from '../../bridge/calls.ts';
import type { WatchedFolderState } from '../../bridge/folder-shapes.ts';
import { latestDue, nextDue } from '../../offline/schedule.ts';
import type { Watched, WatchedList } from '../../offline/watched-list.ts';
import type { Clock } from '../clock.ts';

interface Dependencies {
  clock: Clock;
  list: WatchedList;
  /** The signed-in person and their server. Files are sent only for the person who chose the folder. */
  findOwner(): { server: string; user: string } | null;
  isOnline(): boolean;
  /** Uploads a file into the server's queue, and returns its place there. Throws a ConsoleError if the server refuses it. */
  send(path: string, file: WholeFile, mode: Watched['mode']): Promise<number>;
  /** Null if the server can't be reached; 'gone' if it no longer knows the import. */
  findImport(item: number): Promise<QueuedImport | 'gone' | null>;
  onChange(): void;
  notify(title: string, body: string): void;
  log(message: string, details?: object): void;
}

const CHECK_INTERVAL_MS = 2_500;

/** Sends the files of watched folders to the server's queue, and moves them when their import has ended. */
export class FolderWatch {
  readonly #dependencies: Dependencies;
  readonly #looks = new Map<string, FolderLooks>();
  readonly #problems = new Map<string, string>();
  #stopTimer: (() => void) | null = null;
  #running: Promise<void> | null = null;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }
  start(): void {
    this.#stopTimer = this.#dependencies.clock.every(CHECK_INTERVAL_MS, () => void this.check());
  }
  async stop(): Promise<void> {
    this.#stopTimer?.();
    await this.#running;
  }

  describe(): WatchedFolderState[] {
    const now = this.#dependencies.clock.now();
    return this.#ownFolders().map(({ key, folder, mode, when, sent }) => ({
      key,
      folder: basename(folder),
      mode,
      when,
      next: when && nextDue(now, when).toISOString(),
      waiting: sent.length,
      problem: this.#problems.get(key) ?? null,
    }));
  }

  async add({ mode, when }: Pick<Watched, 'mode' | 'when'>, folder: string): Promise<void> {
    const { clock, list, findOwner, onChange } = this.#dependencies;
    const owner = findOwner();
    if (!owner) throw new ConsoleError('offline', 'Please log in first.');
    if (!(await stat(folder).catch(() => null))?.isDirectory())
      throw new ConsoleError('not_readable', `“${basename(folder)}” is not a folder.`);
    if (this.#ownFolders().some((known) => known.folder === folder))
      throw new ConsoleError('failed', `“${basename(folder)}” is already watched.`);
    const doneFor = (when ? latestDue(clock.now(), when) : clock.now()).toISOString();
    await list.add({ key: randomBytes(8).toString('hex'), ...owner, folder, mode, when, doneFor, sent: [] });
    onChange();
  }
  async remove(key: string): Promise<void> {
    await this.#dependencies.list.remove(key);
    this.#problems.delete(key);
    this.#looks.delete(key);
    this.#dependencies.onChange();
  }

  #ownFolders(): Watched[] {
    const owner = this.#dependencies.findOwner();
    return this.#dependencies.list.folders.filter(
      ({ server, user }) => server === owner?.server && user === owner.user,
    );
  }

  /** Looks at each folder once. */
  check(): Promise<void> {
    this.#running ??= this.#checkAll()
      .catch((error: unknown) => this.#dependencies.log('a watched folder failed', { error: String(error) }))
      .finally(() => (this.#running = null));
    return this.#running;
  }

  async #checkAll(): Promise<void> {
    if (!this.#dependencies.isOnline()) return;
    for (const folder of this.#ownFolders()) {
      const problem = await this.#checkFolder(folder);
      if (problem === (this.#problems.get(folder.key) ?? null)) continue;
      if (problem === null) this.#problems.delete(folder.key);
      else this.#problems.set(folder.key, problem);
      this.#dependencies.onChange();
    }
  }

  /** Returns a sentence if the folder can't be read. */
  async #checkFolder(watched: Watched): Promise<string | null> {
    const { clock, list } = this.#dependencies;
    const now = clock.now();
    const looks = this.#looks.get(watched.key) ?? new FolderLooks(watched.folder);
    this.#looks.set(watched.key, looks);
    const look = await looks.look(now.getTime()).catch(() => null);
    if (!look) return `The folder “${basename(watched.folder)}” can’t be read.`;
    await this.#placeEnded(watched);
    const due = watched.when && latestDue(now, watched.when);
    if (due && Date.parse(watched.doneFor) >= due.getTime()) return null;
    for (const file of look.files) if (!(await this.#sendFile(watched.key, file))) return null;
    if (due && look.isSettled) await list.change(watched.key, { doneFor: due.toISOString() });
    return null;
  }

  /** Sends a file. False if the server can't be reached, so that it is sent at a later check. */
  async #sendFile(key: string, file: WholeFile): Promise<boolean> {
    const { list, send, onChange, notify, log } = this.#dependencies;
    const watched = list.folders.find((folder) => folder.key === key);
    if (!watched) return false;
    const { name, bytes } = file;
    const modified = file.modifiedAt.getTime();
    const isSent = ({ name: sentName, bytes: sentBytes, modified: sentModified }: Watched['sent'][number]) =>
      sentName === name && sentBytes === bytes && sentModified === modified;
    if (watched.sent.some(isSent)) return true;
    try {
      const item = await send(join(watched.folder, name), file, watched.mode);
      await list.change(key, { sent: [...watched.sent, { name, bytes, modified, item }] });
      onChange();
      return true;
    } catch (error) {
      if (!(error instanceof ConsoleError)) {
        log('a file of a watched folder was not sent', { error: String(error) });
        return false;
      }
      await moveFile(watched.folder, file, 'failed', error.message);
      notify('A file was not imported', `${name}: ${error.message}`);
      return true;
    }
  }

  /** Moves the files whose import has ended. A preview that waits for a person has not. */
  async #placeEnded({ key, folder, sent }: Watched): Promise<void> {
    const { list, findImport, onChange, notify, log } = this.#dependencies;
    for (const file of sent) {
      const found = await findImport(file.item);
      const end = found && describeEnd(found);
      if (!end) continue;
      try {
        await moveFile(folder, { ...file, modifiedAt: new Date(file.modified) }, end.to, end.sentence);
      } catch (error) {
        log('a file of a watched folder could not be moved', { error: String(error) });
        continue;
      }
      const latest = list.folders.find((watched) => watched.key === key);
      await list.change(key, { sent: (latest?.sent ?? []).filter(({ item }) => item !== file.item) });
      notify(end.to === 'done' ? 'Import finished' : 'A file was not imported', `${file.name}: ${end.sentence}`);
      onChange();
    }
  }
}

function describeEnd(found: QueuedImport | 'gone'): { to: 'done' | 'failed'; sentence: string } | null {
  if (found === 'gone') return { to: 'failed', sentence: 'This file was removed from the import queue.' };
  const { state, message } = found;
  // The sentence follows when the queue has noticed the end.
  if (message === null) return null;
  if (state === 'done') return { to: 'done', sentence: message };
  return state === 'failed' || state === 'canceled' ? { to: 'failed', sentence: message } : null;
}
