import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../offline/replace-file.ts';

/** The part of Electron's safeStorage that the keychain uses. */
export interface SafeStorage {
  isEncryptionAvailable(): boolean;
  encryptString(plain: string): Buffer;
  decryptString(sealed: Buffer): string;
  /** Linux only. `basic_text` encrypts with a fixed password, so it protects nothing. */
  getSelectedStorageBackend?(): string;
}

export interface Keychain {
  /** False without secure key storage. Secrets then stay in memory. */
  readonly isPersistent: boolean;
  get(name: string): string | null;
  set(name: string, value: string): Promise<void>;
  drop(name: string): Promise<void>;
}

/** Secrets by name in one file, each encrypted by the operating system. */
export function openKeychain(folder: string, safe: SafeStorage): Keychain {
  const file = join(folder, 'keychain.json');
  const isPersistent = safe.isEncryptionAvailable() && safe.getSelectedStorageBackend?.() !== 'basic_text';
  const secrets = new Map<string, string>();
  for (const [name, value] of Object.entries(isPersistent ? readEncrypted(file) : {})) {
    try {
      secrets.set(name, safe.decryptString(Buffer.from(value, 'base64')));
    } catch {
      // Encrypted by another account or machine, so it can't be used here.
    }
  }
  const save = async () => {
    if (!isPersistent) return;
    const encrypted = Object.fromEntries(
      [...secrets].map(([name, value]) => [name, safe.encryptString(value).toString('base64')]),
    );
    await replaceFile(file, JSON.stringify(encrypted));
  };
  return {
    isPersistent,
    get: (name) => secrets.get(name) ?? null,
    async set(name, value) {
      secrets.set(name, value);
      await save();
    },
    async drop(name) {
      if (secrets.delete(name)) await save();
    },
  };
}

function readEncrypted(file: string): Record<string, string> {
  try {
    const json = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    if (json === null || typeof json !== 'object') return {};
    return Object.fromEntries(
      Object.entries(json).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    );
  } catch {
    return {};
  }
}
