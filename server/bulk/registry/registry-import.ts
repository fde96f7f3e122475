import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import { copyInto } from '#server/base/db/copy-stream.ts';
import type { RunProgress } from '#server/bulk/runs/run-progress.ts';
import { convertInWorker } from './convert/convert-in-worker.ts';
import type { ConvertCounts } from './convert/convert-file.ts';
import {
  copyIntoRecords,
  createRecordTable,
  fixCities,
  joinClinics,
  locateListings,
  readKnownProviders,
  restoreReactivated,
  writePractices,
} from './queries-registry.ts';
import { mergeRecords, retireListings } from './queries-retire.ts';
import type { RegistryFile } from '../read/registry/recognize.ts';
import { nameRegistrySource, type RegistryRun } from '../runs/registry-run.ts';

export { undoRetirements } from './queries-registry.ts';

export interface ConvertedRegistry {
  run: RegistryRun;
  counts: ConvertCounts;
  /** The people of the file as a CSV file of the importer. */
  listingsPath: string;
  listingsBytes: number;
  notes: string[];
  /** Adds the registry's records to the stage, and fills practices and places. Returns how many rows it added. */
  fillStage(fieldsWithValues: Set<string>): Promise<number>;
  remove(): Promise<void>;
}

/** Reads a registry file once, and keeps the dental providers as a small file that the importer reads like any other. */
export async function convertRegistry(
  trx: Knex,
  runId: number,
  source: { path: string; isUpload: boolean; registry: RegistryFile; today: Date },
  progress: RunProgress,
): Promise<ConvertedRegistry> {
  // Next to an upload, whose name shows the process that the files belong to.
  const base = source.isUpload ? source.path : join(tmpdir(), `registry-${randomBytes(12).toString('hex')}`);
  const [listingsPath, recordsPath] = [`${base}.listings.csv`, `${base}.records.csv`];
  const remove = async () => {
    await Promise.all([listingsPath, recordsPath].map((path) => rm(path, { force: true })));
  };
  try {
    const counts = await convertInWorker(
      {
        path: source.path,
        file: source.registry,
        known: await readKnownProviders(trx),
        listingsPath,
        recordsPath,
      },
      { signal: progress.signal, onRead: (bytes) => progress.advance(bytes) },
    );
    progress.rows = counts.rows;
    const asOf = source.registry.asOf ?? counts.newestDate ?? source.today.toISOString().slice(0, 10);
    return {
      run: { asOf },
      counts,
      listingsPath,
      listingsBytes: (await stat(listingsPath)).size,
      notes: describeCounts(source.registry, counts, asOf),
      async fillStage(fieldsWithValues) {
        await createRecordTable(trx, runId);
        await pipeline(createReadStream(recordsPath), await copyInto(trx, copyIntoRecords(runId)));
        await fixCities(trx, runId);
        await locateListings(trx, runId);
        const added = await joinClinics(trx, runId);
        for (const field of ['npi', 'practice', 'lat', 'lng', 'pointExactness']) fieldsWithValues.add(field);
        return added;
      },
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

const formatNumber = (n: number) => n.toLocaleString('en-US');
const plural = (n: number, one: string, many: string) => `${formatNumber(n)} ${n === 1 ? one : many}`;

function describeCounts({ kind }: RegistryFile, counts: ConvertCounts, asOf: string): string[] {
  const name = kind === 'deactivations' ? 'deactivation report' : 'file';
  const notes = [
    `This is a ${name} of the national provider registry. Its fields are shown as “${nameRegistrySource({ asOf })}.”`,
  ];
  notes.push(
    kind === 'deactivations'
      ? `It has ${plural(counts.rows, 'deactivated NPI', 'deactivated NPIs')}, of which ${counts.former === 1 ? '1 is' : `${formatNumber(counts.former)} are`} in the directory.`
      : `Of ${plural(counts.rows, 'provider', 'providers')}, ${plural(counts.people, 'active dentist', 'active dentists')} and ${plural(counts.clinics, 'clinic', 'clinics')} in the US were read.`,
  );
  if (counts.stale > 0)
    notes.push(
      `${plural(counts.stale, 'row is', 'rows are')} older than what the directory already has, and ${counts.stale === 1 ? 'was' : 'were'} skipped.`,
    );
  if (counts.unreadable > 0)
    notes.push(
      `${plural(counts.unreadable, 'row', 'rows')} without a name or a valid NPI ${counts.unreadable === 1 ? 'was' : 'were'} skipped.`,
    );
  return notes;
}

/** Prepares the directory before the plan is made, unless this is only a preview. */
export async function prepareDirectory(trx: Knex, runId: number, run: RegistryRun, at: Date): Promise<string[]> {
  const restored = await restoreReactivated(trx, runId, at, nameRegistrySource(run));
  return restored > 0 ? [`${plural(restored, 'listing', 'listings')} of reactivated NPIs came back.`] : [];
}

/** Writes the clinics, before the plan is applied. */
export const applyClinics = (trx: Knex, runId: number, at: Date): Promise<void> => writePractices(trx, runId, at);

/** Removes what the registry removed, and stores its records, after the plan was applied. */
export async function applyRecords(trx: Knex, runId: number, run: RegistryRun, at: Date): Promise<string[]> {
  const { retired, reported, clinics } = await retireListings(trx, runId, at, nameRegistrySource(run));
  await mergeRecords(trx, runId);
  const notes: string[] = [];
  if (retired > 0)
    notes.push(`${plural(retired, 'listing', 'listings')} of inactive NPIs ${retired === 1 ? 'was' : 'were'} removed.`);
  if (reported > 0)
    notes.push(
      `${plural(reported, 'claimed listing has an inactive NPI and waits', 'claimed listings have inactive NPIs and wait')} in Problems.`,
    );
  if (clinics > 0)
    notes.push(
      `${plural(clinics, 'clinic', 'clinics')} with an inactive NPI ${clinics === 1 ? 'was' : 'were'} closed.`,
    );
  return notes;
}
