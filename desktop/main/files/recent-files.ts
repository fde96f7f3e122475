import { z } from 'zod';
import type { Mapping } from '../../offline/csv-preview.ts';
import type { Vault } from '../../offline/vault.ts';

const savedSchema = z.object({
  recent: z.array(z.string()),
  mappings: z.array(z.object({ shape: z.string(), mapping: z.record(z.string(), z.string().nullable()) })),
});
type Saved = z.output<typeof savedSchema>;
const empty: Saved = { recent: [], mappings: [] };

const VAULT_NAME = 'remembered';
const MAX_RECENT = 10;
const MAX_MAPPINGS = 100;

/** The recently opened files, and the column mapping last chosen for each set of headers. */
export class RecentFiles {
  readonly #vault: Vault;
  readonly #onChange: (paths: readonly string[]) => void;
  #saved = empty;
  constructor(vault: Vault, onChange: (paths: readonly string[]) => void) {
    this.#vault = vault;
    this.#onChange = onChange;
  }
  async open(): Promise<void> {
    const parsed = savedSchema.safeParse(await this.#vault.read(VAULT_NAME));
    this.#set(parsed.success ? parsed.data : empty);
  }
  get paths(): readonly string[] {
    return this.#saved.recent;
  }
  get mappings(): Record<string, Mapping> {
    return Object.fromEntries(this.#saved.mappings.map(({ shape, mapping }) => [shape, mapping]));
  }
  async addPaths(paths: readonly string[]): Promise<void> {
    const recent = [...paths, ...this.#saved.recent.filter((path) => !paths.includes(path))].slice(0, MAX_RECENT);
    await this.#save({ ...this.#saved, recent });
  }
  clearPaths(): Promise<void> {
    return this.#save({ ...this.#saved, recent: [] });
  }
  async saveMapping(shape: string, mapping: Mapping): Promise<void> {
    const otherMappings = this.#saved.mappings.filter((saved) => saved.shape !== shape);
    await this.#save({ ...this.#saved, mappings: [...otherMappings, { shape, mapping }].slice(-MAX_MAPPINGS) });
  }
  async wipe(): Promise<void> {
    this.#set(empty);
    await this.#vault.wipe(VAULT_NAME);
  }
  async #save(next: Saved): Promise<void> {
    this.#set(next);
    await this.#vault.write(VAULT_NAME, next);
  }
  #set(next: Saved): void {
    const isChanged = next.recent !== this.#saved.recent;
    this.#saved = next;
    if (isChanged) this.#onChange(next.recent);
  }
}
