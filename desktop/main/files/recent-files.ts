import { z } from 'zod';
import type { Mapping } from '../../offline/csv-preview.ts';
import type { Vault } from '../../offline/vault.ts';

const shape = z.object({
  recent: z.array(z.string()),
  mappings: z.array(z.object({ shape: z.string(), mapping: z.record(z.string(), z.string().nullable()) })),
});
type Kept = z.output<typeof shape>;
const nothing: Kept = { recent: [], mappings: [] };

const MOST_RECENT = 10;
const MOST_MAPPINGS = 100;

/** What this console remembers of files: which were opened last, and what the columns of such a header mean. */
export class Remembered {
  readonly #vault: Vault;
  #kept = nothing;
  constructor(vault: Vault) {
    this.#vault = vault;
  }
  async open(): Promise<void> {
    const kept = shape.safeParse(await this.#vault.read('remembered'));
    this.#kept = kept.success ? kept.data : nothing;
  }
  get recent(): readonly string[] {
    return this.#kept.recent;
  }
  get mappings(): Record<string, Mapping> {
    return Object.fromEntries(this.#kept.mappings.map(({ shape, mapping }) => [shape, mapping]));
  }
  async opened(paths: readonly string[]): Promise<void> {
    const recent = [...paths, ...this.#kept.recent.filter((path) => !paths.includes(path))].slice(0, MOST_RECENT);
    await this.#keep({ ...this.#kept, recent });
  }
  async meant(shape: string, mapping: Mapping): Promise<void> {
    const others = this.#kept.mappings.filter((one) => one.shape !== shape);
    await this.#keep({ ...this.#kept, mappings: [...others, { shape, mapping }].slice(-MOST_MAPPINGS) });
  }
  async wipe(): Promise<void> {
    this.#kept = nothing;
    await this.#vault.wipe('remembered');
  }
  async #keep(next: Kept): Promise<void> {
    this.#kept = next;
    await this.#vault.write('remembered', next);
  }
}
