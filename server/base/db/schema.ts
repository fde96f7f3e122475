import { readFile } from 'node:fs/promises';
import type { Knex } from 'knex';
import { DatabaseProblem } from './database-problem.ts';
import { findMissingObjects, readSchema, type ObjectName, type SchemaObject } from './queries-schema.ts';

const SCHEMA_FILE = new URL('./schema.sql', import.meta.url);
const GENERATED = '-- The schema that the migrations create. "npm run schema" generates this file.\n';
const KINDS: readonly SchemaObject['kind'][] = ['extension', 'schema', 'type', 'function', 'table', 'index', 'statistics', 'trigger', 'comment']; // prettier-ignore

/** Writes a schema as SQL. Each table is followed by its indexes, triggers, and comments. */
export function formatSchema(objects: readonly SchemaObject[]): string {
  const sorted = objects.toSorted(
    (a, b) =>
      compare(a.tableName, b.tableName) || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || compare(a.name, b.name),
  );
  const statements = sorted.map(({ kind, sql }) => `${kind === 'function' || kind === 'table' ? '\n' : ''}${sql};\n`);
  return [GENERATED, ...statements].join('');
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const PATTERNS: Record<ObjectName['kind'], RegExp> = {
  table: /^create (?:unlogged )?table (\w+)/gm,
  function: /^CREATE OR REPLACE FUNCTION public\.(\w+)/gm,
  trigger: /^CREATE TRIGGER (\w+)/gm,
  index: /^CREATE (?:UNIQUE )?INDEX (\w+)/gm,
  constraint: /^ {2}constraint (\w+)/gm,
};

/** Lists the objects of `schema.sql` by name. */
export const listObjects = (schema: string): ObjectName[] =>
  (Object.keys(PATTERNS) as ObjectName['kind'][]).flatMap((kind) =>
    [...schema.matchAll(PATTERNS[kind])].map(([, name]) => ({ kind, name: name! })),
  );

/** Throws if the database lacks a part of the schema, such as after a restore that failed halfway. */
export async function rejectIncompleteSchema(db: Knex): Promise<void> {
  const missing = await findMissingObjects(db, listObjects(await readFile(SCHEMA_FILE, 'utf8')));
  if (missing.length === 0) return;
  throw incompleteDatabase(`it lacks ${describeObjects(missing)}`);
}

/** The objects of `schema.sql` that the database lacks, and those that it defines in another way. */
export async function compareSchema(db: Knex): Promise<{ missing: ObjectName[]; changed: ObjectName[] }> {
  const schema = await readFile(SCHEMA_FILE, 'utf8');
  const expected = listObjects(schema);
  const missing = await findMissingObjects(db, expected);
  const names = new Set(expected.map(({ kind, name }) => `${kind} ${name}`));
  const changed = (await readSchema(db))
    .map(({ kind, name, sql }) => ({ kind, name: name.replace(/\(.*/s, ''), sql }))
    .filter(({ kind, name, sql }) => names.has(`${kind} ${name}`) && !schema.includes(`${sql};\n`))
    .map(({ kind, name }) => ({ kind: kind as ObjectName['kind'], name }));
  return { missing, changed };
}

export const incompleteDatabase = (how: string) =>
  new DatabaseProblem(
    `The database is incomplete, as after a restore that failed: ${how}. Restore your backup or dump into a new, empty ` +
      'database, and set DATABASE_URL to it.',
  );

/** Describes objects as in "2 tables (cities, dentists) and 40 other objects". Without a table, its indexes and triggers lack too. */
export function describeObjects(objects: readonly ObjectName[]): string {
  const kind = (Object.keys(PATTERNS) as ObjectName['kind'][]).find((name) => objects.some((o) => o.kind === name))!;
  const names = objects.filter((object) => object.kind === kind).map(({ name }) => name);
  const others = objects.length - names.length;
  const shown = names.slice(0, 5).join(', ') + (names.length > 5 ? ', …' : '');
  return `${countOf(names.length, kind)} (${shown})${others > 0 ? ` and ${countOf(others, 'other object')}` : ''}`;
}

const countOf = (n: number, noun: string): string =>
  `${n} ${n === 1 ? noun : noun.replace(/x?$/, (x) => `${x && 'xe'}s`)}`;
