import { setTimeout as pause } from 'node:timers/promises';
import { hostOf } from '#server/base/db/connect.ts';
import { DatabaseProblem } from '#server/base/db/database-problem.ts';
import { answerInTime } from '#server/base/db/hung-database.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { findReplayed, findWritten, MOST_BEHIND_MS } from '#server/base/db/replicas.ts';
import { asRefusal } from '#server/base/http/errors.ts';
import {
  combine,
  describeBytes,
  describeDuration,
  error,
  listSome,
  NotChecked,
  ok,
  skipped,
  warning,
  type Finding,
} from '../finding.ts';
import { findExtensions, findIdleSlots, findReplicas, readDatabase, readRights, readSettings } from '../queries.ts';
import type { Examination } from '../surroundings.ts';

const ANSWER_MS = 3_000;
/** The connections that one server needs, with a few to spare for startup, commands, and people. */
const CONNECTIONS = 20;
/** The last day with fixes, by https://www.postgresql.org/support/versioning. */
const POSTGRES_ENDS: Record<string, string> = {
  14: '2026-11-12',
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
};

/** Statements for psql, as a role that may run them. */
const psql = (database: string, ...statements: string[]): string =>
  statements.map((sql) => `sudo -u postgres psql -d ${database} -c '${sql}'`).join('\n');

export async function checkDatabase({ openDatabase, machine, config }: Examination): Promise<Finding> {
  const start = config.embedded ? 'npm start' : 'sudo systemctl start postgresql\nOr correct DATABASE_URL.';
  let read;
  try {
    read = await answerInTime(openDatabase().then(readDatabase), ANSWER_MS);
  } catch (problem) {
    if (problem instanceof DatabaseProblem) return error(problem.message, start);
    return error(asRefusal(problem)?.message ?? (problem as Error).message, start);
  }
  if (!read) return error(`The database didn’t answer within ${describeDuration(ANSWER_MS)}.`, start);
  const major = Math.floor(read.version / 10_000);
  const seen = `Postgres ${major}.${read.version % 10_000} answers, and the database has ${describeBytes(read.bytes)}.`;
  const fix = 'Upgrade Postgres to version 17 (pg_upgradecluster on Debian), or your provider’s database.';
  if (major < 14) return error(`Postgres ${major} is too old. This release needs 14 or newer.`, fix);
  const end = POSTGRES_ENDS[major];
  return end !== undefined && Date.parse(end) < machine.readTime()
    ? warning(`${seen} Version ${major} has had no fixes since ${end}.`, fix)
    : ok(seen);
}

export async function checkDatabaseSettings({ database }: Examination): Promise<Finding> {
  const db = await database();
  const { name } = await readDatabase(db);
  const settings = await readSettings(db);
  const set = (setting: string, value: string) =>
    psql(name, `alter system set ${setting} = ${value}`, 'select pg_reload_conf()');
  const problems: Finding[] = [];
  if (settings.inRecovery)
    problems.push(error('This database is a replica, which can’t be written to.', 'Set DATABASE_URL to the primary.'));
  else if (settings.readOnly === 'on')
    problems.push(
      error('The database is read-only (default_transaction_read_only).', psql(name, `alter database ${name} set default_transaction_read_only = off`)),
    ); // prettier-ignore
  if (settings.fsync === 'off')
    problems.push(error('fsync is off, so a power failure can destroy the database.', set('fsync', 'on')));
  if (settings.fullPageWrites === 'off')
    problems.push(
      error('full_page_writes is off, so a power failure can damage tables.', set('full_page_writes', 'on')),
    );
  if (settings.synchronousCommit === 'off')
    problems.push(
      warning('synchronous_commit is off, so a crash loses the last changes.', set('synchronous_commit', 'on')),
    );
  if (settings.autovacuum === 'off')
    problems.push(error('autovacuum is off, so tables grow and queries become slow.', set('autovacuum', 'on')));
  if (settings.trackCounts === 'off')
    problems.push(error('track_counts is off, and autovacuum needs it.', set('track_counts', 'on')));
  if (settings.encoding !== 'UTF8')
    problems.push(
      error(
        `The database’s encoding is ${settings.encoding}, and names need UTF8.`,
        `createdb -E UTF8 -T template0 ${name}_utf8\nRestore a backup into it, and set DATABASE_URL to it.`,
      ),
    );
  const usable = settings.maxConnections - settings.reservedConnections;
  const raise = `${psql(name, 'alter system set max_connections = 100')}\nsudo systemctl restart postgresql`;
  if (usable < CONNECTIONS)
    problems.push(error(`max_connections is ${settings.maxConnections}, and each server needs ${CONNECTIONS}.`, raise));
  else if (settings.openConnections > 0.9 * usable)
    problems.push(
      warning(
        `${settings.openConnections} of ${usable} connections are in use.`,
        psql(name, `alter system set max_connections = ${settings.maxConnections * 2}`) +
          '\nsudo systemctl restart postgresql',
      ),
    );
  return combine(problems, ok(`Writes are safe, and ${settings.openConnections} of ${usable} connections are in use.`));
}

export async function checkRights({ database }: Examination): Promise<Finding> {
  const { role, database: name, ...rights } = await readRights(await database());
  const problems: Finding[] = [];
  if (rights.closedTables.length > 0)
    problems.push(
      error(
        `The role ${role} can’t read and write ${listSome(rights.closedTables)}.`,
        psql(name, `grant select, insert, update, delete on all tables in schema public to "${role}"`),
      ),
    );
  if (!rights.canCreateTables)
    problems.push(
      error(
        `The role ${role} can’t create tables, which migrations do.`,
        psql(name, `grant usage, create on schema public to "${role}"`),
      ),
    );
  if (rights.foreignTables.length > 0)
    problems.push(
      error(
        `Tables belong to another role than ${role}, so migrations can’t change them: ${listSome(rights.foreignTables)}.`,
        psql(name, ...rights.foreignTables.slice(0, 5).map((table) => `alter table public.${table} owner to "${role}"`)) +
          (rights.foreignTables.length > 5 ? '\nAnd so on for the other tables.' : ''),
      ),
    ); // prettier-ignore
  if (!rights.canCreateSchemas)
    problems.push(
      warning(
        `The role ${role} can’t create schemas, so backups can’t be tested.`,
        psql(name, `grant create on database "${name}" to "${role}"`),
      ),
    );
  return combine(problems, ok(`The role ${role} can read, write, and migrate.`));
}

export async function checkExtensions({ database }: Examination): Promise<Finding> {
  const db = await database();
  const { name } = await readDatabase(db);
  const extensions = await findExtensions(db, ['btree_gin', 'pg_trgm']);
  return combine(
    extensions
      .filter(({ installed }) => !installed)
      .map(({ name: extension, available }) =>
        error(
          `The extension ${extension} is missing.`,
          `${available ? '' : 'sudo apt-get install postgresql-contrib\n'}${psql(name, `create extension ${extension} with schema public`)}`,
        ),
      ),
    ok(`${extensions.map((extension) => extension.name).join(' and ')} are installed.`),
  );
}

/** The replicas of DATABASE_REPLICA_URL, each read from here as the server reads them. */
export async function checkReplicas({ database, config, clock }: Examination): Promise<Finding> {
  const urls = config.DATABASE_REPLICA_URL;
  if (urls.length === 0) return skipped('DATABASE_REPLICA_URL isn’t set, so the primary serves all reads.');
  const written = await findWritten(await database());
  const problems = await Promise.all(urls.map((url) => checkReplica(url, written, clock.now())));
  return combine(
    problems.flatMap((problem) => problem ?? []),
    ok(`${listSome(urls.map(hostOf))} replayed what the primary had written.`),
  );
}

async function checkReplica(url: string, written: bigint, now: Date): Promise<Finding | null> {
  const name = hostOf(url);
  const db = openKnex(url, { max: 1, acquireMs: ANSWER_MS, isReadOnly: true });
  try {
    let replayed = await findReplayed(db);
    if (!replayed) return error(`${name} is not a replica.`, 'Take it out of DATABASE_REPLICA_URL, and restart.');
    if (replayed.position >= written) return null;
    await pause(MOST_BEHIND_MS);
    replayed = await findReplayed(db);
    if (replayed && replayed.position >= written) return null;
    const last = replayed?.at
      ? ` Its last transaction is ${describeDuration(now.getTime() - replayed.at.getTime())} old.`
      : '';
    return warning(
      `${name} is more than a second behind, so public reads leave it out.${last}`,
      'Look for long queries on it (pg_stat_activity), and a busy disk or network.',
    );
  } catch (problem) {
    const reason = asRefusal(problem)?.message ?? (problem as Error).message;
    return error(`${name} can’t be read: ${reason}`, 'Start it, or take it out of DATABASE_REPLICA_URL and restart.');
  } finally {
    await db.destroy();
  }
}

const LAG_WARNING_SECONDS = 10;
const LAG_ERROR_SECONDS = 60;
const SLOT_BYTES = 256e6;

export async function checkReplication({ database }: Examination): Promise<Finding> {
  const db = await database();
  if ((await readSettings(db)).inRecovery) throw new NotChecked('This database is a replica itself.');
  const [{ name }, replicas, slots] = [await readDatabase(db), await findReplicas(db), await findIdleSlots(db)];
  const { role } = await readRights(db);
  const problems: Finding[] = [];
  if (replicas.some(({ seconds }) => seconds === null))
    problems.push(
      warning(`The role ${role} can’t see how far the replicas are.`, psql(name, `grant pg_monitor to "${role}"`)),
    );
  for (const { name: replica, seconds } of replicas)
    if (seconds !== null && seconds > LAG_WARNING_SECONDS)
      problems.push(
        (seconds > LAG_ERROR_SECONDS ? error : warning)(
          `The replica ${replica} is ${describeDuration(seconds * 1_000)} behind.`,
          `psql -h ${replica} -c 'select * from pg_stat_wal_receiver'\nLook for long queries and a busy disk or network on it.`,
        ),
      );
  for (const slot of slots.filter(({ bytes }) => bytes > SLOT_BYTES))
    problems.push(
      warning(
        `The replication slot ${slot.name} has no replica and keeps ${describeBytes(slot.bytes)} of WAL on the disk.`,
        psql(name, `select pg_drop_replication_slot($$${slot.name}$$)`),
      ),
    );
  const slowest = Math.max(...replicas.map(({ seconds }) => seconds ?? 0));
  return combine(
    problems,
    ok(
      replicas.length === 0
        ? 'No replica is connected.'
        : `Replicas: ${listSome(replicas.map((replica) => replica.name))}, at most ${describeDuration(slowest * 1_000)} behind.`,
    ),
  );
}
