import { randomBytes } from 'node:crypto';
import type { DataKeys } from '../../offline/data-keys.ts';
import type { Keychain } from './keychain.ts';

const isDataKey = (name: string): boolean => name === 'data key' || name.startsWith('data key ');

/**
 * The data keys in the keychain. It adds a key if there is none that the system decrypts, and never removes one, because
 * files may still be encrypted with it.
 */
export class KeyRing implements DataKeys {
  readonly #keychain: Keychain;
  #all: Buffer[] = [];

  constructor(keychain: Keychain) {
    this.#keychain = keychain;
  }
  get all(): readonly Buffer[] {
    return this.#all;
  }
  get current(): Buffer | null {
    return this.#keychain.isPersistent ? (this.#all.at(-1) ?? null) : null;
  }

  async open(): Promise<void> {
    const names = this.#keychain.names.filter(isDataKey);
    const savedKeys = names.flatMap((name) => this.#keychain.get(name) ?? []);
    this.#all = savedKeys.map((key) => Buffer.from(key, 'base64'));
    if (this.#all.length > 0 || !this.#keychain.isPersistent) return;
    const newKey = randomBytes(32);
    const name = names.length === 0 ? 'data key' : `data key ${randomBytes(4).toString('hex')}`;
    // A key that can't be saved must not encrypt anything.
    await this.#keychain.set(name, newKey.toString('base64')).then(
      () => this.#all.push(newKey),
      () => this.#keychain.drop(name).catch(() => {}),
    );
  }
  /** Removes what an earlier version stored with a public key. The data keys stay while the outbox has decisions. */
  async removeExposed(hasDecisions: boolean): Promise<void> {
    if (this.#keychain.isPersistent) return;
    for (const name of this.#keychain.names)
      if (this.#keychain.get(name) !== null && !(hasDecisions && isDataKey(name))) await this.#keychain.drop(name);
  }
}
