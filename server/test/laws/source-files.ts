import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Paths of the repository's files, relative to its root and with forward slashes. */
export function listFiles(folders: readonly string[], pattern: RegExp): string[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !/(^|\/)(dist|node_modules|test-results|playwright-report)\//.test(file))
    .toSorted();
}

/** Files directly in the root folder. */
export const listRootFiles = (pattern: RegExp): string[] =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => entry.name)
    .toSorted();

export const readSource = (file: string): string => readFileSync(join(root, file), 'utf8');

export const sourceFolders = ['server', 'ui', 'web', 'desktop', 'bench'] as const;

export const isTestFile = (file: string): boolean =>
  /\.(test|spec)\.tsx?$/.test(file) || /^(server\/test|web\/e2e|desktop\/e2e|desktop\/security)\//.test(file);

export interface Import {
  from: string;
  /** The imported file, relative to the root, or the name of a package. */
  to: string;
  /** True for `import()`. */
  dynamic: boolean;
}

const importPattern =
  /(?:^|[\s;])(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g;

export function findImports(file: string): Import[] {
  const source = readSource(file).replace(/\/\*[\s\S]*?\*\//g, '');
  return [...source.matchAll(importPattern)].map(([, staticName, dynamicName]) => {
    const name = (staticName ?? dynamicName)!;
    const to = name.startsWith('.')
      ? relative(root, resolve(root, dirname(file), name)).replaceAll('\\', '/')
      : name.replace(/^#(contract|shared)\//, 'server/$1/').replace(/^#(ui|server)\//, '$1/');
    return { from: file, to, dynamic: staticName === undefined };
  });
}
