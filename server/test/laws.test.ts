import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const features = [
  'listings',
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
];

function files(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter(
      (entry) =>
        entry.isFile() && /\.tsx?$/.test(entry.name) && !/(^|\/)(dist|node_modules)(\/|$)/.test(entry.parentPath),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

interface Import {
  from: string;
  to: string;
}

/** Repository path of what a file imports, or the bare name of a package. */
function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const found = [
    ...source.matchAll(
      /(?:^|[\s;])(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g,
    ),
  ];
  return found.map((match) => {
    const spec = (match[1] ?? match[2])!;
    const to = spec.startsWith('.')
      ? relative(root, resolve(root, dirname(file), spec))
      : spec.replace(/^#contract\//, 'server/contract/').replace(/^#(ui|server|web|desktop)\//, '$1/');
    return { from: file, to };
  });
}

const isTest = (file: string) =>
  /\.test\.tsx?$/.test(file) || /^(server\/test|web\/e2e|desktop\/e2e|desktop\/security)\//.test(file);
const all = ['server', 'ui', 'web', 'desktop', 'bench'].flatMap((folder) => {
  try {
    return files(folder);
  } catch {
    return [];
  }
});
const everything = all.flatMap(importsOf);
const code = everything.filter(({ from }) => !isTest(from));
const breaches = (of: (i: Import) => boolean, among = code) =>
  among.filter(of).map(({ from, to }) => `${from} -> ${to}`);

describe('who may import whom', () => {
  it('reads the whole house', () => {
    expect(all.length).toBeGreaterThan(60);
    expect(code.some(({ from, to }) => from.startsWith('ui/') && to.startsWith('server/contract/'))).toBe(true);
  });

  it('contract imports only zod and itself', () => {
    expect(
      breaches(
        ({ from, to }) => from.startsWith('server/contract/') && to !== 'zod' && !to.startsWith('server/contract/'),
      ),
    ).toEqual([]);
  });

  it('ui takes nothing of the server but its contract, and nothing of a door', () => {
    expect(
      breaches(
        ({ from, to }) =>
          from.startsWith('ui/') &&
          ((to.startsWith('server/') && !to.startsWith('server/contract/')) || /^(web|desktop)\//.test(to)),
      ),
    ).toEqual([]);
  });

  it('ui names no module of a host, in its tests neither', () => {
    const host = /^(node:|electron$|express|knex|pg$|pg-)/;
    expect(breaches(({ from, to }) => from.startsWith('ui/') && host.test(to), everything)).toEqual([]);
  });

  it('server never imports ui or a door', () => {
    expect(breaches(({ from, to }) => from.startsWith('server/') && /^(ui|web|desktop)\//.test(to))).toEqual([]);
  });

  it('the kit knows no feature', () => {
    const feature = new RegExp(`^(ui|server)/(${features.join('|')}|app|platform|contract)/`);
    expect(
      breaches(({ from, to }) => from.startsWith('ui/kit/') && !from.startsWith('ui/kit/gallery/') && feature.test(to)),
    ).toEqual([]);
  });

  it('features of the server meet only outside their queries', () => {
    expect(
      breaches(({ from, to }) => {
        const theirs = /^server\/(\w+)\/(?:\w+\/)?queries[\w-]*\.ts$/.exec(to)?.[1];
        return (
          theirs !== undefined &&
          !from.startsWith(`server/${theirs}/`) &&
          from.startsWith('server/') &&
          !from.startsWith('server/db/')
        );
      }),
    ).toEqual([]);
  });

  it('http and db stand below the features', () => {
    const feature = new RegExp(`^server/(${features.join('|')})/`);
    expect(breaches(({ from, to }) => from.startsWith('server/http/') && feature.test(to))).toEqual([]);
  });

  it('desktop/main stays clear of ui, and policy of electron', () => {
    expect(
      breaches(({ from, to }) => /^desktop\/(main|preload|policy|bridge|offline)\//.test(from) && to.startsWith('ui/')),
    ).toEqual([]);
    expect(breaches(({ from, to }) => from.startsWith('desktop/policy/') && to === 'electron')).toEqual([]);
  });

  it('every endpoint is written so that the browser bundle can take its method and path', () => {
    const contracts = files('server/contract').filter(
      (file) => !isTest(file) && file !== 'server/contract/endpoint.ts',
    );
    const odd = contracts.filter((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      const calls = source.match(/\bendpoint\(/g)?.length ?? 0;
      const plain = source.match(/export const \w+ = endpoint\(\s*'\w+',\s*'[^']+'/g)?.length ?? 0;
      return calls !== plain;
    });
    expect(odd).toEqual([]);
  });
});
