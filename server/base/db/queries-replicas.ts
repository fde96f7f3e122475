import type { Knex } from 'knex';
import { prepared } from './knex.ts';

/** A connection that hangs longer is closed. */
const ANSWER_MS = 1_000;

/** A position in the write-ahead log, as a number that grows with each write. */
const toPosition = (lsn: string): bigint => {
  const [high, low] = lsn.split('/') as [string, string];
  return BigInt(`0x${high}`) * 2n ** 32n + BigInt(`0x${low}`);
};

/** How far the primary has written. Everything that was committed before this call is at or before it. */
export async function findWritten(db: Knex): Promise<bigint> {
  const [row] = await prepared<{ lsn: string }>(db, 'select pg_current_wal_insert_lsn()::text as lsn', [], ANSWER_MS);
  return toPosition(row!.lsn);
}

/** How far a replica has replayed, and when its last transaction was committed. Null if it is no replica. */
export async function findReplayed(db: Knex): Promise<{ position: bigint; at: Date | null } | null> {
  const [row] = await prepared<{ lsn: string | null; at: Date | null }>(
    db,
    `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn, pg_last_xact_replay_timestamp() as at`,
    [],
    ANSWER_MS,
  );
  return row!.lsn === null ? null : { position: toPosition(row!.lsn), at: row!.at };
}
