import { load } from 'js-yaml';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/base/config.ts';
import { listFiles, listRootFiles, readSource } from './source-files.ts';

interface Workflow {
  on: object;
  jobs: Record<string, { steps: { run?: string; uses?: string }[] }>;
}

const root = new URL('../../../', import.meta.url);
const { scripts } = JSON.parse(readSource('package.json')) as { scripts: Record<string, string> };
const workflows = readdirSync(new URL('.github/workflows/', root)).map((name) => `.github/workflows/${name}`);
const loadWorkflow = (file: string) => load(readSource(file)) as Workflow;

describe('workflows', () => {
  it.each(workflows)('%s is valid YAML with jobs that do something', (file) => {
    const { on, jobs } = loadWorkflow(file);
    expect(on).toBeTruthy();
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    expect(steps.length).toBeGreaterThan(3);
    for (const step of steps) expect(Boolean(step.run) !== Boolean(step.uses), JSON.stringify(step)).toBe(true);
  });

  it('run only scripts and files that exist', () => {
    const documents = [...listRootFiles(/\.md$/), ...listFiles(['docs'], /\.md$/)].map(readSource);
    const commands = workflows.flatMap((file) =>
      Object.values(loadWorkflow(file).jobs).flatMap((job) => job.steps.map(({ run }) => run ?? '')),
    );
    const names = [...commands, ...documents].flatMap((text) =>
      [...text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name!),
    );
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
    const configs = commands.flatMap((command) => [...command.matchAll(/--config (\S+)/g)].map(([, file]) => file!));
    expect(
      [...configs, '.ci/run', '.ci/run.mjs'].filter((file) => !existsSync(fileURLToPath(new URL(file, root)))),
    ).toEqual([]);
  });
});

describe('package.json', () => {
  it('names only files that exist', () => {
    const files = Object.values(scripts).flatMap((script) => script.match(/[\w./-]+\.(?:m?js|ts|yml)\b/g) ?? []);
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => !existsSync(fileURLToPath(new URL(file, root))))).toEqual([]);
  });
});

describe('.env.example', () => {
  const example = readSource('.env.example').replace(/^#(?=[A-Z0-9_]+=)/gm, '');

  it('lists exactly the settings of the server', () => {
    const declarations = /^const variables = \{$([\s\S]*?)^\};$/m.exec(readSource('server/base/config.ts'))![1]!;
    const settings = [...declarations.matchAll(/^ {2}([A-Z0-9_]+):/gm)].map(([, name]) => name!);
    expect(settings.length).toBeGreaterThan(30);
    expect(Object.keys(parseEnv(example)).toSorted()).toEqual(settings.toSorted());
  });

  it('has values that the server accepts', () => {
    expect(() => readConfig(parseEnv(example))).not.toThrow();
  });
});
