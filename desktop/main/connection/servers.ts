import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DEFAULT_BRAND } from '#shared/site-settings.ts';
import { replaceFile } from '../../offline/replace-file.ts';

const serverListSchema = z.object({
  current: z.string().nullable(),
  servers: z.array(z.object({ origin: z.string(), email: z.string().nullable(), brand: z.string().optional() })),
});
type ServerList = z.output<typeof serverListSchema>;

/** The saved servers and the current one. The file holds no secrets. */
export class Servers {
  readonly #path: string;
  #saved: ServerList;
  constructor(folder: string) {
    this.#path = join(folder, 'servers.json');
    this.#saved = readServerList(this.#path);
  }
  get current(): string | null {
    return this.#saved.current;
  }
  get list(): ServerList['servers'] {
    return this.#saved.servers;
  }
  /** The name of the current server's site, as it said last. */
  get brand(): string {
    return this.#saved.servers.find(({ origin }) => origin === this.#saved.current)?.brand ?? DEFAULT_BRAND;
  }
  emailAt(origin: string): string | null {
    return this.#saved.servers.find((server) => server.origin === origin)?.email ?? null;
  }
  async use(origin: string, brand: string): Promise<void> {
    const isSaved = this.#saved.servers.some((server) => server.origin === origin);
    const servers = isSaved ? this.#saved.servers : [...this.#saved.servers, { origin, email: null }];
    await this.#save({ current: origin, servers });
    await this.setBrand(origin, brand);
  }
  async setBrand(origin: string, brand: string): Promise<void> {
    if (this.#saved.servers.every((server) => server.origin !== origin || server.brand === brand)) return;
    const servers = this.#saved.servers.map((server) => (server.origin === origin ? { ...server, brand } : server));
    await this.#save({ ...this.#saved, servers });
  }
  async setEmail(origin: string, email: string): Promise<void> {
    const servers = this.#saved.servers.map((server) => (server.origin === origin ? { ...server, email } : server));
    await this.#save({ ...this.#saved, servers });
  }
  async remove(origin: string): Promise<void> {
    const servers = this.#saved.servers.filter((server) => server.origin !== origin);
    const current = this.#saved.current === origin ? (servers[0]?.origin ?? null) : this.#saved.current;
    await this.#save({ current, servers });
  }
  async #save(next: ServerList): Promise<void> {
    this.#saved = next;
    await replaceFile(this.#path, JSON.stringify(next, null, 2));
  }
}

function readServerList(path: string): ServerList {
  try {
    return serverListSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return { current: null, servers: [] };
  }
}
