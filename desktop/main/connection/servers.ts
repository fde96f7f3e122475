import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../offline/replace-file.ts';

const shape = z.object({
  current: z.string().nullable(),
  servers: z.array(z.object({ origin: z.string(), email: z.string().nullable() })),
});
type Kept = z.output<typeof shape>;

/** The servers this console knows, and the one in use. Nothing here is secret. */
export class Servers {
  readonly #path: string;
  #kept: Kept;
  constructor(folder: string) {
    this.#path = join(folder, 'servers.json');
    this.#kept = read(this.#path);
  }
  get current(): string | null {
    return this.#kept.current;
  }
  get list(): Kept['servers'] {
    return this.#kept.servers;
  }
  emailAt(origin: string): string | null {
    return this.#kept.servers.find((server) => server.origin === origin)?.email ?? null;
  }
  async use(origin: string): Promise<void> {
    const known = this.#kept.servers.some((server) => server.origin === origin);
    const servers = known ? this.#kept.servers : [...this.#kept.servers, { origin, email: null }];
    await this.#keep({ current: origin, servers });
  }
  async signedInAs(origin: string, email: string): Promise<void> {
    const servers = this.#kept.servers.map((server) => (server.origin === origin ? { origin, email } : server));
    await this.#keep({ ...this.#kept, servers });
  }
  async forget(origin: string): Promise<void> {
    const servers = this.#kept.servers.filter((server) => server.origin !== origin);
    const current = this.#kept.current === origin ? (servers[0]?.origin ?? null) : this.#kept.current;
    await this.#keep({ current, servers });
  }
  async #keep(next: Kept): Promise<void> {
    this.#kept = next;
    await replaceFile(this.#path, JSON.stringify(next, null, 2));
  }
}

function read(path: string): Kept {
  try {
    return shape.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return { current: null, servers: [] };
  }
}
