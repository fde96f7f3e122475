import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installUpdate } from './install-update.ts';

let folder: string;
let actions: string[];
let problem: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enamel-install-'));
  actions = [];
  problem = '';
});
afterEach(() => rm(folder, { recursive: true }));

const system = (appImage?: string) => ({
  appImage,
  restartWith: (path: string) => void actions.push(`restart ${path}`),
  openPath: async (path: string) => (actions.push(`open ${path}`), problem),
});

it('replaces the running AppImage with an executable file', async () => {
  const [running, fetched] = [join(folder, 'Enamel.AppImage'), join(folder, 'Enamel-0.2.0.AppImage')];
  await writeFile(running, 'old', { mode: 0o700 });
  await writeFile(fetched, 'new', { mode: 0o600 });
  await installUpdate(fetched, system(running));
  expect(await readFile(running, 'utf8')).toBe('new');
  expect((await stat(running)).mode & 0o777).toBe(0o755);
  expect((await readdir(folder)).toSorted()).toEqual(['Enamel-0.2.0.AppImage', 'Enamel.AppImage']);
  expect(actions).toEqual([`restart ${running}`]);
});

it('opens other installers, and reports errors of the system', async () => {
  await installUpdate('/updates/enamel.deb', system('/opt/Enamel.AppImage'));
  await installUpdate('/updates/Enamel.AppImage', system());
  expect(actions).toEqual(['open /updates/enamel.deb', 'open /updates/Enamel.AppImage']);
  problem = 'No application knows this file.';
  await expect(installUpdate('/updates/enamel.deb', system())).rejects.toThrow(problem);
});
