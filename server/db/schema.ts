import { readFile } from 'node:fs/promises';
import type { Knex } from 'knex';
import { DatabaseProblem } from './database-problem.ts';
import { findMissingObjects, type ObjectName, type SchemaObject } from './queries-schema.ts';

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
  constraint: /^ {2}constraint (\w+)/gm,
  index: /^CREATE (?:UNIQUE )?INDEX (\w+)/gm,
  trigger: /^CREATE TRIGGER (\w+)/gm,
  function: /^CREATE OR REPLACE FUNCTION public\.(\w+)/gm,
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
  throw new DatabaseProblem(
    `The database is incomplete, as after a restore that failed: it lacks ${describeObjects(missing)}. Restore your backup or ` +
      'dump into a new, empty database, and set DATABASE_URL to it.',
  );
}

/** Describes objects as in "2 tables (cities, dentists) and 1 trigger (users_paid)". */
function describeObjects(objects: readonly ObjectName[]): string {
  const groups = (Object.keys(PATTERNS) as ObjectName['kind'][]).flatMap((kind) => {
    const names = objects.filter((object) => object.kind === kind).map(({ name }) => name);
    if (names.length === 0) return [];
    const plural = kind === 'index' ? 'indexes' : `${kind}s`;
    const shown = names.slice(0, 3).join(', ') + (names.length > 3 ? ', …' : '');
    return [`${names.length} ${names.length === 1 ? kind : plural} (${shown})`];
  });
  return new Intl.ListFormat('en-US').format(groups);
}
