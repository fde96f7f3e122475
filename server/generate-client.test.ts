import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { newApiKey } from './base/http/callers/api-key.ts';
import { hashToken } from './base/http/callers/token.ts';
import { testApp } from './test/app.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

/** A program that uses the types. The marked lines must not compile. */
const usage = `import { createDirectoryClient } from './client.ts';
const enamel = createDirectoryClient({ baseUrl: 'https://enamel.example', key: 'enk_' });
const { data } = await enamel.GET('/api/v1/practices', { params: { query: { pageSize: '10' } } });
export const phone: string | undefined = data?.items[0]?.practice?.facts.phone?.value;
// @ts-expect-error: a key can't make this call
await enamel.GET('/api/auth/me');
// @ts-expect-error: there is no such fact
export const shoe = data?.items[0]?.practice?.facts.shoeSize;
`;

it('the generated client compiles, and calls a running server with a key', { timeout: 120_000 }, async () => {
  await mkdir(join(root, 'dist'), { recursive: true });
  const folder = await mkdtemp(join(root, 'dist/client-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await run(process.execPath, ['--import', 'tsx', 'server/generate-client.ts', folder], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  await writeFile(join(folder, 'usage.ts'), usage);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const flags = '--ignoreConfig --noEmit --strict --skipLibCheck --target es2023 --module nodenext --allowImportingTsExtensions --types node'; // prettier-ignore
  const compiled = await run(process.execPath, [tsc, ...flags.split(' '), join(folder, 'usage.ts')], {
    cwd: root,
  }).catch(({ stdout }: { stdout: string }) => ({ stdout }));
  expect(compiled.stdout).toBe('');

  const app = await testApp();
  onTestFinished(() => app.stop());
  const { userId } = await app.signIn();
  const [key, createdAt] = [newApiKey(), app.deps.clock.now()];
  const expiresAt = new Date(createdAt.getTime() + 3_600_000);
  await app.deps.db('apiKeys').insert({ userId, name: 'Client', keyHash: hashToken(key), hint: 'hint', scopes: ['directory'], createdAt, expiresAt }); // prettier-ignore
  await app.deps.db('dentists').insert({ name: 'Ana Silva', phone: '(512) 555-0142' });
  // The client is typed above. Here the test only runs it.
  // oxlint-disable-next-line typescript/no-explicit-any
  const { createDirectoryClient } = (await import(join(folder, 'client.ts'))) as any;
  const enamel = createDirectoryClient({ baseUrl: app.url, key });
  const page = await enamel.GET('/api/v1/practices', { params: { query: { pageSize: '10' } } });
  expect(page.data.items.map((item: { practice: { facts: object } }) => item.practice.facts)).toMatchObject([
    { name: { value: 'Ana Silva' }, phone: { value: '(512) 555-0142' } },
  ]);
  const refused = await enamel.GET('/api/user/dentists');
  expect([refused.response.status, refused.error.error]).toEqual([403, 'scope_missing']);
});
