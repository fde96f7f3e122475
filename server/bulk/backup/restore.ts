import type { Knex } from 'knex';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Deps } from '#server/base/http/context.ts';
import { listMigrationFiles } from '#server/base/db/migration-source.ts';
import { Refusal } from '#server/base/http/errors.ts';
import { createSecrets } from '#server/base/secrets.ts';
import { badBackup, listTableSums } from './backup-format.ts';
import { readBackup, type ReadBackup } from './read-backup.ts';
import {
  copyTableIn,
  createPartTable,
  emptyTables,
  fillDirectory,
  findFirstEntry,
  isFormerTable,
  isSealedPart,
  listMigrations,
  listTablesInOrder,
  mergePartTable,
  openUnstatedFacts,
  endReadOnly,
  keepMigratedRows,
  putMigratedRowsBack,
  recordContentChange,
  setSequences,
  setUserTriggers,
  vacuumAll,
  type BackupSection,
  type TableShape,
} from './queries-backup.ts';
import { copyInto } from '#server/base/db/copy-stream.ts';
import { waitForDrain } from '#server/base/wait-for-drain.ts';

interface RestoreResult {
  madeAt: string;
  tables: number;
  rows: number;
  /** False if SECRET_KEY differs, so that everyone must reset their password and set up two-factor again. */
  hasCredentials: boolean;
}

/** Restores a backup to an empty, migrated database. Its transaction commits only if every checksum matches. */
export async function restoreBackup(deps: Pick<Deps, 'db' | 'secret'>, source: Readable): Promise<RestoreResult> {
  const restored = await deps.db.transaction(async (trx) => {
    await trx.raw(`set local statement_timeout = 0; set local enamel.bulk = 'on'`);
    const tables = await listTablesInOrder(trx);
    const keptTables: TableShape[] = [];
    let isPrepared = false;
    const restoredNames = new Set<string>();
    const read = await readBackup(deps, source, {
      migrations: await listMigrations(trx),
      async readSection(section, blocks) {
        if (!isPrepared) keptTables.push(...(await prepareDatabase(trx, tables)));
        isPrepared = true;
        restoredNames.add(section.name);
        await restoreSection(trx, tables, section, blocks);
      },
    });
    for (const table of keptTables) if (!restoredNames.has(table.name)) await putMigratedRowsBack(trx, table);
    await setSequences(trx, read.sequences);
    await openUnstatedFacts(trx);
    await fillDirectory(trx);
    await endReadOnly(trx);
    await recordContentChange(trx);
    await setUserTriggers(trx, tables, 'enable');
    return read;
  });
  await vacuumAll(deps.db);
  return describeResult(restored);
}

/** Reads a whole backup and throws if it can't be restored, before a database is created or migrated for it. */
export async function checkBackup(source: Readable): Promise<void> {
  // The real key may not exist yet. Sections that another key sealed are only compared with their checksums.
  await readBackup({ secret: createSecrets('none') }, source, {
    migrations: listMigrationFiles(),
    async readSection(_section, blocks) {
      for await (const block of blocks) void block;
    },
  });
}

/** Empties the tables of a database that has no entries. Returns those with rows of migrations, which it keeps. */
async function prepareDatabase(trx: Knex, tables: readonly TableShape[]): Promise<TableShape[]> {
  const entry = await findFirstEntry(trx);
  if (entry)
    throw new Refusal(
      409,
      'not_empty',
      `A backup can only be restored into an empty database, and this one already has ${entry.replaceAll('_', ' ')}. Nothing was changed.`,
    );
  await setUserTriggers(trx, tables, 'disable');
  const keptTables = await keepMigratedRows(trx, tables);
  await emptyTables(trx, tables);
  return keptTables;
}

async function restoreSection(
  trx: Knex,
  tables: readonly TableShape[],
  section: BackupSection,
  blocks: AsyncIterable<Buffer>,
): Promise<void> {
  if (isFormerTable(section)) return discardBlocks(blocks);
  rejectUnknownColumns(tables, section);
  const isPart = isSealedPart(section);
  await copyRows(blocks, await copyInto(trx, isPart ? await createPartTable(trx, section) : copyTableIn(section)));
  if (isPart) await mergePartTable(trx, section);
}

export function rejectUnknownColumns(tables: readonly TableShape[], { name, columns }: TableShape): void {
  const currentTable = tables.find((table) => table.name === name);
  if (!currentTable || columns.some((column) => !currentTable.columns.includes(column)))
    throw badBackup(`This release has a different ${name} table.`);
}

/** Feeds blocks to a COPY, at the database's pace. Ends the COPY if they fail, because the connection would wait for more. */
export async function copyRows(blocks: AsyncIterable<Buffer>, copyStream: Writable): Promise<void> {
  let copyError: Error | null = null;
  copyStream.on('error', (error: Error) => (copyError ??= error));
  try {
    for await (const block of blocks) {
      if (copyError) throw copyError as Error;
      if (!copyStream.write(block)) await waitForDrain(copyStream);
    }
    copyStream.end();
    await finished(copyStream);
  } catch (error) {
    if (!copyError) await finished(copyStream.destroy()).catch(() => undefined);
    throw error;
  }
}

/** Reads blocks, which checks them, and drops them. */
export async function discardBlocks(blocks: AsyncIterable<Buffer>): Promise<void> {
  for await (const block of blocks) void block;
}

function describeResult({ header, sections, isUnsealed }: ReadBackup): RestoreResult {
  const tables = listTableSums(sections);
  return {
    madeAt: header.madeAt,
    tables: tables.length,
    rows: tables.reduce((sum, [, { rows }]) => sum + rows, 0),
    hasCredentials: isUnsealed,
  };
}
