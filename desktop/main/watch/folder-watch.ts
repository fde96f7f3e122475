import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { getQueuedImport, type QueuedImport } from '#contract/bulk/import-queue.ts';
import { urlOf } from '#shared/url.ts';
import { FolderLooks, type WholeFile } from '#server/bulk/queue/folder-looks.ts';
import { moveFile } from '#server/bulk/queue/move-file.ts';
import { ConsoleError } from '../../bridge/calls.ts';
import type { WatchedFolderState } from '../../bridge/shapes.ts';
import { latestDue, nextDue } from '../../offline/schedule.ts';
import type { JsonFile } from '../../offline/json-file.ts';
import { openWatched, type FileVersion, type Watched } from '../../offline/watched-list.ts';
import type { KnownLists } from '../../offline/recognize-list.ts';
import { mayImport } from '../../policy/files.ts';
import type { ConsoleContext } from '../console-context.ts';
import { readJson } from '../transfers/read-json.ts';
import { askAboutFiles, fetchKnownLists, recognizeSafely, sendFile } from './watched-files.ts';

const CHECK_INTERVAL_MS = 2_500;
const KNOWN_LISTS_MS = 60_000;
/** A file that is no list is looked at again after this time, because its columns may have been mapped in the meantime. */
const FORGET_AFTER_MS = 600_000;

type OtherFile = FileVersion & { at: number };

const describePersonal = (folder: string): string =>
  `“${basename(folder)}” holds your other files too. Choose a folder that is only for lists, such as a new one inside it.`;
const isSame = (a: FileVersion, b: FileVersion): boolean =>
  a.name === b.name && a.bytes === b.bytes && a.modified === b.modified;
const versionOf = ({ name, bytes, modifiedAt }: WholeFile): FileVersion => ({
  name,
  bytes,
  modified: modifiedAt.getTime(),
});

/** Sends the lists in watched folders to the server's queue, and moves them when their import has ended. */
export class FolderWatch {
  readonly #context: ConsoleContext;
  readonly #list: JsonFile<Watched[]>;
  /** The columns and recipes by which lists are recognized, and when they were read. */
  #known: { lists: Promise<KnownLists>; at: number } | null = null;
  readonly #looks = new Map<string, FolderLooks>();
  readonly #problems = new Map<string, string>();
  /** The files of each folder that are no lists, as they were last looked at. */
  readonly #others = new Map<string, OtherFile[]>();
  #stopTimer: (() => void) | null = null;
  #running: Promise<void> | null = null;

  constructor(context: ConsoleContext) {
    this.#context = context;
    this.#list = openWatched(join(context.host.folder, 'watched-folders.json'));
  }
  start(): void {
    this.#stopTimer = this.#context.host.clock.every(CHECK_INTERVAL_MS, () => void this.check());
  }
  async stop(): Promise<void> {
    this.#stopTimer?.();
    await this.#running;
  }

  describe(): WatchedFolderState[] {
    const now = this.#context.host.clock.now();
    return this.#ownFolders().map(({ key, folder, mode, when, sent }) => ({
      key,
      folder: basename(folder),
      mode,
      when,
      next: when && nextDue(now, when).toISOString(),
      waiting: sent.length,
      others: this.#others.get(key)?.length ?? 0,
      problem: this.#problems.get(key) ?? null,
    }));
  }

  async add({ mode, when }: Pick<Watched, 'mode' | 'when'>, folder: string): Promise<void> {
    const { host, session } = this.#context;
    const { owner } = session;
    if (!owner) throw new ConsoleError('offline', 'Please log in first.');
    if (!(await stat(folder).catch(() => null))?.isDirectory())
      throw new ConsoleError('not_readable', `“${basename(folder)}” is not a folder.`);
    if (this.#ownFolders().some((known) => known.folder === folder))
      throw new ConsoleError('failed', `“${basename(folder)}” is already watched.`);
    if (this.#isPersonal(folder)) throw new ConsoleError('failed', describePersonal(folder));
    const chosen = await this.#askAboutFiles(folder);
    if (chosen === null) return;
    const doneFor = (when ? latestDue(host.clock.now(), when) : host.clock.now()).toISOString();
    const key = randomBytes(8).toString('hex');
    this.#others.set(key, chosen.others);
    await this.#list.set([
      ...this.#list.value,
      { key, ...owner, folder, mode, when, doneFor, sent: [], left: chosen.left },
    ]);
    this.#context.publishState();
  }
  /** Asks about the files that a folder holds already. Null if the person cancels. */
  async #askAboutFiles(folder: string): Promise<{ left: FileVersion[]; others: OtherFile[] } | null> {
    const { host } = this.#context;
    const looks = new FolderLooks(folder);
    await looks.look(0);
    const { files } = await looks.look(Infinity);
    const lists: FileVersion[] = [];
    const others: OtherFile[] = [];
    for (const file of files)
      if (await this.#recognize(join(folder, file.name))) lists.push(versionOf(file));
      else others.push({ ...versionOf(file), at: host.clock.now().getTime() });
    if (files.length === 0) return { left: [], others };
    const names = lists.map(({ name }) => name);
    const choice = await askAboutFiles(host, basename(folder), names, others.length);
    return choice && { left: choice === 'leave' ? lists : [], others };
  }
  async remove(key: string): Promise<void> {
    await this.#list.set(this.#list.value.filter((watched) => watched.key !== key));
    this.#others.delete(key);
    this.#problems.delete(key);
    this.#looks.delete(key);
    this.#context.publishState();
  }

  #ownFolders(): Watched[] {
    const { owner } = this.#context.session;
    return this.#list.value.filter(({ server, user }) => server === owner?.server && user === owner.user);
  }

  /** Changes a folder, unless it was removed. */
  #change(key: string, changes: Partial<Watched>): Promise<void> {
    return this.#list.set(
      this.#list.value.map((watched) => (watched.key === key ? { ...watched, ...changes } : watched)),
    );
  }

  /** True for folders that hold a person's other files, such as Downloads. */
  #isPersonal = (folder: string): boolean =>
    this.#context.host.personalFolders.some(
      (path) => path === folder || path.startsWith(folder.replace(/[/\\]*$/, sep)),
    );

  /** True for a list of practices. Other files are neither sent nor moved. */
  async #recognize(path: string): Promise<boolean> {
    const { host } = this.#context;
    if (!mayImport(path)) return false;
    const at = host.clock.now().getTime();
    if (!this.#known || at - this.#known.at > KNOWN_LISTS_MS)
      this.#known = { lists: fetchKnownLists(this.#context), at };
    return recognizeSafely(host, path, await this.#known.lists);
  }

  /** Looks at each folder once. */
  check(): Promise<void> {
    this.#running ??= this.#checkAll()
      .catch((error: unknown) => this.#context.host.log('a watched folder failed', { error: String(error) }))
      .finally(() => (this.#running = null));
    return this.#running;
  }

  async #checkAll(): Promise<void> {
    const { connection, session } = this.#context;
    if (connection.link === 'offline' || session.ended) return;
    for (const folder of this.#ownFolders()) {
      const problem = await this.#checkFolder(folder);
      if (problem === (this.#problems.get(folder.key) ?? null)) continue;
      if (problem === null) this.#problems.delete(folder.key);
      else this.#problems.set(folder.key, problem);
      this.#context.publishState();
    }
  }

  /** Returns a sentence if the folder can't be read. */
  async #checkFolder(watched: Watched): Promise<string | null> {
    const now = this.#context.host.clock.now();
    if (this.#isPersonal(watched.folder)) return describePersonal(watched.folder);
    const looks = this.#looks.get(watched.key) ?? new FolderLooks(watched.folder);
    this.#looks.set(watched.key, looks);
    const look = await looks.look(now.getTime()).catch(() => null);
    if (!look) return `The folder “${basename(watched.folder)}” can’t be read.`;
    await this.#placeEnded(watched);
    const due = watched.when && latestDue(now, watched.when);
    if (due && Date.parse(watched.doneFor) >= due.getTime()) return null;
    for (const file of await this.#findLists(watched, look.files, now.getTime()))
      if (!(await this.#sendFile(watched.key, file))) return null;
    if (due && look.isSettled) await this.#change(watched.key, { doneFor: due.toISOString() });
    return null;
  }

  /** The lists among the files of a folder. The others are only counted. */
  async #findLists({ key, folder, sent, left }: Watched, files: WholeFile[], now: number): Promise<WholeFile[]> {
    const known = this.#others.get(key) ?? [];
    const others: OtherFile[] = [];
    const lists: WholeFile[] = [];
    for (const file of files) {
      const version = versionOf(file);
      if (left.some((each) => isSame(each, version))) continue;
      const other = known.find((each) => isSame(each, version) && now - each.at < FORGET_AFTER_MS);
      const isKnownList = !other && sent.some((each) => isSame(each, version));
      if (isKnownList || (!other && (await this.#recognize(join(folder, file.name))))) lists.push(file);
      else others.push(other ?? { ...version, at: now });
    }
    this.#others.set(key, others);
    if (others.length !== known.length) this.#context.publishState();
    return lists;
  }

  /** Sends a file. False if the server can't be reached, so that it is sent at a later check. */
  async #sendFile(key: string, file: WholeFile): Promise<boolean> {
    const { host } = this.#context;
    const watched = this.#list.value.find((folder) => folder.key === key);
    if (!watched) return false;
    const { name } = file;
    const version = versionOf(file);
    if (watched.sent.some((sent) => isSame(sent, version))) return true;
    try {
      const item = await sendFile(this.#context, join(watched.folder, name), file, watched.mode);
      await this.#change(key, { sent: [...watched.sent, { ...version, item }] });
      this.#context.publishState();
      return true;
    } catch (error) {
      if (!(error instanceof ConsoleError)) {
        host.log('a file of a watched folder was not sent', { error: String(error) });
        return false;
      }
      await moveFile(watched.folder, file, 'failed', error.message);
      host.notify('A file was not imported', `${name}: ${error.message}`);
      return true;
    }
  }

  /** Moves the files whose import has ended. A preview that waits for a person has not. */
  async #placeEnded({ key, folder, sent }: Watched): Promise<void> {
    const { host } = this.#context;
    for (const file of sent) {
      const found = await readJson<QueuedImport>(this.#context, urlOf(getQueuedImport.path, { id: file.item }, {}));
      const end = found && describeEnd(found);
      if (!end) continue;
      try {
        await moveFile(folder, { ...file, modifiedAt: new Date(file.modified) }, end.to, end.sentence);
      } catch (error) {
        host.log('a file of a watched folder could not be moved', { error: String(error) });
        continue;
      }
      const latest = this.#list.value.find((watched) => watched.key === key);
      await this.#change(key, { sent: (latest?.sent ?? []).filter(({ item }) => item !== file.item) });
      host.notify(end.to === 'done' ? 'Import finished' : 'A file was not imported', `${file.name}: ${end.sentence}`);
      this.#context.publishState();
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
