import { readFile } from 'node:fs/promises';
import type { Knex } from 'knex';

/** Runs a file of `migrations/sql`. Knex reads `?` as a placeholder, even in a comment or an operator, so each is escaped. */
export async function runSql(knex: Knex, name: string): Promise<void> {
  const sql = await readFile(new URL(`./migrations/sql/${name}.sql`, import.meta.url), 'utf8');
  await knex.raw(sql.replaceAll('?', String.raw`\?`));
}

/** A migration that only runs SQL files, in the given order. */
export const sqlMigration = (...names: string[]) => ({
  async up(knex: Knex): Promise<void> {
    for (const name of names) await runSql(knex, name);
  },
  down,
});

export function down(): Promise<void> {
  return Promise.reject(new Error('Migrations only go forward. To go back, restore a backup.'));
}
