import type { Vault } from './vault.ts';

interface Kept {
  owner: string;
  answers: Record<string, { text: string; at: string }>;
}

const MOST = 40;

/** Answers of the server that are shown again when it cannot be reached, sealed like the snapshot and for one person. */
export class Answers {
  readonly #vault: Vault;
  #kept: Kept = { owner: '', answers: {} };
  #saving: Promise<void> = Promise.resolve();

  constructor(vault: Vault) {
    this.#vault = vault;
  }
  async open(owner: string): Promise<void> {
    const kept = (await this.#vault.read('answers')) as Kept | null;
    this.#kept = kept?.owner === owner ? kept : { owner, answers: {} };
  }
  get(name: string): { text: string; at: string } | null {
    return this.#kept.answers[name] ?? null;
  }
  put(name: string, text: string, at: string): Promise<void> {
    if (this.#kept.owner === '') return Promise.resolve();
    const { [name]: _before, ...others } = this.#kept.answers;
    const entries = [...Object.entries(others), [name, { text, at }] as const].slice(-MOST);
    this.#kept = { ...this.#kept, answers: Object.fromEntries(entries) };
    this.#saving = this.#saving.catch(() => {}).then(() => this.#vault.write('answers', this.#kept));
    return this.#saving;
  }
  async wipe(): Promise<void> {
    await this.#saving.catch(() => {});
    this.#kept = { owner: '', answers: {} };
    await this.#vault.wipe('answers');
  }
}
