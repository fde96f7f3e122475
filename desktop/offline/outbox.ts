import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from './replace-file.ts';
import { seal, unseal } from './vault.ts';

/** A decision that has been taken here. It stays until the server has said what became of it. */
export interface Decision {
  /** Sent with the call, so that the server does it once however often it arrives. */
  key: string;
  server: string;
  user: string;
  method: string;
  path: string;
  body: unknown;
  /** When the person decided. */
  at: string;
  /** Until then it can be undone, and is not sent. */
  notBefore?: string;
  /** What the page calls the action it was part of, to undo it. */
  action?: string;
}
export const isDue = ({ notBefore }: Decision): boolean =>
  notBefore === undefined || Date.parse(notBefore) <= Date.now();

/** A decision the server would not take, kept until a person has seen it. */
export interface Refused extends Decision {
  message: string;
}

type Line =
  | { add: Decision }
  | { done: string | string[] }
  | { refused: string; message: string }
  | { again: string; key: string };

/**
 * Decisions on disk, one sealed line each, written and synced before anybody is told that they are kept. The file is
 * only ever added to, and made short when it is opened.
 */
export class Outbox {
  readonly #path: string;
  readonly #key: Buffer | null;
  readonly #waiting = new Map<string, Decision>();
  readonly #refused = new Map<string, Refused>();
  #file: FileHandle | null = null;
  #torn = false;
  #writing: Promise<void> = Promise.resolve();

  private constructor(path: string, key: Buffer | null) {
    this.#path = path;
    this.#key = key;
  }

  static async open(path: string, key: Buffer | null): Promise<Outbox> {
    const box = new Outbox(path, key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    for (const line of await readLines(path)) {
      const change = box.#unpack(line);
      if (change) box.#apply(change);
    }
    await box.#shorten();
    return box;
  }

  waiting(server?: string): Decision[] {
    return [...this.#waiting.values()].filter((decision) => server === undefined || decision.server === server);
  }
  refused(): Refused[] {
    return [...this.#refused.values()];
  }

  async add(decision: Omit<Decision, 'key'>): Promise<Decision> {
    const kept = { key: randomUUID(), ...decision };
    await this.#write({ add: kept });
    return kept;
  }
  /** Of several all are crossed off in one line, or none. */
  done = (...keys: string[]): Promise<void> => this.#write({ done: keys });
  refuse = (key: string, message: string): Promise<void> => this.#write({ refused: key, message });
  /** Sends a refused decision once more, as a new one. */
  again = (key: string): Promise<void> => this.#write({ again: key, key: randomUUID() });

  /** Drops everything that is for this server, and leaves no trace of it on the disk. */
  forget(server: string): Promise<void> {
    const next = this.#writing
      .catch(() => {})
      .then(async () => {
        for (const kept of [this.#waiting, this.#refused])
          for (const [key, decision] of kept) if (decision.server === server) kept.delete(key);
        await this.#file?.close();
        this.#file = null;
        await this.#shorten();
      });
    this.#writing = next;
    return next;
  }
  async close(): Promise<void> {
    await this.#writing.catch(() => {});
    await this.#file?.close();
    this.#file = null;
  }

  #apply(change: Line): void {
    if ('add' in change) this.#waiting.set(change.add.key, change.add);
    else if ('done' in change) {
      // Before several went in one line it was a key alone.
      for (const key of [change.done].flat()) {
        this.#waiting.delete(key);
        this.#refused.delete(key);
      }
    } else if ('refused' in change) {
      const decision = this.#waiting.get(change.refused);
      this.#waiting.delete(change.refused);
      if (decision) this.#refused.set(decision.key, { ...decision, message: change.message });
    } else {
      const decision = this.#refused.get(change.again);
      this.#refused.delete(change.again);
      if (!decision) return;
      const { message: _message, ...rest } = decision;
      this.#waiting.set(change.key, { ...rest, key: change.key });
    }
  }

  #write(change: Line): Promise<void> {
    const next = this.#writing
      .catch(() => {})
      .then(async () => {
        // What a full disk took half of would spoil the line after it.
        if (this.#torn) await this.#shorten();
        this.#torn = false;
        this.#file ??= await open(this.#path, 'a', 0o600);
        try {
          await this.#file.appendFile(`${this.#pack(change)}\n`);
          await this.#file.datasync();
        } catch (error) {
          this.#torn = true;
          await this.#file.close().catch(() => {});
          this.#file = null;
          throw error;
        }
        this.#apply(change);
      });
    this.#writing = next;
    return next;
  }

  #pack(change: Line): string {
    const text = JSON.stringify(change);
    return this.#key ? seal(this.#key, 'outbox', Buffer.from(text)).toString('base64') : text;
  }
  /** A line that was cut short by a crash was never acknowledged; it is left out. */
  #unpack(line: string): Line | null {
    try {
      if (line.startsWith('{')) return JSON.parse(line) as Line;
      const plain = this.#key && unseal(this.#key, 'outbox', Buffer.from(line, 'base64'));
      return plain ? (JSON.parse(plain.toString('utf8')) as Line) : null;
    } catch {
      return null;
    }
  }

  async #shorten(): Promise<void> {
    const lines: Line[] = [];
    for (const decision of this.#waiting.values()) lines.push({ add: decision });
    for (const { message, ...decision } of this.#refused.values())
      lines.push({ add: decision }, { refused: decision.key, message });
    if (lines.length === 0) await rm(this.#path, { force: true });
    else await replaceFile(this.#path, `${lines.map((line) => this.#pack(line)).join('\n')}\n`);
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
