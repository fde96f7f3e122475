// Says whether web/dist, with the website and the server, was built from the current sources. `npm run build` runs this file to say so, and
// `npm start` builds only when it isn't.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pathTo, read, root } from './install.mjs';

const stamp = pathTo('web', 'dist', '.enamel-build');

function* findSources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (['node_modules', 'dist', 'e2e', 'test'].includes(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* findSources(path);
    else if (entry.isFile()) yield path;
  }
}

/** Null for a packaged server, which has the bundle without its sources. */
function hashSources() {
  const folders = ['ui', 'web', 'server'].map((name) => pathTo(name));
  if (!folders.every((folder) => existsSync(folder))) return null;
  const hash = createHash('sha256');
  for (const file of [
    ...folders.flatMap((folder) => [...findSources(folder)]),
    pathTo('package.json'),
    pathTo('package-lock.json'),
  ]) {
    hash
      .update(relative(root, file))
      .update('\0')
      .update(read(file) ?? '')
      .update('\0');
  }
  return hash.digest('hex');
}

export function isBuilt() {
  const hash = hashSources();
  return hash === null || read(stamp) === hash;
}

export const removeStamp = () => rmSync(stamp, { force: true });

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  mkdirSync(pathTo('web', 'dist'), { recursive: true });
  writeFileSync(stamp, hashSources() ?? '');
}
