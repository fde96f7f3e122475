import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { seal, unsealWithAny, type DataKeys } from './data-keys.ts';
import { replaceFile } from './replace-file.ts';

/** All documents together take at most this much of the disk. */
export const MAX_TOTAL_BYTES = 250_000_000;

const FILE_NAME = /^(\d+)\.sealed$/;

/** The documents of pending claims for offline review, each in an encrypted file. Keeps nothing without a key. */
export class Documents {
  readonly #folder: string;
  readonly #keys: DataKeys;
  #owner: string | null = null;
  #ids = new Set<number>();

  constructor(folder: string, keys: DataKeys) {
    this.#folder = join(folder, 'documents');
    this.#keys = keys;
  }

  /** Opens the documents of one person at one server, and deletes those of all others. */
  async open(owner: string): Promise<void> {
    this.#owner = owner;
    const ownFolder = folderName(owner);
    for (const name of await readdir(this.#folder).catch(() => []))
      if (name !== ownFolder) await rm(join(this.#folder, name), { recursive: true, force: true });
    const names = await readdir(join(this.#folder, ownFolder)).catch(() => []);
    this.#ids = new Set(names.flatMap((name) => FILE_NAME.exec(name)?.[1] ?? []).map(Number));
  }
  close(): void {
    this.#owner = null;
    this.#ids = new Set();
  }

  has(id: number): boolean {
    return this.#ids.has(id);
  }
  get canKeep(): boolean {
    return this.#owner !== null && this.#keys.current !== null;
  }

  async read(id: number): Promise<Buffer | null> {
    if (this.#owner === null || !this.has(id)) return null;
    const sealed = await readFile(this.#path(id)).catch(() => null);
    return sealed && unsealWithAny(this.#keys, this.#label(id), sealed);
  }

  async keep(id: number, bytes: Uint8Array): Promise<void> {
    const key = this.#keys.current;
    if (key === null || this.#owner === null) return;
    await replaceFile(this.#path(id), seal(key, this.#label(id), bytes));
    this.#ids.add(id);
  }

  /** Deletes every document that is no longer needed. */
  async keepOnly(neededIds: ReadonlySet<number>): Promise<void> {
    for (const id of [...this.#ids].filter((keptId) => !neededIds.has(keptId))) {
      await rm(this.#path(id), { force: true });
      this.#ids.delete(id);
    }
  }

  async wipe(): Promise<void> {
    this.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #path(id: number): string {
    return join(this.#folder, folderName(this.#owner!), `${id}.sealed`);
  }
  /** Authenticated with the file, so that one document can't stand in for another. */
  #label(id: number): string {
    return `document ${id} ${this.#owner}`;
  }
}

const folderName = (owner: string): string => createHash('sha256').update(owner).digest('hex').slice(0, 16);
