import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listMigrationFiles } from './base/db/migration-source.ts';
import { emptyDatabase, type FreshDatabase } from './test/programs/database.ts';
import { freePort } from './test/programs/nginx.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const moved = 'moved';
let folder: string;
let database: FreshDatabase;
let server: ChildProcess;

/** Bundles a copy of the server and moves it, because an image is built in one folder and may run in another. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enamel-bundle-'));
  const built = join(folder, 'built');
  await mkdir(join(built, 'web/dist/server'), { recursive: true });
  for (const path of ['server', 'package.json']) await cp(join(root, path), join(built, path), { recursive: true });
  await symlink(join(root, 'node_modules'), join(built, 'node_modules'));
  await promisify(execFile)(process.execPath, ['server/bundle.mjs'], { cwd: built });
  await writeFile(
    join(built, 'web/dist/server/entry-server.js'),
    'export const createSite = () => ({ render: async () => { throw new Error("no pages here"); } });',
  );
  await rename(built, join(folder, moved));
  database = await emptyDatabase();
});

afterAll(async () => {
  server?.kill('SIGKILL');
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

it('runs from one file, migrates an empty database, and reads the files of its source folders', async () => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  server = spawn(process.execPath, ['web/dist/server/main.js'], {
    cwd: join(folder, moved),
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, 'data'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout!, server.stderr!])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  for (
    const end = Date.now() + 50_000;
    !output.includes(`is ready at`);
    await new Promise((done) => setTimeout(done, 50))
  )
    if (Date.now() > end || server.exitCode !== null) throw new Error(`The server is not ready: ${output}`);
  expect(await database.db('schema_migrations').orderBy('name').pluck('name')).toEqual(listMigrationFiles());
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await fetch(`${url}/api/docs`)).status).toBe(200);
  server.kill('SIGTERM');
  await once(server, 'close');
  expect(server.exitCode).toBe(0);
}, 60_000);
