import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Secrets } from './http/context.ts';

/** Uses SECRET_KEY, or generates a key once and stores it in DATA_DIR. */
export function loadSecret(config: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>): Secrets {
  if (config.SECRET_KEY) return createSecrets(config.SECRET_KEY);
  const file = join(config.DATA_DIR, 'secret.key');
  mkdirSync(config.DATA_DIR, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return createSecrets(readFileSync(file, 'utf8').trim());
}

export function createSecrets(master: string): Secrets {
  const keys = new Map<string, Buffer>();
  const key = (purpose: string): Buffer => {
    let derivedKey = keys.get(purpose);
    if (!derivedKey) {
      derivedKey = Buffer.from(hkdfSync('sha256', master, 'enamel', purpose, 32));
      keys.set(purpose, derivedKey);
    }
    return derivedKey;
  };
  return {
    key,
    seal(purpose, plain) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key(purpose), iv);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `v1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(purpose, sealed) {
      if (!sealed.startsWith('v1.')) throw new Error('Unknown sealed format');
      const bytes = Buffer.from(sealed.slice(3), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key(purpose), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}
