import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from './replace-file.ts';

const MAGIC = Buffer.from('ENV1');

/** Encrypts with AES-256-GCM. Authenticates the name too, so that one sealed file can't replace another. */
export function seal(key: Buffer, name: string, plain: Uint8Array): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(name));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([MAGIC, iv, cipher.getAuthTag(), body]);
}

export function unseal(key: Buffer, name: string, sealed: Uint8Array): Buffer | null {
  const bytes = Buffer.from(sealed);
  if (bytes.length < 32 || !bytes.subarray(0, 4).equals(MAGIC)) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(4, 16));
  decipher.setAAD(Buffer.from(name));
  decipher.setAuthTag(bytes.subarray(16, 32));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(32)), decipher.final()]);
  } catch {
    return null;
  }
}

/** Named values, encrypted on disk. Without a key they stay in memory. */
export interface Vault {
  readonly onDisk: boolean;
  read(name: string): Promise<unknown>;
  write(name: string, value: unknown): Promise<void>;
  wipe(name: string): Promise<void>;
}

export function openVault(folder: string, key: Buffer | null): Vault {
  const memory = new Map<string, unknown>();
  let lastTask: Promise<unknown> = Promise.resolve();
  /** Runs one task at a time, so that a write in progress can't restore a wiped value. */
  const runInOrder = (task: () => Promise<void>): Promise<void> => {
    const next = lastTask.catch(() => {}).then(task);
    lastTask = next;
    return next;
  };
  const path = (name: string) => join(folder, `${name}.sealed`);
  return {
    onDisk: key !== null,
    async read(name) {
      if (!key) return memory.get(name) ?? null;
      try {
        const plain = unseal(key, name, await readFile(path(name)));
        return plain ? (JSON.parse(plain.toString('utf8')) as unknown) : null;
      } catch {
        return null;
      }
    },
    async write(name, value) {
      if (!key) return void memory.set(name, value);
      const sealed = seal(key, name, Buffer.from(JSON.stringify(value)));
      await runInOrder(() => replaceFile(path(name), sealed));
    },
    wipe(name) {
      memory.delete(name);
      return runInOrder(() => rm(path(name), { force: true }));
    },
  };
}
