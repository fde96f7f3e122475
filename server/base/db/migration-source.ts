import { readdirSync } from 'node:fs';
import type { Knex } from 'knex';

/** The names of this release's migrations. */
export const listMigrationFiles = (): string[] =>
  readdirSync(new URL('./migrations', import.meta.url))
    .filter((name) => name.endsWith('.ts'))
    .toSorted();

/** Imports migrations from here, because Knex would look for files that the server's bundle contains. */
export const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: () => Promise.resolve(listMigrationFiles()),
  getMigrationName: (name) => name,
  getMigration: (name) => import(`./migrations/${name.replace(/\.ts$/, '')}.ts`) as Promise<Knex.Migration>,
};
