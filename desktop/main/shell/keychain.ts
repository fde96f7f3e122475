import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../offline/replace-file.ts';

/** What the operating system offers for secrets: Electron's safeStorage. */
export interface SafeStorage {
  isEncryptionAvailable(): boolean;
  encryptString(plain: string): Buffer;
  decryptString(sealed: Buffer): string;
  /** Linux only. `basic_text` is no encryption worth the name. */
  getSelectedStorageBackend?(): string;
}

export interface Keychain {
  /** False where the system keeps no secrets: then they live in this process and end with it. */
  readonly lasting: boolean;
  get(name: string): string | null;
  set(name: string, value: string): Promise<void>;
  drop(name: string): Promise<void>;
}

/** Secrets by name, sealed by the system, in one file. */
export function openKeychain(folder: string, safe: SafeStorage): Keychain {
  const file = join(folder, 'keychain.json');
  const lasting = safe.isEncryptionAvailable() && safe.getSelectedStorageBackend?.() !== 'basic_text';
  const sealed = lasting ? readSealed(file) : {};
  const open = new Map<string, string>();
  for (const [name, value] of Object.entries(sealed)) {
    try {
      open.set(name, safe.decryptString(Buffer.from(value, 'base64')));
    } catch {
      // Sealed by another account or machine: as good as not there.
    }
  }
  const save = async () => {
    if (!lasting) return;
    const out = Object.fromEntries(
      [...open].map(([name, value]) => [name, safe.encryptString(value).toString('base64')]),
    );
    await replaceFile(file, JSON.stringify(out));
  };
  return {
    lasting,
    get: (name) => open.get(name) ?? null,
    async set(name, value) {
      open.set(name, value);
      await save();
    },
    async drop(name) {
      if (open.delete(name)) await save();
    },
  };
}

function readSealed(file: string): Record<string, string> {
  try {
    const found = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    if (found === null || typeof found !== 'object') return {};
    return Object.fromEntries(
      Object.entries(found).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    );
  } catch {
    return {};
  }
}
