import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, Platform, type PackagerOptions } from 'electron-builder';
import { afterAll, beforeAll, expect, it } from 'vitest';

const projectDir = fileURLToPath(new URL('..', import.meta.url));
const { version, description, license } = JSON.parse(
  await readFile(join(projectDir, 'package.json'), 'utf8'),
) as Record<string, string>;

interface LinuxPackages {
  /** The arguments of fpm for deb and rpm, by name. */
  fpm: Record<string, Record<string, string>>;
  /** The desktop entries of deb, rpm, and AppImage. */
  desktopEntries: string[];
  output: string[];
}

let folder: string;
let packages: LinuxPackages;

/** Lets electron-builder compute the packages of Linux, and stops before it would download tools to write them. */
async function computePackages(): Promise<LinuxPackages> {
  const app = join(folder, 'linux-unpacked');
  await mkdir(join(app, 'resources'), { recursive: true });
  await writeFile(join(app, 'enamel'), '');
  const computed: LinuxPackages = { fpm: {}, desktopEntries: [], output: [] };
  const effectiveOptionComputed = async (options: unknown): Promise<boolean> => {
    if (Array.isArray(options)) {
      const [args, desktopFile] = options as [string[], string];
      const values = Object.fromEntries(
        args.flatMap((arg, at) => (arg.startsWith('--') ? [[arg.slice(2), args[at + 1]!]] : [])),
      );
      computed.fpm[values.package!.split('.').at(-1)!] = values;
      computed.output.push(...args.filter((arg) => /^[^=]+=\//.test(arg)).map((arg) => arg.split('=')[1]!));
      computed.desktopEntries.push(await readFile(desktopFile, 'utf8'));
    } else computed.desktopEntries.push((options as { desktop: string }).desktop);
    return true;
  };
  const settings: PackagerOptions & { publish: 'never' } = {
    projectDir,
    prepackaged: app,
    targets: Platform.LINUX.createTarget(['deb', 'rpm', 'AppImage']),
    config: { directories: { output: join(folder, 'out'), buildResources: 'desktop/icons' } },
    effectiveOptionComputed,
    publish: 'never',
  };
  await build(settings);
  return computed;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enamel-metadata-'));
  packages = await computePackages();
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each(['deb', 'rpm'])('gives a %s its name, version, license, and where its makers are found', (kind) => {
  expect(packages.fpm[kind]).toMatchObject({
    name: 'enamel-console',
    version,
    license,
    maintainer: 'Enamel <support@enamel.example.com>',
    url: 'https://enamel.example.com',
  });
  expect(packages.fpm[kind]!.description).toContain(description);
});

it('installs the app, its icons, and its desktop entry under the paths of a Linux system', () => {
  expect([...new Set(packages.output)].toSorted()).toEqual(
    expect.arrayContaining(['/opt/Enamel', '/usr/share/applications/enamel.desktop']),
  );
  expect(packages.output.some((path) => path.startsWith('/usr/share/icons/hicolor/'))).toBe(true);
});

it('starts the console for its links and under “Open with” for CSV files, in all three packages', () => {
  expect(packages.desktopEntries).toHaveLength(3);
  for (const entry of packages.desktopEntries) {
    expect(entry).toContain('Name=Enamel\n');
    expect(entry).toMatch(/^Exec=\S+.* %U$/m);
    expect(entry).toMatch(/^MimeType=.*text\/csv;.*x-scheme-handler\/enamel;/m);
    expect(entry).toContain('Categories=Office;');
  }
});
