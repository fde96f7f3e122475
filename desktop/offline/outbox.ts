import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from './replace-file.ts';
import { seal, unseal } from './vault.ts';

/** A decision made in this console. It stays in the outbox until the server answers. */
export interface Decision {
  /** The idempotency key, so that retries are carried out once. */
  key: string;
  server: string;
  user: string;
  method: string;
  path: string;
  body: unknown;
  /** When the person decided. */
  at: string;
  /** The decision is held back and can be undone until this time. */
  notBefore?: string;
  /** The page's id of the action, which may consist of several decisions. Used to undo them together. */
  action?: string;
}
export const isDue = ({ notBefore }: Decision): boolean =>
  notBefore === undefined || Date.parse(notBefore) <= Date.now();

/** A decision that the server refused, kept until the person resolves it. */
export interface RefusedDecision extends Decision {
  message: string;
}

type Entry =
  | { add: Decision }
  | { done: string | string[] }
  | { refused: string; message: string }
  | { again: string; key: string };

/**
 * An append-only log of decisions, one encrypted line per change, compacted when it is opened. A call resolves only after
 * its line is synced to disk.
 */
export class Outbox {
  readonly #path: string;
  readonly #key: Buffer | null;
  readonly #waiting = new Map<string, Decision>();
  readonly #refused = new Map<string, RefusedDecision>();
  #file: FileHandle | null = null;
  #hasPartialLine = false;
  #writing: Promise<void> = Promise.resolve();

  private constructor(path: string, key: Buffer | null) {
    this.#path = path;
    this.#key = key;
  }

  static async open(path: string, key: Buffer | null): Promise<Outbox> {
    const outbox = new Outbox(path, key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    for (const line of await readLines(path)) {
      const entry = outbox.#parseLine(line);
      if (entry) outbox.#apply(entry);
    }
    await outbox.#compact();
    return outbox;
  }

  waiting(server?: string): Decision[] {
    return [...this.#waiting.values()].filter((decision) => server === undefined || decision.server === server);
  }
  refused(): RefusedDecision[] {
    return [...this.#refused.values()];
  }

  async add(decision: Omit<Decision, 'key'>): Promise<Decision> {
    const savedDecision = { key: randomUUID(), ...decision };
    await this.#write({ add: savedDecision });
    return savedDecision;
  }
  /** Removes decisions. Several keys are removed together or not at all. */
  done = (...keys: string[]): Promise<void> => this.#write({ done: keys });
  refuse = (key: string, message: string): Promise<void> => this.#write({ refused: key, message });
  /** Queues a refused decision again, with a new key. */
  again = (key: string): Promise<void> => this.#write({ again: key, key: randomUUID() });

  /** Deletes all decisions for a server, also from the file. */
  forget(server: string): Promise<void> {
    const next = this.#writing
      .catch(() => {})
      .then(async () => {
        for (const decisions of [this.#waiting, this.#refused])
          for (const [key, decision] of decisions) if (decision.server === server) decisions.delete(key);
        await this.#file?.close();
        this.#file = null;
        await this.#compact();
      });
    this.#writing = next;
    return next;
  }
  async close(): Promise<void> {
    await this.#writing.catch(() => {});
    await this.#file?.close();
    this.#file = null;
  }

  #apply(entry: Entry): void {
    if ('add' in entry) this.#waiting.set(entry.add.key, entry.add);
    else if ('done' in entry) {
      // Older versions wrote a single key.
      for (const key of [entry.done].flat()) {
        this.#waiting.delete(key);
        this.#refused.delete(key);
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

  #write(entry: Entry): Promise<void> {
    const next = this.#writing
      .catch(() => {})
      .then(async () => {
        // Rewrites the file first, because a partial line would corrupt the one appended to it.
        if (this.#hasPartialLine) await this.#compact();
        this.#hasPartialLine = false;
        this.#file ??= await open(this.#path, 'a', 0o600);
        try {
          await this.#file.appendFile(`${this.#formatLine(entry)}\n`);
          await this.#file.datasync();
        } catch (error) {
          this.#hasPartialLine = true;
          await this.#file.close().catch(() => {});
          this.#file = null;
          throw error;
        }
        this.#apply(entry);
      });
    this.#writing = next;
    return next;
  }

  #formatLine(entry: Entry): string {
    const text = JSON.stringify(entry);
    return this.#key ? seal(this.#key, 'outbox', Buffer.from(text)).toString('base64') : text;
  }
  /** Null for a line that a crash cut short. Its write was never confirmed, so it can be dropped. */
  #parseLine(line: string): Entry | null {
    try {
      if (line.startsWith('{')) return JSON.parse(line) as Entry;
      const plain = this.#key && unseal(this.#key, 'outbox', Buffer.from(line, 'base64'));
      return plain ? (JSON.parse(plain.toString('utf8')) as Entry) : null;
    } catch {
      return null;
    }
  }

  async #compact(): Promise<void> {
    const entries: Entry[] = [];
    for (const decision of this.#waiting.values()) entries.push({ add: decision });
    for (const { message, ...decision } of this.#refused.values())
      entries.push({ add: decision }, { refused: decision.key, message });
    if (entries.length === 0) await rm(this.#path, { force: true });
    else await replaceFile(this.#path, `${entries.map((entry) => this.#formatLine(entry)).join('\n')}\n`);
  }
}

async function readLines(path: string): Promise<string[]> {
  try {
    return (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}
