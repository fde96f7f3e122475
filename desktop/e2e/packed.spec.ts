import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { listPackage } from '@electron/asar';
import { chromium, expect, test } from '@playwright/test';
import { approveByKey } from './harness/decisions.ts';
import { test as consoleTest } from './harness/fixtures.ts';
import { dispatchDrop } from './harness/tested-console.ts';
import { serveUpdate } from './harness/update-feed.ts';

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

const packed = join(root, 'desktop/dist/packed');
const executables: Partial<Record<NodeJS.Platform, string>> = {
  darwin: `mac${process.arch === 'arm64' ? '-arm64' : ''}/Enamel.app/Contents/MacOS/Enamel`,
  linux: 'linux-unpacked/enamel',
  win32: 'win-unpacked/Enamel.exe',
};
const DEBUGGING_PORT = 9_333;

// Fuses of a packed app refuse Playwright's own way into Electron, so the test drives its window over a debugging port.
consoleTest(
  'the packed app starts, reads a dropped file, sends a decision, and quits, or updates itself',
  { tag: '@chromium' },
  async ({ staff, claims, db, baseURL }) => {
    consoleTest.skip(!process.env.CONSOLE_PACKED, 'CONSOLE_PACKED=1 runs this after `npm run desktop:pack -- --dir`');
    const folder = await mkdtemp(join(tmpdir(), 'enamel-packed-'));
    const file = join(folder, 'people.csv');
    await writeFile(file, 'name,city\nAnn Poe,Boston\n');
    const who = await staff();
    const [claimId] = (await claims(1)) as [number];
    // Only an AppImage updates itself without a signature.
    const canUpdate = process.platform === 'linux';
    const appImage = join(folder, 'Enamel.AppImage');
    await writeFile(appImage, 'the running version');
    const feed = canUpdate ? await serveUpdate('99.0.0') : null;
    const child = spawn(join(packed, executables[process.platform]!), [`--remote-debugging-port=${DEBUGGING_PORT}`], {
      stdio: 'inherit',
      env: { ...process.env, ...(canUpdate && { APPIMAGE: appImage }) },
    });
    const exited = once(child, 'exit');
    try {
      const connect = () => chromium.connectOverCDP(`http://127.0.0.1:${DEBUGGING_PORT}`);
      await expect(async () => (await connect()).close()).toPass({ timeout: 30_000 });
      const browser = await connect();
      const findPage = () => browser.contexts()[0]?.pages()[0];
      await expect.poll(() => findPage()?.url()).toMatch(/^app:/);
      const page = findPage()!;
      await page.getByLabel('Server').fill(baseURL!);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Email').fill(who.email);
      await page.getByLabel('Password', { exact: true }).fill(who.password);
      // This run has no keyring, and Chromium's own key is public.
      if (process.platform === 'linux') await expect(page.getByText(/no secure key storage/)).toBeVisible();
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible();
      if (canUpdate) {
        await page.getByRole('button', { name: 'Download' }).click();
        await expect(page.getByRole('button', { name: 'Restart and install' })).toBeVisible();
        await page.getByRole('button', { name: 'Later' }).click();
      }
      await dispatchDrop(page, [file]);
      await expect(page.getByRole('cell', { name: /^Ann Poe/ })).toBeVisible();
      await page.getByRole('link', { name: /^Claim Requests/ }).click();
      await page.getByRole('region', { name: /^Claim for/ }).waitFor();
      await approveByKey(page);
      const status = async () => ((await db('claimRequests').where({ id: claimId }).first('status')) as { status: string }).status; // prettier-ignore
      await expect.poll(status, { timeout: 40_000 }).toBe('approved');
      // Elsewhere than on macOS the console quits with its last window.
      if (canUpdate)
        await page.evaluate(() => (window as unknown as { enamel: { update(step: string): unknown } }).enamel.update('restart')).catch(() => {}); // prettier-ignore
      else if (process.platform === 'darwin') child.kill();
      else await page.evaluate(() => window.close()).catch(() => {});
      expect((await exited)[0]).toBe(0);
      if (canUpdate) await expect.poll(() => readdir(folder)).toContain('started');
    } finally {
      feed?.close();
      if (child.exitCode === null) child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  },
);
