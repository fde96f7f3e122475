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
