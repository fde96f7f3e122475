import { describe, expect, it } from 'vitest';
import { findCycles } from './cycles.ts';
import { findImports, isTestFile, listFiles, readSource, sourceFolders, type Import } from './source-files.ts';

const sourceFiles = listFiles(sourceFolders, /\.tsx?$/);
const allImports = sourceFiles.flatMap(findImports);
const codeImports = allImports.filter(({ from }) => !isTestFile(from));
const findBreaches = (isBreach: (i: Import) => boolean, imports = codeImports) =>
  imports.filter(isBreach).map(({ from, to }) => `${from} -> ${to}`);

/** The two children of a folder between which an import leads: "server", "claims", and "listings". */
function findStep({ from, to }: Import): { folder: string; source: string; target: string } | null {
  const [source, target] = [from.split('/'), to.split('/')];
  const depth = source.findIndex((name, index) => name !== target[index]);
  if (depth === -1) return null;
  return { folder: source.slice(0, depth).join('/'), source: source[depth]!, target: target[depth]! };
}

/** The circles between the children of any folder, files as well as folders, each with the imports that form it. */
function findCircles(): { folder: string; circle: string[]; imports: string[] }[] {
  const files = new Set(sourceFiles);
  const folders = new Map<string, Map<string, Map<string, string[]>>>();
  for (const edge of codeImports) {
    const step = files.has(edge.to) ? findStep(edge) : null;
    if (!step) continue;
    const children = folders.get(step.folder) ?? new Map<string, Map<string, string[]>>();
    const targets = children.get(step.source) ?? new Map<string, string[]>();
    targets.set(step.target, [...(targets.get(step.target) ?? []), `${edge.from} -> ${edge.to}`]);
    folders.set(step.folder, children.set(step.source, targets));
  }
  return [...folders].flatMap(([folder, children]) =>
    findCycles(new Map([...children].map(([child, targets]) => [child, targets.keys()]))).map((circle) => ({
      folder,
      circle,
      imports: circle.flatMap((from) => circle.flatMap((to) => children.get(from)?.get(to) ?? [])),
    })),
  );
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

  it('let the kit import only itself', () => {
    expect(
      findBreaches(
        ({ from, to }) => from.startsWith('ui/kit/') && /^(ui|server)\//.test(to) && !to.startsWith('ui/kit/'),
      ),
    ).toEqual([]);
  });

  it('let server code import only the queries of its own feature', () => {
    expect(
      findBreaches(({ from, to }) => {
        const owner = /^server\/([\w-]+)\/(?:[\w-]+\/)*queries[\w-]*\.ts$/.exec(to)?.[1];
        return owner !== undefined && from.startsWith('server/') && !from.startsWith(`server/${owner}/`);
      }),
    ).toEqual([]);
  });

  it('let base import nothing above it', () => {
    expect(
      findBreaches(
        ({ from, to }) =>
          from.startsWith('server/base/') && to.startsWith('server/') && !/^server\/(base|contract|shared)\//.test(to),
      ),
    ).toEqual([]);
    expect(
      findBreaches(
        ({ from, to }) => from.startsWith('ui/base/') && to.startsWith('ui/') && !/^ui\/(base|kit)\//.test(to),
      ),
    ).toEqual([]);
  });

  it('let only the entries import the roof', () => {
    const entry = /^(web\/entry-(client|server|dev)\.tsx|desktop\/renderer\/main\.tsx|ui\/app\/.*)$/;
    expect(findBreaches(({ from, to }) => to.startsWith('ui/app/') && !entry.test(from))).toEqual([]);
    const roof = /^server\/(app|boot|main|prepare|routes|schedule|signals)\.ts$/;
    expect(findBreaches(({ from, to }) => roof.test(to) && /^server\/.*\//.test(from))).toEqual([]);
  });

  it('keep ui out of the console main process, and Electron out of its policy', () => {
    expect(
      findBreaches(
        ({ from, to }) => /^desktop\/(main|preload|policy|bridge|offline)\//.test(from) && to.startsWith('ui/'),
      ),
    ).toEqual([]);
    expect(findBreaches(({ from, to }) => from.startsWith('desktop/policy/') && to === 'electron')).toEqual([]);
  });

  it('forbid circles between files and between folders, at any depth', () => {
    expect(findCircles()).toEqual([]);
  });
});

describe('SQL', () => {
  // Features keep their statements apart from decisions. Base, sample data, the payment sandbox, and the doctor are about the
  // database itself.
  const apart =
    /^server\/(base|sample|stripe-sandbox|doctor|test)\/|\/(queries[\w-]*|[\w-]+-tables?|staff-search)\.ts$|\/(migrations|test)\//;
  const statement =
    /[`'"]\s*(select\s[^`]+?\bfrom\b|select [\w.]+\(|insert into\s|update\s+[\w"$.{}]+\s+set\b|delete from\s|with\s+(recursive )?\w+\s+as\b|copy\s+[\w$(]+ |lock table|create (or replace|temp\w*|unlogged|table|index|unique)\s|alter table|drop (table|index)|truncate\s|analyze\b|vacuum\b)/i;

  it('of features is only in queries, tables of staff lists, and staff searches', () => {
    const files = listFiles(['server'], /\.ts$/).filter((file) => !isTestFile(file));
    expect(files.filter((file) => apart.test(file) && statement.test(readSource(file))).length).toBeGreaterThan(100);
    expect(files.filter((file) => !apart.test(file) && statement.test(readSource(file)))).toEqual([]);
  });
});

describe('exports', () => {
  it('are names that another file uses', () => {
    // Migrations, worker threads, and the built website are loaded by these names.
    const loadedByName = /^(up|runTask|createSite)$/;
    const readers = new Map<string, string>();
    const knexfile = findImports('knexfile.ts');
    for (const { from, to } of [...allImports, ...knexfile])
      readers.set(to, `${readers.get(to) ?? ''}\n${readSource(from)}`);
    const unused = sourceFiles
      .filter((file) => !isTestFile(file))
      .flatMap((file) => {
        const declarations = readSource(file).matchAll(/^export (?!default)(?:async )?(?:function\*?|\w+) (\w+)/gm);
        return [...declarations]
          .map(([, name]) => name!)
          .filter((name) => !loadedByName.test(name))
          .filter((name) => !new RegExp(`\\b${name}\\b`).test(readers.get(file) ?? ''))
          .map((name) => `${file} exports ${name}`);
      });
    expect(unused).toEqual([]);
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
