import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith('.ts'));
const sqlFiles = readdirSync(`${folder}/sql`).map((name) => name.replace(/\.sql$/, ''));

const sourceOf = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8');
const sqlFilesOf = (name: string): string[] =>
  sqlFiles.filter((file) =>
    new RegExp(`(?:sqlMigration\\((?:[^)]*, )?|runSql\\(knex, )'${file}'`).test(sourceOf(name)),
  );
const sqlOf = (name: string): string =>
  [sourceOf(name), ...sqlFilesOf(name).map((file) => readFileSync(`${folder}/sql/${file}.sql`, 'utf8'))].join('\n');

/** Returns a complaint for each function that is created twice, or replaced by the migration that creates it. */
function findRedefined(migrations: readonly { name: string; sql: string }[]): string[] {
  const creators = new Map<string, string>();
  return migrations.flatMap(({ name, sql }) =>
    [...sql.matchAll(/\bcreate (or replace )?function (?:public\.)?(\w+)/gi)].flatMap(([, replaces, routine]) => {
      const creator = creators.get(routine!);
      creators.set(routine!, creator ?? name);
      const isReplacement = replaces !== undefined && creator !== undefined && creator < name;
      return isReplacement || (replaces === undefined && creator === undefined) ? [] : [`${routine} in ${name}`];
    }),
  );
}

it('names every migration by its own timestamp', () => {
  for (const name of names) expect(name).toMatch(/^20\d{2}[01]\d[0-3]\d[0-2]\d[0-5]\d[0-5]\d_[a-z][a-z_]*\.ts$/);
  expect(new Set(names.map((name) => name.slice(0, 14))).size).toBe(names.length);
});

it('builds the first schema in at most ten migrations', () => {
  const firstMigrations = names.filter((name) => name < '20261124010000');
  expect(firstMigrations.length).toBeGreaterThan(0);
  expect(firstMigrations.length).toBeLessThanOrEqual(10);
});

it('runs every SQL file in exactly one migration', () => {
  expect(names.flatMap(sqlFilesOf).toSorted()).toEqual(sqlFiles.toSorted());
});

it('creates each SQL function once; only a later migration may replace it', () => {
  const migrations = names.toSorted().map((name) => ({ name, sql: sqlOf(name) }));
  expect(migrations.map(({ sql }) => sql).join('')).toContain('create function store_events');
  expect(findRedefined(migrations)).toEqual([]);
});

it('detects functions that are created twice', () => {
  const create = 'create function f() returns int';
  const replace = 'create or replace function f() returns int';
  expect(
    findRedefined([
      { name: '1', sql: create },
      { name: '2', sql: replace },
    ]),
  ).toEqual([]);
  expect(findRedefined([{ name: '1', sql: `${create}; ${replace}` }])).toEqual(['f in 1']);
  expect(
    findRedefined([
      { name: '1', sql: create },
      { name: '2', sql: create },
    ]),
  ).toEqual(['f in 2']);
  expect(findRedefined([{ name: '1', sql: replace }])).toEqual(['f in 1']);
});

const allSql = names.toSorted().map(sqlOf).join('\n');
const namesOf = (pattern: RegExp): string => [...allSql.matchAll(pattern)].map(([, name]) => name!).join('|');
const ourFunctions = namesOf(/\bcreate (?:or replace )?function (?:public\.)?(\w+)/gi);
const ourTables = namesOf(/\bcreate (?:unlogged )?table (?:public\.)?(\w+)/gi);

/** Returns the names in function bodies that an empty search path would not find. */
function findUnqualified(sql: string): string[] {
  const bodies = [...sql.matchAll(/\bcreate (?:or replace )?function (?:public\.)?(\w+)([^$]*)\$\$(.*?)\$\$/gis)];
  return bodies.flatMap(([, name, options, body]) => {
    if (/\bset search_path\b/i.test(options!)) return [];
    const code = body!.replaceAll(/--.*$/gm, '');
    const calls = code.matchAll(new RegExp(`(?<![\\w.'])(?:${ourFunctions})(?=\\()`, 'g'));
    const tables = code.matchAll(
      new RegExp(
        `\\b(?:from|join|into|update|using|table|truncate|on) (${ourTables})\\b(?![.(])|'(${ourTables})'::regclass`,
        'g',
      ),
    );
    return [
      ...[...calls].map(([call]) => `${call}() in ${name}()`),
      ...[...tables].map(([, plain, quoted]) => `${plain ?? quoted} in ${name}()`),
    ];
  });
}

it('qualifies every function and table in the bodies of functions, because a dump restores with an empty search path', () => {
  expect(ourFunctions.split('|').length).toBeGreaterThan(50);
  expect(findUnqualified(allSql)).toEqual([]);
});

it('detects names without a schema', () => {
  const create = (body: string, options = '') => `create function f() returns int ${options} as $$ ${body} $$;`;
  expect(findUnqualified(create('select slugify(name) from dentists'))).toEqual([
    'slugify() in f()',
    'dentists in f()',
  ]);
  expect(findUnqualified(create("select 'users'::regclass; update cities set x = 1"))).toEqual([
    'users in f()',
    'cities in f()',
  ]);
  expect(findUnqualified(create('select public.slugify(name) from public.dentists'))).toEqual([]);
  expect(findUnqualified(create('select slugify(name)', 'set search_path = public'))).toEqual([]);
});
