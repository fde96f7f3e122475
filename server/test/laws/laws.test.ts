import { describe, expect, it } from 'vitest';
import { findCycles } from './cycles.ts';
import { findImports, isTestFile, listFiles, readSource, sourceFolders, type Import } from './source-files.ts';

const features = [
  'listings',
  'directory',
  'accounts',
  'claims',
  'billing',
  'articles',
  'places',
  'insights',
  'bulk',
  'ads',
  'settings',
  'site',
  'audit',
  'appointments',
  'calls',
  'dashboard',
  'tables',
  'home',
  'inbox',
];

/** Folders of server and ui that every feature may use, and that may use features. */
const sharedFolders = new Set(['contract', 'shared', 'base', 'test', 'kit', 'app', 'admin']);

const sourceFiles = listFiles(sourceFolders, /\.tsx?$/);
const allImports = sourceFiles.flatMap(findImports);
const codeImports = allImports.filter(({ from }) => !isTestFile(from));
const findBreaches = (isBreach: (i: Import) => boolean, imports = codeImports) =>
  imports.filter(isBreach).map(({ from, to }) => `${from} -> ${to}`);

function groupByFile(): Map<string, string[]> {
  const files = new Set(sourceFiles);
  const edges = new Map<string, string[]>(sourceFiles.map((file) => [file, []]));
  for (const { from, to, dynamic } of allImports) if (!dynamic && files.has(to)) edges.get(from)!.push(to);
  return edges;
}

/** Imports between feature folders, with the files as labels. */
function groupByFeature(app: 'server' | 'ui'): Map<string, Map<string, string[]>> {
  const featureOf = (file: string) => {
    const folder = new RegExp(`^${app}/([\\w-]+)/`).exec(file)?.[1];
    return folder && !sharedFolders.has(folder) ? `${app}/${folder}` : null;
  };
  const edges = new Map<string, Map<string, string[]>>();
  for (const { from, to, dynamic } of codeImports) {
    const source = featureOf(from);
    const target = featureOf(to);
    if (dynamic || !source || !target || source === target) continue;
    const targets = edges.get(source) ?? new Map<string, string[]>();
    edges.set(source, targets.set(target, [...(targets.get(target) ?? []), `${from} -> ${to}`]));
  }
  return edges;
}

describe('import rules', () => {
  it('cover every source folder', () => {
    expect(sourceFiles.length).toBeGreaterThan(500);
    expect(codeImports.some(({ from, to }) => from.startsWith('ui/') && to.startsWith('server/contract/'))).toBe(true);
  });

  it('let shared import only itself, and the contract only zod, shared, and itself', () => {
    expect(
      findBreaches(({ from, to }) => from.startsWith('server/shared/') && !to.startsWith('server/shared/')),
    ).toEqual([]);
    expect(
      findBreaches(
        ({ from, to }) => from.startsWith('server/contract/') && !/^(zod$|server\/(contract|shared)\/)/.test(to),
      ),
    ).toEqual([]);
  });

  it('let ui import only contract and shared of the server, and nothing of web or desktop', () => {
    expect(
      findBreaches(
        ({ from, to }) => from.startsWith('ui/') && /^(server\/(?!(contract|shared)\/)|web\/|desktop\/)/.test(to),
      ),
    ).toEqual([]);
  });

  it('keep Node, Electron, and server packages out of ui, including its tests', () => {
    const hostPackage = /^(node:|electron$|express|knex|pg$|pg-)/;
    expect(findBreaches(({ from, to }) => from.startsWith('ui/') && hostPackage.test(to), allImports)).toEqual([]);
  });

  it('keep ui, web, and desktop out of the server', () => {
    expect(findBreaches(({ from, to }) => from.startsWith('server/') && /^(ui|web|desktop)\//.test(to))).toEqual([]);
  });

  it('keep features out of the kit', () => {
    const feature = new RegExp(`^(ui|server)/(${features.join('|')}|app|base|admin|contract)/`);
    expect(
      findBreaches(
        ({ from, to }) => from.startsWith('ui/kit/') && !from.startsWith('ui/kit/gallery/') && feature.test(to),
      ),
    ).toEqual([]);
  });

  it('let a server feature import only the queries in its folder', () => {
    expect(
      findBreaches(({ from, to }) => {
        const owner = /^server\/(\w+)\/(?:\w+\/)?queries[\w-]*\.ts$/.exec(to)?.[1];
        return (
          owner !== undefined &&
          !from.startsWith(`server/${owner}/`) &&
          from.startsWith('server/') &&
          !from.startsWith('server/base/db/')
        );
      }),
    ).toEqual([]);
  });

  it('keep features out of http', () => {
    const feature = new RegExp(`^server/(${features.join('|')})/`);
    expect(findBreaches(({ from, to }) => from.startsWith('server/base/http/') && feature.test(to))).toEqual([]);
  });

  it('keep ui out of the console main process, and Electron out of its policy', () => {
    expect(
      findBreaches(
        ({ from, to }) => /^desktop\/(main|preload|policy|bridge|offline)\//.test(from) && to.startsWith('ui/'),
      ),
    ).toEqual([]);
    expect(findBreaches(({ from, to }) => from.startsWith('desktop/policy/') && to === 'electron')).toEqual([]);
  });

  it('forbid import cycles between files', () => {
    const cycles = findCycles(groupByFile()).map((files) => files.join(' '));
    expect(cycles).toEqual([]);
  });

  it.each(['server', 'ui'] as const)('forbid import cycles between features of %s', (app) => {
    const edges = groupByFeature(app);
    const cycles = findCycles(new Map([...edges].map(([feature, targets]) => [feature, targets.keys()])));
    // Each cycle is reported with the imports that form it.
    expect(
      cycles.map((cycle) => ({
        cycle,
        imports: cycle.flatMap((from) => cycle.flatMap((to) => edges.get(from)?.get(to) ?? [])),
      })),
    ).toEqual([]);
  });
});

describe('endpoint declarations', () => {
  it('spell method and path as literals, so the browser bundle can extract them', () => {
    const contracts = listFiles(['server/contract'], /\.ts$/).filter(
      (file) => !isTestFile(file) && file !== 'server/contract/endpoint.ts',
    );
    const unreadableContracts = contracts.filter((file) => {
      const source = readSource(file);
      const calls = source.match(/\bendpoint\(/g)?.length ?? 0;
      const literals = source.match(/export const \w+ = endpoint\(\s*'\w+',\s*'[^']+'/g)?.length ?? 0;
      return calls !== literals;
    });
    expect(unreadableContracts).toEqual([]);
  });
});
