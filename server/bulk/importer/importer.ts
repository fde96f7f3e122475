import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { asRefusal, conflict, Refusal } from '#server/base/http/errors.ts';
import type { AuditActor } from '#server/audit/audit.ts';
import { copyInto } from '#server/base/db/copy-stream.ts';
import { hasNameColumn } from '#shared/bulk/fields.ts';
import { planRun } from './plan.ts';
import type { CsvFile, CsvRow } from '../read/csv.ts';
import { readRows, type ReadOptions } from '../recipe/read-rows.ts';
import { decodeBytes } from '../read/decode.ts';
import { describeFile, listColumnNames } from '../read/file-notes.ts';
import { mapColumns } from '../mapping/map-columns.ts';
import { refuseTitle } from '../mapping/title-rows.ts';
import { headerShape, isFieldName, detectSource, addDerivedFields, type Column } from '../read/headers.ts';
import { readBytes } from '../read/read-bytes.ts';
import type { SpooledFile } from '../read/spool.ts';
import { copyIntoStage, createStage, finishStage, listReferenceIds } from '../stage/queries-stage.ts';
import { selectColumns } from '../stage/stage-columns.ts';
import { stageFile } from '../stage/stage-file.ts';
import type { StageCounts } from '../stage/stage.ts';
import { finishRun } from './finish-run.ts';
import { runWithImportLock, type BulkDeps, type StartedRun } from './import-lock.ts';
import {
  findEarlierImport,
  findRunByKey,
  findSavedMapping,
  insertRun,
  saveMapping,
  saveProgress,
  updateRun,
  type RunOptions,
} from '../runs/queries-runs.ts';
import { dateRegistry } from '#server/bulk/runs/registry-run.ts';
import { describeFeed, originOf, type FeedRun } from '#server/bulk/runs/feed-run.ts';
import { waitForRun } from '../runs/runs.ts';
import { convertRegistry, prepareDirectory, type ConvertedRegistry } from '#server/bulk/registry/registry-import.ts';
import { RefusedRowStore } from './refused-row-store.ts';
import type { RunProgress } from '../runs/run-progress.ts';

export interface ImportRequest extends ReadOptions {
  file: SpooledFile;
  actor: AuditActor;
  options: RunOptions;
  /** The operator's choice of a field for each header. Null skips the column. */
  mapping?: Record<string, string | null> | null;
  /** Headers without which the import is refused. */
  neededColumns?: readonly string[];
  idempotencyKey?: string | null;
  /** Ends the wait for an import that an earlier request with the same key started. */
  signal?: AbortSignal;
  /** Set for a file of a source, whose rows have the ids of their listings. */
  feed?: FeedRun;
  /** The name of a run without an actor. */
  userName?: string;
  /** Runs in the transaction that starts the run. If it throws, there is no run. */
  onStart?: (trx: Knex, runId: number) => Promise<void>;
}

/** Starts an import: reads the file, plans its changes, and applies them unless it's a dry run. */
export async function startImport(deps: BulkDeps, request: ImportRequest): Promise<StartedRun> {
  const { file, actor, options, idempotencyKey = null } = request;
  const earlierRun = idempotencyKey ? await findStartedRun(deps, idempotencyKey, request.signal) : null;
  if (earlierRun) {
    await file.remove();
    return earlierRun;
  }
  const createRun = () =>
    deps.db.transaction(async (trx) => {
      const id = await insertRun(trx, {
        at: deps.clock.now(),
        userId: actor?.userId ?? null,
        userName: actor?.name ?? request.userName ?? 'Command line',
        fileName: file.name,
        options,
        idempotencyKey,
      });
      if (id === null) throw conflict('This import was already sent.');
      await request.onStart?.(trx, id);
      await saveProgress(trx, id, { phase: 'reading', done: 0, total: file.bytes });
      return id;
    });
  try {
    const run = await runWithImportLock(deps, createRun, (trx, id, progress) =>
      // Steps of a recipe refer to the columns of the file, so a file with steps is imported as it is.
      file.registry && !request.recipe?.length
        ? importRegistryFile(deps, trx, id, { ...request, file: { ...file, registry: file.registry } }, progress)
        : importFile(deps, trx, id, request, progress),
    );
    // `finished` rejects if the database can't be reached at the end. Callers who wait for it handle that.
    void run.finished.catch(() => undefined).finally(() => file.remove());
    return run;
  } catch (error) {
    await file.remove();
    // Two requests with the same key may start at once. The second one follows the first.
    const isConflict = asRefusal(error)?.status === 409;
    for (let attempt = 0; idempotencyKey && isConflict && attempt < 5; attempt++) {
      const sameRun = await findStartedRun(deps, idempotencyKey, request.signal);
      if (sameRun) return sameRun;
      await sleep(100);
    }
    throw error;
  }
}

/** The run that an earlier request with this key started, here or on another server. Its `finished` waits for its end. */
async function findStartedRun(deps: BulkDeps, key: string, signal?: AbortSignal): Promise<StartedRun | null> {
  const id = await findRunByKey(deps.db, key);
  return id === null ? null : { id, finished: waitForRun(deps, id, signal) };
}

/** Reads the dental providers out of a registry file, and imports these. */
async function importRegistryFile(
  deps: BulkDeps,
  trx: Knex,
  runId: number,
  request: ImportRequest & { file: { registry: NonNullable<SpooledFile['registry']> } },
  progress: RunProgress,
): Promise<void> {
  const { path, isUpload = false, registry } = request.file;
  progress.startPhase('reading', registry.bytes);
  const converted = await convertRegistry(trx, runId, { path, isUpload, registry, today: deps.clock.now() }, progress);
  try {
    const { format: _format, recipe: _recipe, ...rest } = request;
    await importFile(deps, trx, runId, { ...rest, mapping: null }, progress, converted);
  } finally {
    await converted.remove();
  }
}

async function importFile(
  deps: BulkDeps,
  trx: Knex,
  runId: number,
  request: ImportRequest,
  progress: RunProgress,
  registry: ConvertedRegistry | null = null,
): Promise<void> {
  const { options, format, recipe, feed } = request;
  const file = registry ? { ...request.file, path: registry.listingsPath } : request.file;
  const reading: ReadOptions = { ...(format ? { format } : {}), ...(recipe ? { recipe } : {}) };
  if (!registry) progress.startPhase('reading', file.bytes);
  const bytes = readBytes(file);
  const { csv, firstRows } = await readRows(decodeBytes(bytes, file.encoding.encoding), reading)
    .then(async (rows) => ({ csv: rows, firstRows: await readFirstRows(rows) }))
    .finally(() => bytes.destroy());
  const columns = await chooseFields(deps, csv, firstRows, request);
  const fields = columns.map(({ field }) => field);
  const source = registry
    ? { name: 'NPI registry', ratings: null }
    : feed
      ? { name: feed.name, ratings: null }
      : detectSource(csv.headers);
  const notes = registry
    ? registry.notes
    : feed
      ? [describeFeed(feed)]
      : describeFile(file, csv, columns, source?.name ?? null);
  const earlierRun = await findEarlierImport(deps.db, file.sha256, runId);
  if (earlierRun)
    notes.unshift(
      `This exact file was imported before: run ${earlierRun.id}, on ${earlierRun.finishedAt.toISOString().slice(0, 10)} by ${earlierRun.userName}.`,
    );
  await updateRun(deps.db, runId, {
    fileBytes: file.spreadsheet?.bytes ?? file.bytes,
    sha256: file.sha256,
    encoding: file.encoding.encoding,
    delimiter: csv.delimiter,
    headers: csv.headers,
    mapping: {
      columns,
      source: source?.name ?? null,
      ...(registry ? { registry: registry.run } : {}),
      ...(feed ? { feed } : {}),
    },
    source: registry ? 'npi' : (feed?.source ?? null),
    notes,
  });
  if (source?.name === 'NPPES')
    throw new Refusal(
      422,
      'no_taxonomy',
      'This is an extract of the NPI registry that doesn’t say who is a dentist. It needs the columns NPI (first), Entity Type Code, and Healthcare Provider Taxonomy Code_1. If every row is a dentist, rename “NPI” to “Dentist NPI”.',
    );
  if (!hasNameColumn(columns)) {
    refuseTitle(csv, firstRows);
    throw new Refusal(
      422,
      'no_name_column',
      `We couldn’t find a name column. The columns of this file are ${listColumnNames(csv.headers)}. Please choose the one with the name of the listing.`,
    );
  }

  const refusedRows = new RefusedRowStore(deps.db, runId);
  const counts = await fillStage(trx, runId, file, { fields, ...reading }, refusedRows, progress);
  if (counts.rows === 0 && !registry) throw new Refusal(422, 'no_rows', 'This file has a header and no rows.');
  if (counts.shortRows.count > 0) notes.push(describeShortRows(counts.shortRows));
  // A field without any value changes nothing, so the plan leaves it out.
  const fieldsWithValues = new Set(counts.fieldsWithValues);
  if (registry) counts.rows += await registry.fillStage(fieldsWithValues);
  await finishStage(trx, runId, fieldsWithValues, counts.hasUnfoldedNames);
  if (registry && !options.dryRun) notes.push(...(await prepareDirectory(trx, runId, registry.run, deps.clock.now())));

  const plan = await planRun(
    deps,
    trx,
    {
      runId,
      mapped: fieldsWithValues,
      options,
      rows: counts.rows,
      refusedAtStaging: counts.refusedCount,
      // The registry has changed the staged rows since.
      facts: registry ? null : counts.facts,
      origin: registry ? { source: 'npi', statedAt: dateRegistry(registry.run) } : originOf(feed),
    },
    progress,
    (reasonsByRow) => refusedRows.saveFromFile(file, reading, reasonsByRow),
  );
  if (refusedRows.isFull) notes.push(RefusedRowStore.FULL_NOTE);
  const isAccepted = await finishRun(
    deps,
    trx,
    runId,
    {
      actor: request.actor,
      mapped: fieldsWithValues,
      options,
      ratingSource: source?.ratings ?? null,
      fileName: file.name,
      notes,
      apply: !options.dryRun,
      registry: registry?.run ?? null,
      feed: feed ?? null,
    },
    plan,
    progress,
  );
  if (registry || feed || !isAccepted) return;
  await saveMapping(
    trx,
    headerShape(csv.headers),
    Object.fromEntries(columns.map(({ header, field }) => [header, field])),
    deps.clock.now(),
  );
}

/** Copies the cleaned rows of the file into a staging table. */
async function fillStage(
  trx: Knex,
  runId: number,
  file: SpooledFile,
  settings: ReadOptions & { fields: (string | null)[] },
  refusedRows: RefusedRowStore,
  progress: RunProgress,
): Promise<StageCounts> {
  const mapped = addDerivedFields(new Set(settings.fields.filter((field) => field !== null)));
  const references = await listReferenceIds(trx);
  const columns = selectColumns(mapped);
  await createStage(trx, runId, columns);
  const copyStream = await copyInto(trx, copyIntoStage(runId, columns));
  return stageFile(file, { ...settings, mapped, references }, copyStream, {
    signal: progress.signal,
    onBytes: (bytes) => progress.advance(bytes),
    async onRows(rows, refused) {
      progress.rows = rows;
      await refusedRows.save(refused);
    },
  });
}

function describeShortRows({ count, lines }: StageCounts['shortRows']): string {
  const rows = count === 1 ? '1 row is' : `${count.toLocaleString('en-US')} rows are`;
  const shownLines = `line${count === 1 ? '' : 's'} ${lines.slice(0, 5).join(', ')}${count > 5 ? ' …' : ''}`;
  return `${rows} shorter than the header (${shownLines}). Missing cells were imported as blank.`;
}

async function readFirstRows(csv: CsvFile): Promise<CsvRow[]> {
  const next = await csv.batches.next();
  return next.done ? [] : next.value;
}

async function chooseFields(
  deps: BulkDeps,
  csv: CsvFile,
  firstRows: readonly CsvRow[],
  { mapping, neededColumns = [] }: ImportRequest,
): Promise<Column[]> {
  for (const field of Object.values(mapping ?? {}))
    if (field !== null && !isFieldName(field)) throw new Refusal(422, 'bad_mapping', `There is no field “${field}”.`);
  const missing = neededColumns.find((header) => !csv.headers.includes(header));
  if (missing !== undefined)
    throw new Refusal(
      422,
      'bad_mapping',
      `This file has no column “${missing}”. Its columns are ${listColumnNames(csv.headers)}.`,
    );
  return mapColumns(csv.headers, {
    chosen: mapping ?? null,
    saved: mapping ? null : await findSavedMapping(deps.db, headerShape(csv.headers)),
    rows: firstRows.map(({ cells }) => cells),
    references: await listReferenceIds(deps.db),
  });
}
