import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { isReady, system } from './state.ts';

/** Chromium's providers by the prefix of what they encrypt. The key of `v10` is public. */
const providers = { keyring: 'v11', fallback: 'v10' } as const;
const keyOf = (prefix: string) => createHash('sha256').update(`the ${prefix} key of this test`).digest();

let chosen: keyof typeof providers | null = null;
/** Electron chooses its encryptor once. A keyring that is unlocked later changes nothing until the next start. */
function chooseProvider(): keyof typeof providers {
  if (!isReady.value) throw new Error('Encryption is not available.');
  chosen ??= system.keychain;
  return chosen;
}

/** On Linux encryption is always available, because it falls back to a public key. */
export const safeStorage = {
  isAsyncEncryptionAvailable: async (): Promise<boolean> => isReady.value,
  async encryptStringAsync(plain: string): Promise<Buffer> {
    const prefix = providers[chooseProvider()];
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', keyOf(prefix), iv);
    return Buffer.concat([Buffer.from(prefix), iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  },
  async decryptStringAsync(sealed: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> {
    const provider = chooseProvider();
    const prefix = sealed.subarray(0, 3).toString();
    if (prefix !== 'v10' && prefix !== providers[provider])
      throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.');
    const decipher = createDecipheriv('aes-256-gcm', keyOf(prefix), sealed.subarray(3, 15));
    decipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(15, -16)), decipher.final()]).toString('utf8');
    return { result: plain, shouldReEncrypt: prefix !== providers[provider] };
  },
} satisfies Partial<Electron.SafeStorage>;
