import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
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

it('deletes the files of a server that was killed a moment ago at the next start', async () => {
  const { upload, kill } = await startUpload();
  expect(await listUploads()).toContain(upload);
  await deleteAbandonedUploads(app.deps.config.DATA_DIR);
  expect(await listUploads()).toContain(upload);
  await kill();
  await deleteAbandonedUploads(app.deps.config.DATA_DIR);
  expect(await listUploads()).not.toContain(upload);
  expect(await listUploads()).toContain('running.csv');
});

/** Receives an upload in another process, which holds it until it is killed. */
async function startUpload(): Promise<{ upload: string; kill(): Promise<unknown> }> {
  const script = `
    import { Readable } from 'node:stream';
    import { spoolUpload } from '#server/bulk/read/spool.ts';
    const { path } = await spoolUpload(Readable.from([Buffer.from('name\\nAda\\n')]), 'a.csv', process.argv[1]);
    console.log(path);
    setInterval(() => {}, 1_000);`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script, app.deps.config.DATA_DIR];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { upload: basename(line.toString().trim()), kill };
}
