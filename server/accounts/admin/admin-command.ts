import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { systemClock } from '#server/base/clock.ts';
import { DatabaseProblem } from '#server/base/db/database-problem.ts';
import { databaseUrl } from '#server/base/db/embedded.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { migrate } from '#server/base/db/migrate.ts';
import { asRefusal, Refusal } from '#server/base/http/errors.ts';
import { createOrResetAdmin } from './create-admin.ts';

/** npm run admin -- EMAIL: creates an administrator, or sets a new password for one. */
async function run(): Promise<void> {
  const email = z.email().safeParse(process.argv[2]?.trim());
  if (!email.success || process.argv.length > 3) throw new Refusal(400, 'usage', 'Usage: npm run admin -- EMAIL');
  const password = process.stdin.isTTY ? await promptForPassword() : (await text(process.stdin)).replace(/\r?\n$/, '');
  const url = await databaseUrl(process.env, (line) => console.error(line));
  const db = openKnex(url, { max: 2 });
  try {
    await migrate(db, url);
    const outcome = await createOrResetAdmin({ db, clock: systemClock() }, email.data, password);
    console.log(
      outcome === 'created'
        ? `${email.data} is now an administrator.`
        : `${email.data} has a new password and is an administrator. Earlier sessions and two-factor login were removed.`,
    );
  } finally {
    await db.destroy();
  }
}

/** Asks for the password twice without echoing it. */
async function promptForPassword(): Promise<string> {
  const silent = new Writable({ write: (_part, _encoding, next) => next() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  lines.on('SIGINT', () => process.exit(130));
  const question = async (prompt: string) => {
    process.stderr.write(prompt);
    const answer = await lines.question('');
    process.stderr.write('\n');
    return answer;
  };
  try {
    const first = await question('Password (at least 15 characters): ');
    if ((await question('Repeat the password: ')) !== first)
      throw new Refusal(400, 'mismatch', "The passwords don't match. Nothing was changed.");
    return first;
  } finally {
    lines.close();
  }
}

try {
  await run();
  process.exit(0);
} catch (error) {
  console.error(error instanceof DatabaseProblem ? error.message : (asRefusal(error)?.message ?? error));
  process.exit(1);
}
