import pg from 'pg';
import { databaseUrl } from './server/db/embedded.ts';
import { DatabaseProblem } from './server/db/database-problem.ts';
import { knexConfig } from './server/db/knex.ts';
import { rejectOldDatabase } from './server/db/migrate.ts';

/** The database of `npm start`: DATABASE_URL, or the embedded one, which is started if it isn't running. */
export default async function config() {
  const url = await databaseUrl();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await rejectOldDatabase(client, url);
  } catch (error) {
    if (!(error instanceof DatabaseProblem)) throw error;
    console.error(error.message);
    process.exit(1);
  } finally {
    await client.end();
  }
  return knexConfig(url);
}
