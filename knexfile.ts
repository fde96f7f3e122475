import { knexConfig } from './server/db/knex.ts';
import { databaseUrl } from './server/db/embedded.ts';

/** The same database `npm start` uses: DATABASE_URL, or the embedded one (started when it is not running). */
export default async function config() {
  return knexConfig(await databaseUrl());
}
