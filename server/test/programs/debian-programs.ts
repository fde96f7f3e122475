import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Debian keeps Postgres's programs out of PATH, in a folder per version. */
const postgresFolders = (): string[] => {
  const versions = '/usr/lib/postgresql';
  if (!existsSync(versions)) return [];
  return readdirSync(versions)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(versions, version, 'bin'));
};

const find = (program: string): string | undefined =>
  [...postgresFolders(), ...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));

const idOf = (flag: '-u' | '-g'): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));

/** The identity for programs that refuse to run as root, or that shouldn't. */
export const unprivileged: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};

const canInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Finds a program, such as `pg_dump` or `nginx`, for tests against software that others wrote. On Debian, root installs
 * its package if it is missing. Elsewhere a missing program is named once and the caller skips its tests.
 */
export function findProgram(program: string, debianPackage: string): string | undefined {
  const path = find(program);
  if (path) return path;
  if (canInstall()) {
    const run = (...args: string[]) =>
      execFileSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
        stdio: 'ignore',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    console.log(`Installing ${debianPackage} for the tests.`);
    run('update', '-qq');
    // Debian starts services when it installs them; tests start their own.
    run('install', '-y', '-qq', '--no-install-recommends', debianPackage);
  }
  const installed = find(program);
  if (!installed) console.warn(`SKIPPED: tests that need ${program}. Install ${debianPackage} to run them.`);
  return installed;
}
