import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { listPackage } from '@electron/asar';
import { expect, test } from '@playwright/test';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

test('the packed app contains only its three bundles', { tag: ['@path', '@chromium'] }, async () => {
  test.setTimeout(180_000);
  const folder = await mkdtemp(join(tmpdir(), 'enamel-packed-'));
  const runtime = join(folder, 'runtime');
  await mkdir(join(runtime, 'resources'), { recursive: true });
  // A fake Electron binary with the bytes that electron-builder needs to set the fuses.
  const sentinel = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');
  await writeFile(
    join(runtime, 'electron'),
    Buffer.concat([Buffer.alloc(64), sentinel, Buffer.from([1, 9]), Buffer.from('0'.repeat(9)), Buffer.alloc(64)]),
    { mode: 0o755 },
  );
  await writeFile(join(runtime, 'version'), '45.4.1');
  await mkdir(join(runtime, 'locales'));
  await writeFile(join(runtime, 'locales/en-US.pak'), '');
  await cp(join(root, 'desktop/icons/icon.png'), join(runtime, 'resources/icon.png'));
  const output = join(folder, 'out');
  await run(
    join(root, 'node_modules/.bin/electron-builder'),
    [
      '--linux',
      'dir',
      '--config',
      'electron-builder.yml',
      `-c.electronDist=${runtime}`,
      `-c.directories.output=${output}`,
    ],
    { cwd: root, env: { ...process.env, CI: '1' } },
  );
  const [unpacked] = (await readdir(output)).filter((name) => name.endsWith('-unpacked'));
  const asar = join(output, unpacked!, 'resources/app.asar');
  const files = listPackage(asar, { isPack: false }).map((file) => file.replaceAll('\\', '/'));
  const folders = new Set([
    '/desktop',
    '/desktop/dist',
    '/desktop/dist/main',
    '/desktop/dist/preload',
    '/desktop/dist/renderer',
    '/desktop/dist/renderer/assets',
  ]);
  const unexpectedFiles = files.filter(
    (file) =>
      !folders.has(file) &&
      file !== '/package.json' &&
      !/^\/desktop\/dist\/(main\/[\w-]+\.js|preload\/preload\.cjs|renderer\/(index\.html|(?:tray|badge|trayTemplate|trayTemplate@2x)\.png|tray\.ico|layers\.css|assets\/[\w.-]+\.(js|css|woff2|svg|png)))$/.test(
        file,
      ),
  );
  expect(unexpectedFiles).toEqual([]);
  for (const needed of [
    '/desktop/dist/main/index.js',
    '/desktop/dist/main/csv-worker.js',
    '/desktop/dist/preload/preload.cjs',
    '/desktop/dist/renderer/index.html',
  ])
    expect(files).toContain(needed);
  const { size } = await stat(asar);
  console.log(`The app without its runtime: ${files.length} files, ${(size / 1e6).toFixed(1)} MB`);
  expect(size).toBeLessThan(12_000_000);
  await rm(folder, { recursive: true, force: true });
});
