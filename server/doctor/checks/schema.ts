import { listMigrationFiles } from '#server/base/db/migration-source.ts';
import { compareSchema, describeObjects } from '#server/base/db/schema.ts';
import { combine, countOf, error, listSome, NotChecked, ok, warning, type Finding } from '../finding.ts';
import { findBrokenObjects, findMigrations } from '../queries.ts';
import type { Examination } from '../surroundings.ts';

const MIGRATE = 'npm run migrate\nOr restart the server, which migrates first.';
const RESTORE =
  'DATABASE_URL=A_NEW_EMPTY_DATABASE npm run restore -- BACKUP_FILE\nThen set DATABASE_URL to the new database.';

async function findPending(examination: Examination): Promise<{ pending: string[]; unknown: string[] } | null> {
  const migrations = await findMigrations(await examination.database());
  if (!migrations) return null;
  const files = listMigrationFiles();
  return {
    pending: files.filter((name) => !migrations.names.includes(name)),
    unknown: migrations.names.filter((name) => !files.includes(name)),
  };
}

export async function checkMigrations(examination: Examination): Promise<Finding> {
  const found = await findPending(examination);
  if (!found) return error('This database has no tables yet.', MIGRATE);
  const { pending, unknown } = found;
  return combine(
    [
      ...(pending.length > 0
        ? [error(`${countOf(pending.length, 'migration')} of this release didn’t run: ${listSome(pending)}.`, MIGRATE)]
        : []),
      ...(unknown.length > 0
        ? [
            warning(
              `A newer release migrated this database: ${listSome(unknown)}.`,
              'git fetch --tags\nCheck out the newer release, run npm ci and npm run build, and restart the server.',
            ),
          ]
        : []),
    ],
    ok(`All ${listMigrationFiles().length} migrations ran.`),
  );
}

/** Takes the statement of an object from schema.sql and runs it. */
const recreate: Record<string, (name: string) => string> = {
  index: (name) => `grep -E "^CREATE (UNIQUE )?INDEX ${name} " server/base/db/schema.sql | psql "$DATABASE_URL"`,
  trigger: (name) => `grep "^CREATE TRIGGER ${name} " server/base/db/schema.sql | psql "$DATABASE_URL"`,
  function: (name) =>
    `sed -n '/^CREATE OR REPLACE FUNCTION public.${name}(/,/^\\$function\\$;/p' server/base/db/schema.sql | psql "$DATABASE_URL"`,
};

export async function checkSchema(examination: Examination): Promise<Finding> {
  const found = await findPending(examination);
  if (!found || found.pending.length > 0) throw new NotChecked('Migrations come first.');
  const db = await examination.database();
  const [{ missing, changed }, broken] = [await compareSchema(db), await findBrokenObjects(db)];
  const problems: Finding[] = [];
  if (missing.length > 0) {
    const needsRestore = missing.some(({ kind }) => !(kind in recreate));
    problems.push(
      error(
        `The database lacks ${describeObjects(missing)}.`,
        needsRestore ? RESTORE : missing.map(({ kind, name }) => recreate[kind]!(name)).join('\n'),
      ),
    );
  } else
    for (const { kind, name } of changed.filter((object) => !broken.some(({ name: other }) => other === object.name)))
      problems.push(
        warning(
          `The ${kind} ${name} differs from this release.`,
          kind === 'function'
            ? recreate.function!(name)
            : `Compare it with server/base/db/schema.sql: psql "$DATABASE_URL" -c '\\d public.${name}'`,
        ),
      );
  for (const { kind, name, tableName } of broken)
    problems.push(
      kind === 'index'
        ? error(
            `The index ${name} is invalid, so queries don’t use it.`,
            `psql "$DATABASE_URL" -c 'reindex index concurrently public.${name}'`,
          )
        : error(
            `The trigger ${name} is turned off.`,
            `psql "$DATABASE_URL" -c 'alter table public.${tableName} enable trigger ${name}'`,
          ),
    );
  return combine(problems, ok('Tables, indexes, triggers, and functions are those of this release.'));
}
