import { execFileSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quickFolder } from '#server/test/programs/database.ts';
import { unprivileged } from '#server/test/programs/debian-programs.ts';
import type { Block } from './page.ts';
import { openShell } from './shell.ts';

export const repository = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const standIns = fileURLToPath(new URL('./bin', import.meta.url));

/** The file of certificates that the programs of a machine trust. */
export const AUTHORITY = 'home/authority.pem';

/** How a page's text becomes that of a machine in a folder: addresses, ports, and whatever else has a value of its own here. */
export type Substitution = readonly [from: string | RegExp, to: string];

export interface MachineOptions {
  env: Record<string, string>;
  substitutions: readonly Substitution[];
  /** Units of Debian's packages. */
  units?: Record<string, string>;
  /** Folders that Debian's packages create. */
  folders?: readonly string[];
}

export type Machine = Awaited<ReturnType<typeof createMachine>>;

/**
 * A machine whose root is a folder, used by someone who isn't root. Programs of `bin` take the place of those that need
 * root, an init system, or the internet; all others are the real ones.
 */
export async function createMachine(name: string, { env, substitutions, units = {}, folders = [] }: MachineOptions) {
  const root = mkdtempSync(join(await quickFolder(), `enamel-${name}-`));
  const own = (path: string) => {
    if (unprivileged.uid !== undefined) chownSync(path, unprivileged.uid, unprivileged.gid!);
  };
  const write = (path: string, text: string) => {
    const file = join(root, path);
    makeFolder(dirname(path));
    writeFileSync(file, text);
    own(file);
  };
  const makeFolder = (path: string) => {
    const made = mkdirSync(join(root, path), { recursive: true });
    if (made === undefined) return;
    for (let folder = join(root, path); folder.length >= made.length; folder = dirname(folder)) own(folder);
  };
  own(root);
  for (const folder of ['etc/systemd/system', 'opt', 'run', 'var/lib', 'var/log', 'home', 'bin', ...folders])
    makeFolder(folder);
  for (const program of readdirSync(standIns)) cpSync(join(standIns, program), join(root, 'bin', program));
  for (const program of ['useradd', 'chown']) cpSync(join(standIns, 'nothing'), join(root, 'bin', program));

  /** Everything under /etc, /opt, /run, and /var is in the folder. */
  const translate = (text: string): string =>
    substitutions.reduce(
      (rest, [from, to]) => rest.replaceAll(from, to),
      text.replaceAll(/(?<=^|[\s'"=[(>:])\/(?=(?:etc|opt|run|var)\/)/gm, `${root}/`),
    );
  for (const [unit, text] of Object.entries(units)) write(`etc/systemd/system/${unit}.service`, translate(text));
  const readLogs = () =>
    readdirSync(join(root, 'var/log'), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => `${name}: ${readFileSync(join(root, 'var/log', name), 'utf8').slice(-5_000)}`)
      .join('\n');
  const shell = openShell({
    cwd: root,
    ...unprivileged,
    env: {
      PATH: [join(root, 'bin'), dirname(process.execPath), process.env.PATH].join(':'),
      HOME: join(root, 'home'),
      LANG: 'C.UTF-8',
      ROOT: root,
      REPOSITORY: repository,
      REAL_NPM: execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim(),
      REAL_NGINX: '',
      NODE_EXTRA_CA_CERTS: join(root, AUTHORITY),
      ...env,
    },
  });

  return {
    root,
    write,
    translate,
    read: (path: string) => readFileSync(join(root, path), 'utf8'),
    run: (commands: string) => shell.run(translate(commands)),
    /** Saves a block as a file, or runs it, as a reader of the page does. Returns what its commands printed. */
    async follow({ language, label, text }: Block): Promise<string> {
      if (label.startsWith('/')) write(label, translate(text));
      else if (language !== 'sh') throw new Error(`A block of ${language} needs the path of its file.`);
      else if (label.startsWith('by-hand')) console.warn(`SKIPPED ${label}\n${text}`);
      else {
        try {
          return await shell.run(translate(text));
        } catch (error) {
          throw new Error(`${(error as Error).message}\n${readLogs()}`, { cause: error });
        }
      }
      return '';
    },
    async stop(services: readonly string[]): Promise<void> {
      for (const service of services) await shell.run(`systemctl stop ${service}`).catch(() => undefined);
      await shell.close();
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
