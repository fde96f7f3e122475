import { listTownNames } from '#contract/bulk/workbench.ts';
import type { CatalogPlan } from '#contract/directory/search-help.ts';
import { foldPlanName } from '#shared/places/insurance-plans.ts';
import type { KnownNames } from '../../offline/csv-preview.ts';
import type { BenchKnowledge } from '../../offline/local-bench.ts';
import type { Vault } from '../../offline/vault.ts';
import type { ConsoleContext } from '../console-context.ts';

type Context = Pick<ConsoleContext, 'recentFiles' | 'request'>;
type Downloaded = Omit<BenchKnowledge, 'mappings'>;

const VAULT_NAME = 'import-knowledge';
const TIMEOUT_MS = 5_000;
const nothing: Downloaded = {
  references: null,
  names: { services: [], practiceType: [], insurancePlans: [] },
  towns: [],
};

/** The server's names and towns, against which files are checked. The last copy is on disk, so that files are checked without a connection. */
export class ImportKnowledge {
  readonly #context: Context;
  readonly #vault: Vault;
  #last: Downloaded = nothing;

  constructor(context: Context, vault: Vault) {
    this.#context = context;
    this.#vault = vault;
  }
  async open(): Promise<void> {
    this.#last = ((await this.#vault.read(VAULT_NAME)) as Downloaded | null) ?? nothing;
  }
  async wipe(): Promise<void> {
    this.#last = nothing;
    await this.#vault.wipe(VAULT_NAME);
  }
  /** The services, practice types, and plans as they were last downloaded. Null before that. */
  get references(): KnownNames {
    return this.#last.references;
  }
  get current(): BenchKnowledge {
    return { ...this.#last, mappings: this.#context.recentFiles.mappings };
  }

  /** Downloads everything again. Keeps the last copy if the server can't be reached. */
  async refresh(): Promise<void> {
    try {
      const [services, practiceTypes, plans, towns] = await Promise.all([
        this.#fetch<{ id: number; name: string }[]>('/api/services'),
        this.#fetch<{ id: number; name: string }[]>('/api/practice-types'),
        // An earlier server doesn't list its plans and towns.
        this.#fetch<CatalogPlan[]>('/api/insurance-plans').catch(() => []),
        this.#fetch<string[]>(listTownNames.path).catch(() => []),
      ]);
      const toIds = (list: typeof services) => list.map(({ id, name }) => [name.toLowerCase(), id] as [string, number]);
      this.#last = {
        references: {
          services: toIds(services),
          practiceTypes: toIds(practiceTypes),
          plans: plans.map(({ name, storedName }) => [foldPlanName(name), storedName]),
        },
        names: {
          services: services.map(({ name }) => name),
          practiceType: practiceTypes.map(({ name }) => name),
          insurancePlans: plans.filter(({ gone }) => gone === null).map(({ name }) => name),
        },
        towns,
      };
      await this.#vault.write(VAULT_NAME, this.#last);
    } catch {
      // The server is unreachable, so the last copy stays.
    }
  }

  async #fetch<T>(path: string): Promise<T> {
    const response = await this.#context.request('GET', path, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return (await response.json()) as T;
  }
}
