import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

let root: string;
let children: ChildProcess[] = [];
const write = (file: string, text: string): Promise<void> => writeFile(join(root, file), text);
const npmCalls = async (): Promise<string[]> =>
  (await readFile(join(root, 'calls'), 'utf8').catch(() => '')).split('\n').filter(Boolean);

/** A minimal clone: the real start script, a fake npm, and a server of a few lines. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'enamel-start-'));
  for (const folder of ['server/base', 'server/contract', 'server/shared', 'ui', 'web', 'node_modules'])
    await mkdir(join(root, folder), { recursive: true });
  for (const file of ['start.mjs', 'install.mjs', 'bundle.mjs', 'build-stamp.mjs'])
    await copyFile(fileURLToPath(new URL(file, import.meta.url)), join(root, 'server', file));
  for (const name of ['tsx', 'esbuild'])
    await symlink(fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url)), join(root, 'node_modules', name));
  await write('package.json', '{ "type": "module" }');
  await write('package-lock.json', '{ "packages": { "": {}, "node_modules/a": { "version": "1.0.0" } } }');
  await write('node_modules/.package-lock.json', '{ "packages": { "node_modules/a": { "version": "1.0.0" } } }');
  await write('ui/page.ts', 'export const page = 1;');
  await write(
    'server/base/config.ts',
    `export const readConfig = (env: NodeJS.ProcessEnv) => { if (env.PORT === 'x') throw new Error('PORT must be a whole number.'); };`,
  );
  await write(
    'server/main.ts',
    `const said: string = 'main runs'; await (globalThis as { websiteBuild?: unknown }).websiteBuild; console.log(said);`,
  );
  await write(
    'npm-cli.js',
    `import { appendFileSync } from 'node:fs';
     appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n');
     if (process.env.BREAK === process.argv[2]) { console.error('it broke here'); process.exit(1); }
     if (process.argv[2] === 'run') {
       const { execFileSync } = await import('node:child_process');
       for (const file of ['bundle', 'build-stamp']) execFileSync(process.execPath, ['server/' + file + '.mjs']);
     }`,
  );
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
});

function launch(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): { child: ChildProcess; said: () => string } {
  const child = spawn(command, args, {
    cwd: root,
    env: { PATH: process.env.PATH, npm_execpath: join(root, 'npm-cli.js'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { child, said: () => text };
}

async function start(env?: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const { child, said } = launch(process.execPath, ['server/start.mjs'], env);
  await once(child, 'close');
  return { code: child.exitCode, said: said() };
}

async function hear(said: () => string, words: string): Promise<void> {
  for (const end = Date.now() + 10_000; !said().includes(words); await new Promise((done) => setTimeout(done, 20))) {
    if (Date.now() > end) throw new Error(`never said "${words}": ${said()}`);
  }
}

test('builds once when sources are stale and keeps a matching install', async () => {
  expect(await start()).toEqual({
    code: 0,
    said: expect.stringMatching(/^Building the website \.\.\.\nBuilding the website: done in .* s\nmain runs\n$/),
  });
  expect(await npmCalls()).toEqual(['run build']);
  await write('ui/page.test.ts', 'a test is no part of the bundle');
  expect(await start()).toEqual({ code: 0, said: 'main runs\n' });
  await write('ui/page.ts', 'export const page = 2;');
  await start();
  expect(await npmCalls()).toEqual(['run build', 'run build']);
  await write(
    'server/main.ts',
    `await (globalThis as { websiteBuild?: unknown }).websiteBuild; console.log('new code runs');`,
  );
  expect((await start()).said).toMatch(/new code runs\n$/);
});

test('builds nothing with a wrong setting', async () => {
  expect(await start({ PORT: 'x' })).toEqual({ code: 1, said: 'PORT must be a whole number.\n' });
  expect(await npmCalls()).toEqual([]);
});

test('starts from a folder that it may not write, once someone has built there', async () => {
  const { child } = launch(process.execPath, ['npm-cli.js', 'run', 'build']);
  await once(child, 'close');
  expect(await start()).toEqual({ code: 0, said: 'main runs\n' });
  expect(await npmCalls()).toEqual(['run build']);
});

test('installs when the lock file changes', async () => {
  await write('package-lock.json', '{ "packages": { "": {}, "node_modules/a": { "version": "2.0.0" } } }');
  await start();
  await start();
  expect(await npmCalls()).toEqual(['ci --no-audit --no-fund --loglevel=error --omit=dev', 'run build']);
});

test('installs development packages only for tests and the console, and keeps them once installed', async () => {
  const lock = (version: string) =>
    `{ "packages": { "": {}, "node_modules/a": { "version": "${version}" }, "node_modules/t": { "version": "1.0.0", "dev": true } } }`;
  await write('package-lock.json', lock('1.0.0'));
  await start();
  expect(await npmCalls()).toEqual(['run build']);
  const installAll = async () => {
    const { child } = launch(process.execPath, ['server/install.mjs']);
    await once(child, 'close');
    return child.exitCode;
  };
  expect(await installAll()).toBe(0);
  const everything = 'ci --no-audit --no-fund --loglevel=error';
  expect(await npmCalls()).toEqual(['run build', everything]);
  await write('node_modules/.package-lock.json', lock('1.0.0'));
  expect(await installAll()).toBe(0);
  await start();
  expect(await npmCalls()).toHaveLength(2);
  await write('package-lock.json', lock('2.0.0'));
  await start();
  expect((await npmCalls()).slice(2)).toEqual([everything, 'run build']);
});

test('prints a failed build, starts nothing, and retries on the next start', async () => {
  const failed = await start({ BREAK: 'run' });
  expect(failed.code).toBe(1);
  expect(failed.said).toContain('it broke here\n\n"npm run build" failed');
  expect(failed.said).not.toContain('main runs');
  expect((await start()).said).toContain('main runs');
});

test('runs exit handlers on a signal that arrives before the server handles it', async () => {
  await write(
    'server/main.ts',
    `process.on('exit', () => console.log('left in order')); console.log('up'); setInterval(() => {}, 1e6);`,
  );
  const { child, said } = launch(process.execPath, ['server/start.mjs']);
  await hear(said, 'up');
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(child.exitCode).toBe(143);
  expect(said()).toContain('left in order');
});

const SERVER = `for (const s of ['SIGINT', 'SIGTERM'] as const) process.on(s, () => { console.log('stop on ' + s); setTimeout(() => process.exit(0), 100); });
  console.log('up'); setInterval(() => {}, 1e6);`;

test("leaves signals to the server's own handlers once they exist", async () => {
  await write('server/main.ts', SERVER);
  for (const [signal, heard] of [
    ['SIGINT', 'SIGINT'],
    ['SIGHUP', 'SIGTERM'],
  ] as const) {
    const { child, said } = launch(process.execPath, ['server/start.mjs']);
    await hear(said, 'up');
    child.kill(signal);
    await once(child, 'close');
    expect(child.exitCode).toBe(0);
    expect(said()).toContain(`stop on ${heard}`);
  }
});

test.skipIf(process.platform === 'win32')('a server whose npm shell died is stopped', async () => {
  await write('server/main.ts', SERVER);
  const { child, said } = launch('sh', ['-c', `"${process.execPath}" server/start.mjs; true`], {
    npm_lifecycle_event: 'start',
  });
  await hear(said, 'up');
  child.kill('SIGTERM');
  // The pipe closes when the last process that holds it exits.
  await once(child, 'close');
  expect(said()).toContain('stop on SIGTERM');
});
