import type { Vault } from './vault.ts';

interface CachedAnswers {
  owner: string;
  answers: Record<string, { text: string; at: string }>;
}

const VAULT_NAME = 'answers';
/** Enough for every report in every period, and for the screens that a person opens. */
const MAX_ANSWERS = 80;

/** A cache of server responses for offline use, encrypted on disk and tied to one person at one server. */
export class Answers {
  readonly #vault: Vault;
  #cache: CachedAnswers = { owner: '', answers: {} };
  #saving: Promise<void> = Promise.resolve();

  constructor(vault: Vault) {
    this.#vault = vault;
  }
  async open(owner: string): Promise<void> {
    const cache = (await this.#vault.read(VAULT_NAME)) as CachedAnswers | null;
    this.#cache = cache?.owner === owner ? cache : { owner, answers: {} };
  }
  get(name: string): { text: string; at: string } | null {
    return this.#cache.answers[name] ?? null;
  }
  /** The latest of the responses whose names fit. The times are ISO texts, so they sort as texts. */
  newest(fits: (name: string) => boolean): { text: string; at: string } | null {
    const all = Object.entries(this.#cache.answers).filter(([name]) => fits(name));
    return all.toSorted(([, a], [, b]) => a.at.localeCompare(b.at)).at(-1)?.[1] ?? null;
  }
  put(name: string, text: string, at: string): Promise<void> {
    if (this.#cache.owner === '') return Promise.resolve();
    const { [name]: _replaced, ...otherAnswers } = this.#cache.answers;
    const entries = [...Object.entries(otherAnswers), [name, { text, at }] as const].slice(-MAX_ANSWERS);
    this.#cache = { ...this.#cache, answers: Object.fromEntries(entries) };
    this.#saving = this.#saving.catch(() => {}).then(() => this.#vault.write(VAULT_NAME, this.#cache));
    return this.#saving;
  }
  async wipe(): Promise<void> {
    await this.#saving.catch(() => {});
    this.#cache = { owner: '', answers: {} };
    await this.#vault.wipe(VAULT_NAME);
  }
}
