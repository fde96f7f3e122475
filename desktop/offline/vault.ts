import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { seal, unsealWithAny, type DataKeys } from './data-keys.ts';
import { replaceFile } from './replace-file.ts';

/** Named values, encrypted on disk. Without a key they stay in memory. */
export interface Vault {
  readonly onDisk: boolean;
  read(name: string): Promise<unknown>;
  write(name: string, value: unknown): Promise<void>;
  wipe(name: string): Promise<void>;
}

export function openVault(folder: string, keys: DataKeys): Vault {
  const memory = new Map<string, unknown>();
  let lastTask: Promise<unknown> = Promise.resolve();
  /** Runs one task at a time, so that a write in progress can't restore a wiped value. */
  const runInOrder = <T>(task: () => Promise<T>): Promise<T> => {
    const next = lastTask.catch(() => {}).then(task);
    lastTask = next;
    return next;
  };
  const path = (name: string) => join(folder, `${name}.sealed`);
  const lockedPath = (name: string) => `${path(name)}.locked`;
  /** Files that no key opens. They are set aside before they would be overwritten, and read again when a key fits. */
  const lockedNames = new Set<string>();
  const readFromDisk = async (name: string): Promise<unknown> => {
    const sealed = await readFile(path(name)).catch(() => null);
    const plain = sealed && unsealWithAny(keys, name, sealed);
    if (sealed && !plain) lockedNames.add(name);
    const lockedFile = plain ? null : await readFile(lockedPath(name)).catch(() => null);
    const text = plain ?? (lockedFile && unsealWithAny(keys, name, lockedFile));
    try {
      return text ? (JSON.parse(text.toString('utf8')) as unknown) : null;
    } catch {
      return null;
    }
  };
  return {
    get onDisk() {
      return keys.current !== null;
    },
    read(name) {
      return keys.current ? runInOrder(() => readFromDisk(name)) : Promise.resolve(memory.get(name) ?? null);
    },
    async write(name, value) {
      const key = keys.current;
      if (!key) return void memory.set(name, value);
      const sealed = seal(key, name, Buffer.from(JSON.stringify(value)));
      await runInOrder(async () => {
        if (lockedNames.delete(name)) await rename(path(name), lockedPath(name));
        await replaceFile(path(name), sealed);
      });
    },
    wipe(name) {
      memory.delete(name);
      return runInOrder(async () => {
        await rm(path(name), { force: true });
        await rm(lockedPath(name), { force: true });
      });
    },
  };
}
