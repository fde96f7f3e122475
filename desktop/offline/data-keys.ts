import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const MAGIC = Buffer.from('ENV1');

/** Encrypts with AES-256-GCM. Authenticates the name too, so that one sealed file can't replace another. */
export function seal(key: Buffer, name: string, plain: Uint8Array): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(name));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([MAGIC, iv, cipher.getAuthTag(), body]);
}

function unseal(key: Buffer, name: string, sealed: Uint8Array): Buffer | null {
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
