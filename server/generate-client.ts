import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scopeOf } from '#shared/accounts/api-calls.ts';
import { describeApi } from './base/http/openapi/openapi.ts';
import { allRoutes } from './routes.ts';

const client = [
  "import createClient, { type Client } from 'openapi-fetch';",
  "import type { paths } from './api.ts';",
  '',
  '/** A typed client for the calls that an API key can make. */',
  'export const createDirectoryClient = (options: { baseUrl: string; key: string }): Client<paths> =>',
  '  createClient<paths>({ baseUrl: options.baseUrl, headers: { authorization: `Bearer ${options.key}` } });',
  '',
].join('\n');

/** Writes a typed TypeScript client into a folder: `npm run client -- FOLDER`. */
const folder = resolve(process.argv[2] ?? 'dist/client');
const routes = allRoutes.filter(({ endpoint }) => scopeOf.has(`${endpoint.method} ${endpoint.path}`));
mkdirSync(folder, { recursive: true });
const description = join(folder, 'openapi.json');
writeFileSync(description, JSON.stringify(describeApi(routes, process.env.PUBLIC_URL ?? 'https://localhost')));
const cli = join(createRequire(import.meta.url).resolve('openapi-typescript'), '../../bin/cli.js');
const hook = fileURLToPath(new URL('base/http/openapi/typescript-5.mjs', import.meta.url));
execFileSync(process.execPath, ['--import', hook, cli, description, '--output', join(folder, 'api.ts')], {
  stdio: 'inherit',
  env: { ...process.env, NODE_OPTIONS: '' },
});
writeFileSync(join(folder, 'client.ts'), client);
console.log(`The client is in ${folder}.`);
