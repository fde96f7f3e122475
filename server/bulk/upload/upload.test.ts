import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { deleteAbandonedUploads } from '../read/spool.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  ({ token } = await app.signIn({ role: 'admin' }));
});
afterAll(() => app.stop());

const folder = () => join(app.deps.config.DATA_DIR, 'uploads');
const listUploads = () => readdir(folder()).catch(() => []);

it.each(['/api/admin/import-csv', '/api/admin/imports'])('a refused mapping leaves no file (%s)', async (path) => {
  for (const mapping of ['{', '[]', '{"name":1}', '"name"']) {
    const form = new FormData();
    form.append('mapping', mapping);
    form.append('csvFile', new Blob(['name,city\nAda,Austin\n']), 'a.csv');
    const response = await fetch(app.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    expect([response.status, await listUploads()]).toEqual([400, []]);
  }
});

it('deletes the files of a killed server, and keeps those of running imports', async () => {
  await mkdir(folder(), { recursive: true });
  await writeFile(join(folder(), 'running.csv'), 'x');
  await writeFile(join(folder(), 'abandoned.csv'), 'x');
  const longAgo = new Date(Date.now() - 7 * 3_600_000);
  await utimes(join(folder(), 'abandoned.csv'), longAgo, longAgo);
  await deleteAbandonedUploads(app.deps.config.DATA_DIR);
  expect(await listUploads()).toEqual(['running.csv']);
});
