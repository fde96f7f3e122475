import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { freePort } from './test/programs/nginx.ts';

let folder: string;
let origin: string;
let clone: string;
let port: number;

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd,
    encoding: 'utf8',
  });
const readVersion = () => fetch(`http://127.0.0.1:${port}/readyz`).then((response) => response.text());

/** Programs of a small product, whose releases are broken where their version says so. */
const files: Record<string, string> = {
  'package.json': '{ "type": "module" }',
  'part/index.js': '',
  '.gitignore': 'node_modules/\ndist/\n.upgrade/\n',
  // Takes the place of npm, which needs two seconds a call.
  'bin/npm': `#!/bin/sh
    if [ "$1" = ci ]; then mkdir -p node_modules && ln -sfn ../part node_modules/part
    else node step.mjs "$2" "$4"; fi`,
  'step.mjs': `import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
    const version = readFileSync('version', 'utf8').trim();
    const step = process.argv[2];
    if (version.includes('bad ' + step)) { console.error('the ' + step + ' broke'); process.exit(1); }
    if (step === 'backup') writeFileSync(process.argv[3], version);
    if (step === 'build') { mkdirSync('web/dist', { recursive: true }); writeFileSync('web/dist/page', version); }
    if (step === 'build' && !existsSync('node_modules/part')) process.exit(1);
    appendFileSync(process.env.DATA_DIR + '/steps', step + ' ' + version + '\\n');`,
  'server.mjs': `import { createServer } from 'node:http';
    import { existsSync, readFileSync } from 'node:fs';
    const version = readFileSync('version', 'utf8').trim();
    const page = readFileSync('web/dist/page', 'utf8');
    if (version.includes('bad start') || page !== version || !existsSync('node_modules/part')) process.exit(1);
    createServer((req, res) => res.end(version)).listen(Number(process.env.PORT), '127.0.0.1');`,
  // Stops the old server before it starts the new one, as systemctl does.
  'restart.mjs': `import { spawn } from 'node:child_process';
    import { readFileSync, writeFileSync } from 'node:fs';
    try { process.kill(Number(readFileSync(process.env.DATA_DIR + '/pid', 'utf8')), 'SIGKILL'); } catch {}
    await new Promise((done) => setTimeout(done, 100));
    const server = spawn(process.execPath, ['server.mjs'], { stdio: 'ignore', detached: true });
    writeFileSync(process.env.DATA_DIR + '/pid', String(server.pid));
    server.unref();`,
};

async function release(tag: string, version: string): Promise<void> {
  await writeFile(join(origin, 'version'), version);
  git(origin, 'add', '-A');
  git(origin, 'commit', '-qm', tag);
  git(origin, 'tag', tag);
}

function upgrade(...args: string[]): Promise<{ code: number; output: string }> {
  const env = {
    PATH: `${join(clone, 'bin')}:${process.env.PATH}`,
    HOME: folder,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    UPGRADE_RESTART: 'node restart.mjs',
  };
  return new Promise((done) => {
    execFile(
      process.execPath,
      ['server/upgrade.mjs', ...args, '--wait=4'],
      { cwd: clone, env },
      (error, stdout, stderr) => done({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enamel-upgrade-'));
  origin = join(folder, 'origin');
  for (const path of ['server', 'part', 'bin']) await mkdir(join(origin, path), { recursive: true });
  git(origin, 'init', '-q');
  for (const [name, text] of Object.entries(files)) await writeFile(join(origin, name), text, { mode: 0o755 });
  for (const name of ['upgrade.mjs', 'install.mjs'])
    await copyFile(fileURLToPath(new URL(name, import.meta.url)), join(origin, 'server', name));
  await release('v1.0.0', 'one');
  await release('v2.0.0', 'two');
  await release('v2.1.0', 'bad start');
  await release('v2.2.0', 'bad build');
  await release('v2.3.0', 'bad migrate');
});

beforeEach(async () => {
  port = await freePort();
  clone = await mkdtemp(join(folder, 'clone-'));
  await mkdir(join(folder, 'data'), { recursive: true });
  git(folder, 'clone', '-q', '--no-tags', origin, clone);
  git(clone, 'fetch', '-q', 'origin', 'refs/tags/v1.0.0:refs/tags/v1.0.0');
  git(clone, 'checkout', '-q', 'v1.0.0');
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), PORT: String(port) };
  for (const args of [['ci'], ['run', 'build']]) execFileSync(join(clone, 'bin/npm'), args, { cwd: clone, env });
  execFileSync(process.execPath, ['restart.mjs'], { cwd: clone, env });
  await rm(join(folder, 'data/steps'));
});

afterEach(() => {
  process.kill(Number(readFileSync(join(folder, 'data/pid'), 'utf8')), 'SIGKILL');
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** The steps that ran, without the ones of the setup. */
const stepsOf = () => readFile(join(folder, 'data/steps'), 'utf8').catch(() => '');
const isClean = () => !existsSync(join(clone, '.upgrade')) && git(clone, 'status', '--porcelain') === '';

it('npm run upgrade backs up, builds, migrates, restarts, and waits until the release is ready', async () => {
  const { code, output } = await upgrade('v2.0.0');
  expect(output).toMatch(/The server runs v2\.0\.0\. Your backup is .*before-v2\.0\.0\.enamel\.\n$/);
  expect(code).toBe(0);
  expect(await readVersion()).toBe('two');
  expect(await stepsOf()).toBe('backup one\nbuild two\nmigrate two\n');
  expect(await readFile(join(folder, 'data/backups/before-v2.0.0.enamel'), 'utf8')).toBe('one');
  expect(isClean()).toBe(true);
  expect((await upgrade('v2.0.0')).output).toContain('This is v2.0.0 already.');
  expect((await upgrade('v1.0.0')).code).toBe(0);
  expect(await readVersion()).toBe('one');
});

it('npm run upgrade goes back to the earlier release if the new one doesn’t start', async () => {
  const { code, output } = await upgrade('v2.1.0');
  expect(output).toMatch(/readyz wasn't ready within 4 seconds: ECONNREFUSED/);
  expect(output).toMatch(/v2\.1\.0 didn't start, so the earlier release runs again\. Your backup is /);
  expect(code).toBe(1);
  expect(await readVersion()).toBe('one');
  expect(git(clone, 'describe', '--tags').trim()).toBe('v1.0.0');
  expect(await readFile(join(clone, 'web/dist/page'), 'utf8')).toBe('one');
  expect(isClean()).toBe(true);
});

it.each([
  ['v2.2.0', /the build broke[\s\S]*Nothing was changed\.\n$/],
  ['v2.3.0', /the migrate broke[\s\S]*The earlier release keeps running\. Your backup is /],
  ['v9.9.9', /couldn't find remote ref refs\/tags\/v9\.9\.9[\s\S]*Nothing was changed\.\n$/],
])('npm run upgrade -- %s fails before the running server is touched', async (tag, message) => {
  const pid = await readFile(join(folder, 'data/pid'), 'utf8');
  const { code, output } = await upgrade(tag);
  expect(output).toMatch(message);
  expect(code).toBe(1);
  expect(await readVersion()).toBe('one');
  expect(await readFile(join(folder, 'data/pid'), 'utf8')).toBe(pid);
  expect(isClean()).toBe(true);
});

it('npm run upgrade refuses a clone with changes', async () => {
  await writeFile(join(clone, 'version'), 'mine');
  const { code, output } = await upgrade('v2.0.0');
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringMatching(/^Commit or undo your changes first:\n ?M version/),
  });
  expect(await readFile(join(clone, 'version'), 'utf8')).toBe('mine');
});
