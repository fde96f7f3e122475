import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { FEED_PORT } from './e2e/harness/update-feed.ts';
import bundles from './electron.vite.config.ts';

const require = createRequire(import.meta.url);
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
interface Target {
  target: string;
  arch: string[];
}
interface Configuration {
  productName: string;
  electronFuses: Record<string, boolean>;
  copyright: string;
  extraMetadata: { homepage: string; author: { name: string; email: string } };
  fileAssociations?: unknown;
  nsis: { include: string; perMachine: boolean };
  mac: { target: Target[]; fileAssociations: { rank: string }[] };
  win: { target: Target[]; fileAssociations?: unknown };
  linux: { target: Target[]; maintainer: string };
}
const configuration = load(read('electron-builder.yml')) as Configuration;

describe('the configuration of the packages', () => {
  const { validateConfiguration } = require('app-builder-lib/out/util/config/config') as {
    validateConfiguration(config: object, log: object): Promise<void>;
  };
  const check = (config: object) => validateConfiguration(config, { isEnabled: false, add: () => {} });

  it('fits electron-builder’s own schema', async () => {
    await check(configuration);
    await expect(check({ ...configuration, mac: { targets: ['dmg'] } })).rejects.toThrow(/mac/);
  });

  it('sets every fuse of Electron, and signs an unsigned app of macOS again after that', () => {
    const { FuseV1Options } = require('@electron/fuses') as { FuseV1Options: Record<string, string | number> };
    const names = Object.values(FuseV1Options).filter((name) => typeof name === 'string');
    const fuses = names.map((name) => `${name[0]!.toLowerCase()}${name.slice(1)}`);
    expect(Object.keys(configuration.electronFuses).toSorted()).toEqual(
      [...fuses, 'resetAdHocDarwinSignature'].toSorted(),
    );
    expect(configuration.electronFuses.resetAdHocDarwinSignature).toBe(true);
  });

  it('builds both architectures of every system, and a zip for updates on macOS', () => {
    const targets = (['mac', 'win', 'linux'] as const).flatMap((system) =>
      configuration[system].target.map(({ target, arch }) => `${system} ${target} ${arch.join()}`),
    );
    expect(targets).toEqual([
      'mac dmg x64,arm64',
      'mac zip x64,arm64',
      'win nsis x64,arm64',
      'win msi x64',
      'linux AppImage x64,arm64',
      'linux deb x64,arm64',
      'linux rpm x64,arm64',
    ]);
  });

  it('minifies the three bundles, and reads its own folder from the environment only while it is developed', () => {
    const { main, preload, renderer } = bundles as Record<string, { build: { minify: boolean } }>;
    expect([main, preload, renderer].map((bundle) => bundle!.build.minify)).toEqual([true, true, true]);
    expect(read('desktop/main/index.ts')).toContain('if (!app.isPackaged && process.env.ENAMEL_DESK_DIR)');
  });

  it('has what a deb needs', () => {
    const { extraMetadata, linux } = configuration;
    expect(extraMetadata.homepage).toMatch(/^https:\/\//);
    expect(extraMetadata.author.email).toContain('@');
    expect(linux.maintainer).toBe(`${extraMetadata.author.name} <${extraMetadata.author.email}>`);
    expect(JSON.parse(read('package.json'))).toMatchObject({ description: expect.any(String) as string });
  });

  it('names the product, and its owner in place of a license', () => {
    expect([configuration.productName, configuration.copyright]).toEqual(['Enamel', 'Copyright © 2026 Enamel']);
  });

  it('never becomes the default program for CSV files', () => {
    // An association of electron-builder would write the extension's default on Windows.
    expect([configuration.fileAssociations, configuration.win.fileAssociations]).toEqual([undefined, undefined]);
    expect(configuration.mac.fileAssociations.map(({ rank }) => rank)).toEqual(['Alternate']);
    const script = read(configuration.nsis.include);
    expect(script).toContain('OpenWithProgids');
    expect(script).not.toMatch(/WriteRegStr SHELL_CONTEXT "Software\\Classes\\\.csv" /);
  });

  it('is the name under which Windows shows notifications', () => {
    expect(read('desktop/main/index.ts')).toContain(
      `setAppUserModelId('${(configuration as { appId?: string }).appId}')`,
    );
  });
});

describe('the tray icon', () => {
  const readTray = (name: string) => readFileSync(new URL(`renderer/public/${name}`, import.meta.url));

  it('is a template with a version for Retina displays on macOS', () => {
    const widths = ['trayTemplate.png', 'trayTemplate@2x.png'].map((name) => readTray(name).readUInt32BE(16));
    expect(widths).toEqual([16, 32]);
  });

  it('has the sizes of every Windows display in one file', () => {
    const icon = readTray('tray.ico');
    const sizes = Array.from({ length: icon.readUInt16LE(4) }, (_, index) => icon[6 + index * 16]);
    expect(sizes).toEqual([16, 24, 32, 48]);
  });
});

describe('dependencies', () => {
  it('of the console stay out of the server’s installation', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
      string,
      Record<string, string>
    >;
    for (const name of ['electron', 'electron-builder', 'electron-updater', 'electron-vite']) {
      expect(dependencies).not.toHaveProperty(name);
      expect(devDependencies![name]).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });
});

describe('workflows', () => {
  interface Job {
    strategy?: { matrix: { os?: string[] } };
    defaults?: { run: { shell: string } };
  }
  const jobs = ['ci', 'release'].flatMap((name) =>
    Object.entries((load(read(`.github/workflows/${name}.yml`)) as { jobs: Record<string, Job> }).jobs),
  );
  const onWindows = jobs.filter(([, { strategy }]) => strategy?.matrix.os?.some((os) => os.startsWith('windows')));

  it('run the same commands on Windows, where PowerShell would change their options', () => {
    expect(onWindows.map(([name, { defaults }]) => [name, defaults?.run.shell])).toEqual([
      ['electron', 'bash'],
      ['console', 'bash'],
    ]);
  });
});

describe('every workflow', () => {
  it.each(['ci', 'release'])(
    'of %s runs actions at a commit, because a tag can be moved, with a version for people',
    (name) => {
      const used = [...read(`.github/workflows/${name}.yml`).matchAll(/uses: (.+)$/gm)].map(([, action]) => action);
      expect(used.length).toBeGreaterThan(5);
      expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action!))).toEqual([]);
    },
  );

  it.each(['ci', 'release'])('of %s may only read, unless a job says what it writes', (name) => {
    const { permissions, jobs: own } = load(read(`.github/workflows/${name}.yml`)) as {
      permissions: object;
      jobs: Record<string, { permissions?: object }>;
    };
    expect(permissions).toEqual({ contents: 'read' });
    const writing = Object.entries(own).filter(([, job]) => job.permissions);
    expect(writing.map(([job, { permissions: granted }]) => [job, granted])).toEqual(
      name === 'ci'
        ? []
        : [
            ['console', { contents: 'write', 'id-token': 'write', attestations: 'write' }],
            ['image', { contents: 'read', packages: 'write' }],
          ],
    );
  });
});

describe('every change', () => {
  it('packs the console on three systems, starts what it packed, and drives it', () => {
    const ci = load(read('.github/workflows/ci.yml')) as {
      jobs: {
        electron: { strategy: { matrix: { os: string[] } }; steps: { run?: string; if?: string; env?: object }[] };
      };
    };
    const { strategy, steps } = ci.jobs.electron;
    expect(strategy.matrix.os.map((os) => os.split('-')[0])).toEqual(['ubuntu', 'macos', 'windows']);
    const pack = steps.findIndex(({ run }) => run?.startsWith('npm run desktop:pack -- --dir '));
    const starts = steps.slice(pack).filter(({ env }) => env && 'CONSOLE_PACKED' in env);
    expect(pack).toBeGreaterThan(0);
    expect(steps[pack]!.if).toBeUndefined();
    // The packed console reads its update from the test.
    expect(steps[pack]!.run).toContain(`-c.publish.url=http://127.0.0.1:${FEED_PORT}`);
    expect(starts.map((step) => step.if)).toEqual(["runner.os == 'Linux'", "runner.os != 'Linux'"]);
    for (const { run } of starts) expect(run).toContain('desktop/e2e/packed.spec.ts --grep "starts"');
    expect(read('desktop/e2e/packed.spec.ts')).toContain("'the packed app starts, ");
  });
});

describe('releases', () => {
  const pack = /- name: Pack\n[\s\S]*?(?=\n      - name: Sign)/.exec(read('.github/workflows/release.yml'))![0];

  it('give each system its own certificate, and no empty one', () => {
    const names = [...pack.matchAll(/^ {10}([A-Z_]+): \$\{\{ runner\.os == '(\w+)' && secrets\.\1 \|\| '' \}\}$/gm)];
    expect(names.map(([, name, system]) => `${system} ${name}`)).toEqual([
      'macOS CSC_LINK',
      'macOS CSC_KEY_PASSWORD',
      'macOS APPLE_ID',
      'macOS APPLE_APP_SPECIFIC_PASSWORD',
      'macOS APPLE_TEAM_ID',
      'Windows WIN_CSC_LINK',
      'Windows WIN_CSC_KEY_PASSWORD',
    ]);
    const unset = /for name in ([\w ]+); do/.exec(pack)![1]!.split(' ');
    expect(unset.toSorted()).toEqual(names.map(([, name]) => name!).toSorted());
    expect(pack).toContain("-c.forceCodeSigning=${{ runner.os != 'Linux' }}");
  });

  it('fail without the key of the updates', () => {
    expect(read('.github/workflows/release.yml')).toContain('[ -n "$UPDATES_KEY" ] || {');
  });

  it('list the parts of the console and of the image, and state where both come from', () => {
    const workflow = read('.github/workflows/release.yml');
    const at = (text: string) => workflow.indexOf(text);
    // Only attested files are published.
    const order = ['npm run desktop:sign', 'npm sbom --sbom-format cyclonedx >', 'actions/attest-build-provenance@', 'gh release upload'].map(at); // prettier-ignore
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(0);
    expect(workflow).toMatch(/subject-path: desktop\/dist\/packed\/\*\.\*\n/);
    expect(workflow).toMatch(/provenance: mode=max\n {10}sbom: true\n/);
  });

  it('publish every package and the feeds that consoles read', () => {
    const workflow = read('.github/workflows/release.yml');
    const [, pattern] = /gh release upload .*packed\/\*\.\{([\w,.]+)\}/.exec(workflow)!;
    expect(pattern!.split(',').toSorted()).toEqual(
      ['AppImage', 'blockmap', 'cdx.json', 'deb', 'dmg', 'exe', 'msi', 'rpm', 'yml', 'zip'].toSorted(),
    );
  });
});
