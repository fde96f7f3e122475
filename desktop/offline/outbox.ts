import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DataKeys } from './data-keys.ts';
import { isDue, type Decision, type RefusedDecision } from './decision.ts';
import { countDecisions, formatLine, parseLine, splitLines, type Entry } from './outbox-lines.ts';
import { replaceFile } from './replace-file.ts';

/**
 * An append-only log of decisions, one encrypted line per change, compacted when it is opened. A call resolves only after
 * its line is synced to disk. Lines that no key opens move to a second file and return when their key does. Without a key
 * for new ones, the decisions stay in memory, and the files only lose what is sent.
 */
export class Outbox {
  readonly #path: string;
  readonly #keys: DataKeys;
  readonly #waiting = new Map<string, Decision>();
  readonly #refused = new Map<string, RefusedDecision>();
  #lockedLines: string[] = [];
  #lockedLinesOnDisk: string[] = [];
  #file: FileHandle | null = null;
  #needsCompaction = false;
  #writing: Promise<void> = Promise.resolve();

  private constructor(path: string, keys: DataKeys) {
    this.#path = path;
    this.#keys = keys;
  }

  static async open(path: string, keys: DataKeys): Promise<Outbox> {
    const outbox = new Outbox(path, keys);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await outbox.#load();
    return outbox;
  }

  waiting(server?: string): Decision[] {
    return [...this.#waiting.values()].filter((decision) => server === undefined || decision.server === server);
  }
  refused(): RefusedDecision[] {
    return [...this.#refused.values()];
  }
  /** The number of decisions that can't be read until their key is available. */
  get locked(): number {
    return countDecisions(this.#lockedLines);
  }
  /** False without a data key. Decisions are then lost when the console closes. */
  get isPersistent(): boolean {
    return this.#keys.current !== null;
  }

  async add(decision: Omit<Decision, 'key'>): Promise<Decision> {
    const savedDecision = { key: randomUUID(), ...decision };
    await this.#write({ add: savedDecision });
    return savedDecision;
  }
  /** Removes decisions. Several keys are removed together or not at all. */
  done = (...keys: string[]): Promise<void> => this.#write({ done: keys });
  /** Ends the hold of every decision, after which none can be undone. */
  endHolds(): Promise<void> {
    const heldKeys = this.waiting().flatMap((decision) => (isDue(decision) ? [] : decision.key));
    return heldKeys.length === 0 ? Promise.resolve() : this.#write({ due: heldKeys });
  }
  refuse = (key: string, message: string): Promise<void> => this.#write({ refused: key, message });
  /** Queues a refused decision again, with a new key. */
  again = (key: string): Promise<void> => this.#write({ again: key, key: randomUUID() });

  /** Deletes all decisions for a server from memory and from the file. */
  forget(server: string): Promise<void> {
    return this.#runInOrder(async () => {
      const forgottenKeys: string[] = [];
      for (const decisions of [this.#waiting, this.#refused])
        for (const [key, decision] of decisions)
          if (decision.server === server && decisions.delete(key)) forgottenKeys.push(key);
      if (this.isPersistent) await this.#compact();
      else await this.#removeLines(forgottenKeys);
    });
  }

  /** Deletes the locked decisions. Only a person may request this. */
  discardLocked(): Promise<void> {
    return this.#runInOrder(async () => {
      const lockedLines = new Set(this.#lockedLines);
      this.#lockedLines = [];
      if (this.isPersistent) return this.#compact();
      const { lines } = await readLines(this.#path);
      await writeLines(
        this.#path,
        lines.filter((line) => !lockedLines.has(line)),
      );
      await rm(this.#lockedPath, { force: true });
    });
  }

  async close(): Promise<void> {
    await this.#writing.catch(() => {});
    await this.#closeFile();
  }

  get #lockedPath(): string {
    return `${this.#path}.locked`;
  }

  /** Locked lines are older than the others, so they come first. */
  async #load(): Promise<void> {
    const [setAside, current] = await Promise.all([readLines(this.#lockedPath), readLines(this.#path)]);
    this.#lockedLinesOnDisk = setAside.lines;
    const unreadLines = new Set<string>();
    for (const line of [...setAside.lines, ...current.lines]) {
      const entry = parseLine(this.#keys, line);
      if (entry) this.#apply(entry);
      else unreadLines.add(line);
    }
    const lastEntry = current.partialLine === null ? null : parseLine(this.#keys, current.partialLine);
    if (lastEntry) this.#apply(lastEntry);
    this.#lockedLines = [...unreadLines];
    if (!this.isPersistent) return;
    // A full disk must not keep the console from starting. The next write tries again before anything else.
    await this.#compact().catch(() => {});
  }

  #apply(entry: Entry): void {
    if ('add' in entry) this.#waiting.set(entry.add.key, entry.add);
    else if ('done' in entry) {
      // Older versions wrote a single key.
      for (const key of [entry.done].flat()) {
        this.#waiting.delete(key);
        this.#refused.delete(key);
      }
    } else if ('due' in entry) {
      for (const key of entry.due) {
        const decision = this.#waiting.get(key);
        if (decision) this.#waiting.set(key, { ...decision, notBefore: decision.at });
      }
    } else if ('refused' in entry) {
      const decision = this.#waiting.get(entry.refused);
      this.#waiting.delete(entry.refused);
      if (decision) this.#refused.set(decision.key, { ...decision, message: entry.message });
    } else {
      const decision = this.#refused.get(entry.again);
      this.#refused.delete(entry.again);
      if (!decision) return;
      const { message: _message, ...rest } = decision;
      this.#waiting.set(entry.key, { ...rest, key: entry.key });
    }
  }

  #runInOrder(task: () => Promise<void>): Promise<void> {
    const next = this.#writing.catch(() => {}).then(task);
    this.#writing = next;
    return next;
  }

  #write(entry: Entry): Promise<void> {
    return this.#runInOrder(async () => {
      const key = this.#keys.current;
      if (key) await this.#append(key, entry);
      else if ('done' in entry) await this.#removeLines([entry.done].flat());
      this.#apply(entry);
    });
  }

  async #append(key: Buffer, entry: Entry): Promise<void> {
    if (this.#needsCompaction) await this.#compact();
    this.#file ??= await open(this.#path, 'a', 0o600);
    try {
      await this.#file.appendFile(`${formatLine(key, entry)}\n`);
      await this.#file.datasync();
    } catch (error) {
      // A partial line would corrupt the one appended to it, so the file is rewritten first.
      this.#needsCompaction = true;
      await this.#closeFile().catch(() => {});
      throw error;
    }
  }

  #listEntries(): Entry[] {
    const entries: Entry[] = [];
    for (const decision of this.#waiting.values()) entries.push({ add: decision });
    for (const { message, ...decision } of this.#refused.values())
      entries.push({ add: decision }, { refused: decision.key, message });
    return entries;
  }

  /**
   * Rewrites both files. Unreadable lines are in the second file before they leave the first, and recovered lines are in
   * the first before they leave the second. Until the last step succeeds nothing else is written, because a decision that
   * is done must not return from a line that was left behind.
   */
  async #compact(): Promise<void> {
    this.#needsCompaction = true;
    await this.#closeFile();
    const newlyLockedLines = this.#lockedLines.filter((line) => !this.#lockedLinesOnDisk.includes(line));
    if (newlyLockedLines.length > 0) await this.#saveLockedLines([...this.#lockedLinesOnDisk, ...newlyLockedLines]);
    const key = this.#keys.current!;
    await writeLines(
      this.#path,
      this.#listEntries().map((entry) => formatLine(key, entry)),
    );
    if (this.#lockedLinesOnDisk.length !== this.#lockedLines.length) await this.#saveLockedLines(this.#lockedLines);
    this.#needsCompaction = false;
  }
  async #saveLockedLines(lines: string[]): Promise<void> {
    await writeLines(this.#lockedPath, lines);
    this.#lockedLinesOnDisk = lines;
  }

  /** Removes sent decisions. This works without a key too, because an older version may have written them in the clear. */
  async #removeLines(keys: string[]): Promise<void> {
    const { lines } = await readLines(this.#path);
    const remainingLines = lines.filter((line) => {
      const entry = parseLine(this.#keys, line);
      return !(entry && 'add' in entry && keys.includes(entry.add.key));
    });
    if (remainingLines.length < lines.length) await writeLines(this.#path, remainingLines);
  }

  async #closeFile(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    await file?.close();
  }
}

async function readLines(path: string): Promise<ReturnType<typeof splitLines>> {
  try {
    return splitLines(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return { lines: [], partialLine: null };
    throw error;
  }
}

async function writeLines(path: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) await rm(path, { force: true });
  else await replaceFile(path, `${lines.join('\n')}\n`);
}
