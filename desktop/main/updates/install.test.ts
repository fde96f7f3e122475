import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { install } from './install.ts';

let folder: string;
let done: string[];
let problem: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enamel-install-'));
  done = [];
  problem = '';
});
afterEach(() => rm(folder, { recursive: true }));

const system = (appImage?: string) => ({
  appImage,
  restartWith: (path: string) => void done.push(`restart ${path}`),
  openPath: async (path: string) => (done.push(`open ${path}`), problem),
});

it('an AppImage takes the place of the one that runs, and can be run', async () => {
  const [running, fetched] = [join(folder, 'Enamel.AppImage'), join(folder, 'Enamel-0.2.0.AppImage')];
  await writeFile(running, 'old', { mode: 0o700 });
  await writeFile(fetched, 'new', { mode: 0o600 });
  await install(fetched, system(running));
  expect(await readFile(running, 'utf8')).toBe('new');
  expect((await stat(running)).mode & 0o777).toBe(0o755);
  expect((await readdir(folder)).toSorted()).toEqual(['Enamel-0.2.0.AppImage', 'Enamel.AppImage']);
  expect(done).toEqual([`restart ${running}`]);
});

it('what the system installs is opened, and what it says against that is told', async () => {
  await install('/updates/enamel.deb', system('/opt/Enamel.AppImage'));
  await install('/updates/Enamel.AppImage', system());
  expect(done).toEqual(['open /updates/enamel.deb', 'open /updates/Enamel.AppImage']);
  problem = 'No application knows this file.';
  await expect(install('/updates/enamel.deb', system())).rejects.toThrow(problem);
});
