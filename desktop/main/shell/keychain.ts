import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { SafeStorage as ElectronSafeStorage } from 'electron';
import { replaceFile } from '../../offline/replace-file.ts';

/** The part of Electron's safeStorage that the keychain uses. Only Linux has several backends. */
export type SafeStorage = Pick<
  ElectronSafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
> &
  Partial<Pick<ElectronSafeStorage, 'getSelectedStorageBackend'>>;

/**
 * Secrets by name in one file, each encrypted by the operating system. A secret that the system refuses to decrypt stays
 * in the file, because a later start may decrypt it. Without secure key storage, new secrets stay in memory.
 */
export class Keychain {
  readonly #file: string;
  readonly #safe: SafeStorage;
  readonly #secrets = new Map<string, string>();
  /** The encrypted secrets as they are in the file, by name. */
  #encrypted = new Map<string, string>();
  #isPersistent = false;

  private constructor(folder: string, safe: SafeStorage) {
    this.#file = join(folder, 'keychain.json');
    this.#safe = safe;
  }

  static async open(folder: string, safe: SafeStorage): Promise<Keychain> {
    const keychain = new Keychain(folder, safe);
    keychain.#encrypted = readEncrypted(keychain.#file);
    await keychain.reload();
    return keychain;
  }

  /** False without secure key storage. */
  get isPersistent(): boolean {
    return this.#isPersistent;
  }

  /** Asks the system again for secrets that it refused before, and saves those that were set in memory. */
  async reload(): Promise<void> {
    this.#isPersistent = await isSecure(this.#safe);
    if (!this.#isPersistent) return;
    for (const [name, value] of this.#encrypted) {
      if (this.#secrets.has(name)) continue;
      const secret = await this.#safe.decryptStringAsync(Buffer.from(value, 'base64')).catch(() => null);
      if (secret) this.#secrets.set(name, secret.result);
      if (secret?.shouldReEncrypt) await this.#encrypt(name, secret.result).catch(() => {});
    }
    const memoryOnly = [...this.#secrets].filter(([name]) => !this.#encrypted.has(name));
    if (memoryOnly.length === 0) return;
    for (const [name, value] of memoryOnly) await this.#encrypt(name, value);
    await this.#save();
  }

  get(name: string): string | null {
    return this.#secrets.get(name) ?? null;
  }
  /** The names of all secrets, including those that can't be decrypted now. */
  get names(): string[] {
    return [...new Set([...this.#encrypted.keys(), ...this.#secrets.keys()])];
  }
  async set(name: string, value: string): Promise<void> {
    this.#secrets.set(name, value);
    if (!this.#isPersistent) return;
    await this.#encrypt(name, value);
    await this.#save();
  }
  async drop(name: string): Promise<void> {
    this.#secrets.delete(name);
    if (this.#encrypted.delete(name)) await this.#save();
  }

  async #encrypt(name: string, value: string): Promise<void> {
    this.#encrypted.set(name, (await this.#safe.encryptStringAsync(value)).toString('base64'));
  }
  #save(): Promise<void> {
    return replaceFile(this.#file, JSON.stringify(Object.fromEntries(this.#encrypted)));
  }
}

/** `basic_text` encrypts with a fixed password, so it protects nothing. */
async function isSecure(safe: SafeStorage): Promise<boolean> {
  const isAvailable = await safe.isAsyncEncryptionAvailable().catch(() => false);
  return isAvailable && safe.getSelectedStorageBackend?.() !== 'basic_text';
}

/** Sets a damaged file aside, because saving would overwrite it. */
function readEncrypted(file: string): Map<string, string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return new Map();
    throw error;
  }
  try {
    const json = JSON.parse(text) as object;
    return new Map(Object.entries(json).filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
  } catch {
    renameSync(file, `${file}.damaged`);
    return new Map();
  }
}
