import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { SafeStorage as ElectronSafeStorage } from 'electron';
import type { ConsoleState } from '../../bridge/shapes.ts';
import { replaceFile } from '../../offline/replace-file.ts';

/** The part of Electron's safeStorage that the keychain uses. */
export type SafeStorage = Pick<
  ElectronSafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>;

/**
 * Secrets by name in one file, each encrypted by the operating system. A secret that the system refuses to decrypt stays
 * in the file, because a later start may decrypt it. Electron chooses its encryptor once, so nothing is tried again before
 * that. Without secure key storage, new secrets stay in memory.
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

  static async open(folder: string, safe: SafeStorage, system: ConsoleState['system']): Promise<Keychain> {
    const keychain = new Keychain(folder, safe);
    keychain.#encrypted = readEncrypted(keychain.#file);
    keychain.#isPersistent = await isSecure(safe, system);
    await keychain.#load();
    return keychain;
  }

  /** False without secure key storage. */
  get isPersistent(): boolean {
    return this.#isPersistent;
  }

  /** Decrypts what the system decrypts. Without secure storage that is what an earlier version wrote with a public key. */
  async #load(): Promise<void> {
    let isChanged = false;
    for (const [name, value] of this.#encrypted) {
      const secret = await this.#safe.decryptStringAsync(Buffer.from(value, 'base64')).catch(() => null);
      if (!secret) continue;
      this.#secrets.set(name, secret.result);
      if (!secret.shouldReEncrypt || !this.#isPersistent) continue;
      await this.#encrypt(name, secret.result).catch(() => {});
      isChanged = true;
    }
    if (isChanged) await this.#save().catch(() => {});
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

/** The prefixes of Chromium's providers on Linux that take their key from a keyring or the desktop's portal. The key of `v10` is public. */
const SECURE_PREFIXES = ['v11', 'v12'];

/**
 * On Linux, encryption is available even without a keyring, so this encrypts a probe and reads its prefix, which shows whether
 * the key is secret.
 */
async function isSecure(safe: SafeStorage, system: ConsoleState['system']): Promise<boolean> {
  if (!(await safe.isAsyncEncryptionAvailable().catch(() => false))) return false;
  if (system !== 'linux') return true;
  const probe = await safe.encryptStringAsync('probe').catch(() => null);
  return probe !== null && SECURE_PREFIXES.includes(probe.subarray(0, 3).toString('latin1'));
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
