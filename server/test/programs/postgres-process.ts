import { once } from 'node:events';
import { startTestPostgres } from './database.ts';

/** Runs a Postgres of its own until stdin ends. vitest can't migrate one, because Knex loads migrations as native modules. */
const { stop, ...postgres } = await startTestPostgres();
console.log(JSON.stringify(postgres));
process.stdin.resume();
await once(process.stdin, 'end');
await stop();
process.exit(0);
