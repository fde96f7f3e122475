import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Readable } from 'node:stream';
import type { Deps } from '#server/base/http/context.ts';
import { areSumsEqual, badBackup, countLines, listTableSums, type SectionSums } from './backup-format.ts';
import { readBackup } from './read-backup.ts';
import { isFormerTable, listMigrations, listTablesInOrder, type TableShape } from './queries-backup.ts';
import {
  addPrimaryKey,
  compareTable,
  copyStagingIn,
  copyStagingOut,
  createStagingTable,
  findReferences,
  isReferenceBroken,
  prepareStaging,
  type TableComparison,
} from './queries-staging.ts';
import { copyRows, discardBlocks, rejectUnknownColumns } from './restore.ts';
import type { RunProgress } from './run-progress.ts';
import { copyInto, copyOutOf } from '#server/base/db/copy-stream.ts';

interface StagedCopy {
  tables: TableShape[];
  sections: SectionSums;
  rows: number;
  /** False if SECRET_KEY differs from the one that sealed the credentials. */
  isUnsealed: boolean;
}

/**
 * Loads a backup into a new schema of the same database, in the caller's transaction, so that an error, a cancel, or a killed
 * server leaves nothing. Credentials are verified but not copied. Then reads every table back and compares its checksum with
 * the one recorded when the backup was made.
 */
export async function stageBackup(
  trx: Knex,
  deps: Pick<Deps, 'secret'>,
  source: Readable,
  { schema, bytes, recorded }: { schema: string; bytes: number; recorded: SectionSums | null },
  progress: RunProgress,
): Promise<StagedCopy> {
  await prepareStaging(trx, schema);
  const liveTables = await listTablesInOrder(trx);
  const tables: TableShape[] = [];
  progress.startPhase('loading', bytes);
  const { sections, isUnsealed } = await readBackup(deps, source, {
    migrations: await listMigrations(trx),
    onBytes: (count) => progress.advance(count),
    async readSection(section, blocks) {
      progress.throwIfStopped();
      if (isFormerTable(section)) return discardBlocks(blocks);
      rejectUnknownColumns(liveTables, section);
      if (section.sealed) return discardBlocks(blocks);
      await createStagingTable(trx, schema, section);
      await copyRows(blocks, await copyInto(trx, copyStagingIn(schema, section)));
      tables.push(section);
    },
  });
  if (recorded && !areSumsEqual(recorded, sections))
    throw badBackup('Its checksums differ from those recorded when it was made.');
  await verifyTables(trx, schema, tables, sections, progress);
  const rows = listTableSums(sections).reduce((sum, [, table]) => sum + table.rows, 0);
  return { tables, sections, rows, isUnsealed };
}

/** Checks that the loaded rows are the ones of the backup, that keys are distinct, and that references lead somewhere. */
async function verifyTables(
  trx: Knex,
  schema: string,
  tables: readonly TableShape[],
  sections: SectionSums,
  progress: RunProgress,
): Promise<void> {
  progress.startPhase('verifying', tables.length * 2);
  for (const table of tables) {
    const hash = createHash('sha256');
    let rows = 0;
    for await (const block of (await copyOutOf(trx, copyStagingOut(schema, table))) as AsyncIterable<Buffer>) {
      hash.update(block);
      rows += countLines(block);
    }
    const expected = sections[table.name]!;
    if (rows !== expected.rows || hash.digest('hex') !== expected.sha256)
      throw badBackup(`The rows of ${table.name} differ after loading.`);
    progress.step();
    await addPrimaryKey(trx, schema, table);
    progress.step();
  }
  const names = new Set(tables.map(({ name }) => name));
  for (const reference of await findReferences(trx)) {
    if (!names.has(reference.child) || !names.has(reference.parent)) continue;
    if (await isReferenceBroken(trx, schema, reference))
      throw badBackup(`Rows of ${reference.child} refer to ${reference.parent} that it doesn’t have.`);
    progress.throwIfStopped();
  }
}

export async function compareTables(
  trx: Knex,
  schema: string,
  tables: readonly TableShape[],
  progress: RunProgress,
): Promise<TableComparison[]> {
  progress.startPhase('comparing', tables.length);
  const comparisons: TableComparison[] = [];
  for (const table of tables) {
    comparisons.push(await compareTable(trx, schema, table));
    progress.step();
  }
  return comparisons.toSorted((a, b) => a.table.localeCompare(b.table));
}
