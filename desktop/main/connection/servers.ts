import { join } from 'node:path';
import { z } from 'zod';
import { DEFAULT_BRAND } from '#shared/site-settings.ts';
import { JsonFile } from '../../offline/json-file.ts';

const serverListSchema = z.object({
  current: z.string().nullable(),
  servers: z.array(z.object({ origin: z.string(), email: z.string().nullable(), brand: z.string().optional() })),
});
type ServerList = z.output<typeof serverListSchema>;

/** The saved servers and the current one. The file holds no secrets. */
export class Servers {
  readonly #file: JsonFile<ServerList>;
  constructor(folder: string) {
    this.#file = new JsonFile(join(folder, 'servers.json'), serverListSchema, { current: null, servers: [] });
  }
  get current(): string | null {
    return this.#file.value.current;
  }
  get list(): ServerList['servers'] {
    return this.#file.value.servers;
  }
  /** The name of the current server's site, as it said last. */
  get brand(): string {
    return this.list.find(({ origin }) => origin === this.current)?.brand ?? DEFAULT_BRAND;
  }
  emailAt(origin: string): string | null {
    return this.list.find((server) => server.origin === origin)?.email ?? null;
  }
  async use(origin: string, brand: string): Promise<void> {
    const isSaved = this.list.some((server) => server.origin === origin);
    await this.#file.set({ current: origin, servers: isSaved ? this.list : [...this.list, { origin, email: null }] });
    await this.setBrand(origin, brand);
  }
  async setBrand(origin: string, brand: string): Promise<void> {
    if (this.list.some((server) => server.origin === origin && server.brand !== brand))
      await this.#change(origin, { brand });
  }
  setEmail = (origin: string, email: string): Promise<void> => this.#change(origin, { email });
  async remove(origin: string): Promise<void> {
    const servers = this.list.filter((server) => server.origin !== origin);
    await this.#file.set({ current: this.current === origin ? (servers[0]?.origin ?? null) : this.current, servers });
  }
  #change(origin: string, changes: Partial<ServerList['servers'][number]>): Promise<void> {
    const servers = this.list.map((server) => (server.origin === origin ? { ...server, ...changes } : server));
    return this.#file.set({ current: this.current, servers });
  }
}
