import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { DEFAULT_BRAND } from '#shared/site-settings.ts';
import { JsonFile } from '../../offline/json-file.ts';

/** The parts of a site's settings that the console shows. Servers of earlier releases leave some out. */
export const siteLook = z.object({
  brand: z.string().catch(DEFAULT_BRAND),
  logo: z
    .string()
    .regex(/^\/media\/[0-9a-f]{40}$/)
    .catch(''),
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .catch(''),
});
export type SiteLook = z.output<typeof siteLook>;

const savedServer = siteLook.extend({
  origin: z.string(),
  email: z.string().nullable(),
  /** The logo's bytes in base64, because the console also starts without a connection. Empty until a page showed it. */
  logoBytes: z.string().catch(''),
});
const serverListSchema = z.object({ current: z.string().nullable(), servers: z.array(savedServer) });
type SavedServer = z.output<typeof savedServer>;
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
  get list(): readonly SavedServer[] {
    return this.#file.value.servers;
  }
  /** The look of the current server's site, as the server said last. */
  get look(): SiteLook {
    return siteLook.parse(this.#find(this.current) ?? {});
  }
  get brand(): string {
    return this.look.brand;
  }
  emailAt(origin: string): string | null {
    return this.#find(origin)?.email ?? null;
  }
  async use(origin: string, look: SiteLook): Promise<void> {
    const added = { origin, email: null, logoBytes: '', ...look };
    await this.#file.set({ current: origin, servers: this.#find(origin) ? [...this.list] : [...this.list, added] });
    await this.setLook(origin, look);
  }
  async setLook(origin: string, look: SiteLook): Promise<void> {
    const saved = this.#find(origin);
    if (!saved || isDeepStrictEqual(siteLook.parse(saved), look)) return;
    await this.#change(origin, { ...look, ...(saved.logo !== look.logo && { logoBytes: '' }) });
  }
  findLogo = (origin: string): string => this.#find(origin)?.logoBytes ?? '';
  async keepLogo(origin: string, logo: string, logoBytes: string): Promise<void> {
    const saved = this.#find(origin);
    if (saved?.logo === logo && saved.logoBytes !== logoBytes) await this.#change(origin, { logoBytes });
  }
  setEmail = (origin: string, email: string): Promise<void> => this.#change(origin, { email });
  async remove(origin: string): Promise<void> {
    const servers = this.list.filter((server) => server.origin !== origin);
    await this.#file.set({ current: this.current === origin ? (servers[0]?.origin ?? null) : this.current, servers });
  }
  #find(origin: string | null): SavedServer | undefined {
    return this.list.find((server) => server.origin === origin);
  }
  #change(origin: string, changes: Partial<SavedServer>): Promise<void> {
    const servers = this.list.map((server) => (server.origin === origin ? { ...server, ...changes } : server));
    return this.#file.set({ current: this.current, servers });
  }
}
