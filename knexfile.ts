import { databaseUrl } from './server/base/db/embedded.ts';
import { connect, rejectTransactionPooler } from './server/base/db/connect.ts';
import { DatabaseProblem } from './server/base/db/database-problem.ts';
import { knexConfig } from './server/base/db/knex.ts';
import { rejectOldDatabase } from './server/base/db/migrate.ts';

/** The database of `npm start`: DATABASE_URL, or the embedded one, which is started if it isn't running. */
export default async function config() {
  const url = await databaseUrl();
  try {
    const client = await connect(url);
    await rejectTransactionPooler(client, url);
    await rejectOldDatabase(client, url);
    await client.end();
  } catch (error) {
    if (!(error instanceof DatabaseProblem)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  return knexConfig(url);
}
