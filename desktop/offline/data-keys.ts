import { unseal } from './seal.ts';

/** The keys of the encrypted files in the console's folder. They stay the same until the console ends. */
export interface DataKeys {
  /** Encrypts everything new. Null without secure key storage; nothing is written to disk then. */
  readonly current: Buffer | null;
  /** Decrypts older files too, because a keychain that refused its key once led to a second one. */
  readonly all: readonly Buffer[];
}

export const fixedKeys = (current: Buffer | null): DataKeys => ({ current, all: current ? [current] : [] });

/** Null if no key fits. */
export function unsealWithAny(keys: DataKeys, name: string, sealed: Uint8Array): Buffer | null {
  for (const key of keys.all) {
    const plain = unseal(key, name, sealed);
    if (plain) return plain;
  }
  return null;
}
