import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Knex } from 'knex';
import type { Deps } from '#server/base/http/context.ts';
import { hasAdmin, isEmptyDirectory, readSetup, saveSetup, type StoredSetup } from './queries-setup.ts';

const opened = new WeakSet<Knex>();

/** A new directory in production is hidden until an administrator opens it. It never closes again. */
export async function isOpen({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  if (opened.has(db)) return true;
  const setup = await readSetup(db);
  if (setup !== null && setup.openedAt === null) return false;
  opened.add(db);
  return true;
}

/** The facts about the opening that strangers may know. */
export async function findOpening(deps: Pick<Deps, 'db'>): Promise<{ isOpen: boolean; needsAdmin: boolean }> {
  const open = await isOpen(deps);
  return { isOpen: open, needsAdmin: !open && !(await hasAdmin(deps.db)) };
}

/** Begins the setup of an empty directory. Directories with listings or accounts stay open. */
export async function beginSetup({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> {
  if (!config.production || config.SAMPLE_DATA > 0) return;
  if ((await readSetup(db)) !== null || !(await isEmptyDirectory(db))) return;
  const now = clock.now();
  await saveSetup(db, { startedAt: now.toISOString(), openedAt: null, steps: {} }, now);
}

/** The same on every server and at each start, so the newest line of any log works. Void once there is an administrator. */
const tokenOf = ({ secret }: Pick<Deps, 'secret'>, { startedAt }: StoredSetup): string =>
  createHmac('sha256', secret.key('setup link')).update(startedAt).digest('base64url');

export function isSetupToken(deps: Pick<Deps, 'secret'>, setup: StoredSetup, token: string): boolean {
  const [expected, given] = [tokenOf(deps, setup), token].map((text) => createHmac('sha256', 'length').update(text));
  return timingSafeEqual(expected!.digest(), given!.digest());
}

/** The link for the first administrator, for the log. Null if there is one, or nothing to set up. */
export async function findSetupLink(deps: Pick<Deps, 'db' | 'secret' | 'config'>): Promise<string | null> {
  const setup = await readSetup(deps.db);
  if (!setup || setup.openedAt !== null || (await hasAdmin(deps.db))) return null;
  return `${deps.config.PUBLIC_URL}/setup?token=${tokenOf(deps, setup)}`;
}
