import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { isReady, system } from './state.ts';

const key = createHash('sha256').update('the keychain of this test').digest();

function requireKeychain(): void {
  if (!isReady.value || system.keychain === 'none') throw new Error('Encryption is not available.');
}

/** Linux without a keyring falls back to a fixed password, which `basic_text` names. */
export const safeStorage = {
  isAsyncEncryptionAvailable: async (): Promise<boolean> => isReady.value && system.keychain !== 'none',
  async encryptStringAsync(plain: string): Promise<Buffer> {
    requireKeychain();
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    return Buffer.concat([Buffer.from('v11'), iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  },
  async decryptStringAsync(sealed: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> {
    requireKeychain();
    if (system.keychain === 'refuses' || sealed.subarray(0, 3).toString() !== 'v11')
      throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.');
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(3, 15));
    decipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(15, -16)), decipher.final()]).toString('utf8');
    return { result: plain, shouldReEncrypt: false };
  },
  getSelectedStorageBackend: (): ReturnType<Electron.SafeStorage['getSelectedStorageBackend']> =>
    isReady.value ? (system.keychain === 'basic_text' ? 'basic_text' : 'gnome_libsecret') : 'unknown',
} satisfies Pick<
  Electron.SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>;
