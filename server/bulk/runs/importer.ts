import type { Knex } from 'knex';
import { conflict, Refusal } from '#server/http/errors.ts';
import { audit, type AuditActor } from '#server/audit/audit.ts';
import { readCsv, type CsvFile } from '../read/csv.ts';
import { decodeBytes } from '../read/decode.ts';
import { headerShape, isFieldName, mapHeaders, detectSource, addDerivedFields, type Column } from '../read/headers.ts';
import { runMessages } from './run-messages.ts';
import { describeFile, listColumnNames } from '../read/file-notes.ts';
import { runWithImportLock, type BulkDeps, type StartedRun } from './import-lock.ts';
import { applyPlan, planRun } from '../plan/plan.ts';
import type { RunProgress } from './run-progress.ts';
import {
  saveProgress,
  findRun,
  groupProblems,
  findEarlierImport,
  insertRun,
  lockRun,
  findSavedMapping,
  saveMapping,
  findRunByKey,
  updateRun,
  type RunOptions,
} from './queries-runs.ts';
import {
  addRefusals,
  copyIntoStage,
  createStage,
  dropStage,
  finishStage,
  listReferenceIds,
  stageExists,
} from '../stage/queries-stage.ts';
import { copyInto } from '../export/copy-stream.ts';
import { readBytes, type SpooledFile } from '../read/spool.ts';
import { selectColumns } from '../stage/stage-columns.ts';
import { stageFile } from '../stage/stage-file.ts';
import type { RefusedRow } from '../stage/stage.ts';

export interface ImportRequest {
  file: SpooledFile;
  actor: AuditActor;
  options: RunOptions;
  /** What columns mean, as the operator said: header to field, or null for "leave it out". */
  mapping?: Record<string, string | null> | null;
  idempotencyKey?: string | null;
}
const MOST_REFUSALS = 100_000;
const COPY_NOTE = `Only the first ${MOST_REFUSALS.toLocaleString('en-US')} refused rows were kept for download.`;

/** Reads a file, works out what it would change, and unless only that was asked changes it. */
export async function startImport(deps: BulkDeps, request: ImportRequest): Promise<StartedRun> {
  const { file, actor, options, idempotencyKey = null } = request;
  if (idempotencyKey) {
    const known = await findRunByKey(deps.db, idempotencyKey);
    if (known !== null) {
      await file.remove();
      return { id: known, finished: findRun(deps.db, known).then((run) => run!) };
    }
  }
  const open = () =>
    deps.db.transaction(async (opening) => {
      const id = await insertRun(opening, {
        at: deps.clock.now(),
        userId: actor?.userId ?? null,
        userName: actor?.name ?? 'Command line',
        fileName: file.name,
        options,
        idempotencyKey,
      });
      if (id === null) throw conflict('This import was already sent.');
      await saveProgress(opening, id, { phase: 'reading', done: 0, total: file.bytes });
      return id;
    });
  try {
    const run = await runWithImportLock(deps, open, (trx, id, going) => importFile(deps, trx, id, request, going));
    // Where the database is away at the end, it does reject; nobody here waits for that.
    void run.finished.catch(() => undefined).finally(() => file.remove());
    return run;
  } catch (error) {
    await file.remove();
    throw error;
  }
}

async function importFile(
  deps: BulkDeps,
  trx: Knex,
  runId: number,
  request: ImportRequest,
  going: RunProgress,
): Promise<void> {
  const { file, options } = request;
  going.phase('reading', file.bytes);
  const open = (): Promise<CsvFile> => readCsv(decodeBytes(readBytes(file), file.encoding.encoding));
  const bytes = readBytes(file);
  const csv = await readCsv(decodeBytes(bytes, file.encoding.encoding)).finally(() => bytes.destroy());
  const columns = await meaning(deps, csv, request);
  const fields = columns.map(({ field }) => field);
  const mapped = new Set(fields.filter((field) => field !== null));
  const source = detectSource(csv.headers);
  const notes = describeFile(file, csv, columns, source?.name ?? null);
  const before = await findEarlierImport(deps.db, file.sha256, runId);
  if (before)
    notes.unshift(
      `This very file was imported before: run ${before.id}, on ${before.finishedAt.toISOString().slice(0, 10)} by ${before.userName}.`,
    );
  await updateRun(deps.db, runId, {
    fileBytes: file.bytes,
    sha256: file.sha256,
    encoding: file.encoding.encoding,
    delimiter: csv.delimiter,
    headers: csv.headers,
    mapping: { columns, source: source?.name ?? null },
    notes,
  });
  if (!mapped.has('name') && !mapped.has('lastName') && !mapped.has('id'))
    throw new Refusal(
      422,
      'no_name_column',
      `No column of this file is known to hold the name of a listing (its columns are ${listColumnNames(csv.headers)}). Please say which one does.`,
    );

  const known = await listReferenceIds(trx);
  const staged = selectColumns(addDerivedFields(mapped));
  await createStage(trx, runId, staged);
  const into = await copyInto(trx, copyIntoStage(runId, staged));
  let keptRefusals = 0;
  const keep = async (refused: RefusedRow[]) => {
    const room = refused.slice(0, MOST_REFUSALS - keptRefusals);
    keptRefusals += room.length;
    if (room.length > 0) await addRefusals(deps.db, runId, room);
  };
  const counts = await stageFile(file, { fields, mapped: addDerivedFields(mapped), known }, into, {
    signal: going.signal,
    onBytes: (read) => going.advance(read),
    async onRows(rows, refused) {
      going.rows = rows;
      await keep(refused);
    },
  });
  if (counts.rows === 0) throw new Refusal(422, 'no_rows', 'This file has a header and no rows.');
  if (counts.short.count > 0)
    notes.push(
      `${counts.short.count.toLocaleString('en-US')} ${counts.short.count === 1 ? 'row is' : 'rows are'} shorter than the header (line ${counts.short.lines.slice(0, 5).join(', ')}${counts.short.count > 5 ? ' …' : ''}). Missing cells were taken as blank.`,
    );
  // A column that is blank from top to bottom says nothing.
  const spread = new Set(counts.given);
  await finishStage(trx, runId, spread);

  const outcome = await planRun(
    deps,
    trx,
    { runId, mapped: spread, options, rows: counts.rows, early: counts.refusedCount },
    going,
    async (wanted) => {
      // Only now is it known which rows the database refuses: their cells are read from the file once more.
      let row = 0;
      let found: RefusedRow[] = [];
      for await (const batch of (await open()).batches) {
        for (const { cells, line } of batch) {
          if (cells.every((cell) => cell === '')) continue;
          const reasons = wanted.get(++row);
          if (reasons) found.push({ row, line, cells: cells.map((cell) => cell.replaceAll('\0', '')), reasons });
        }
        await keep(found);
        found = [];
        if (keptRefusals >= MOST_REFUSALS) break;
      }
    },
  );
  if (keptRefusals >= MOST_REFUSALS) notes.push(COPY_NOTE);
  await finishRun(
    deps,
    trx,
    runId,
    {
      actor: request.actor,
      mapped: spread,
      options,
      source: source?.ratings ?? null,
      fileName: file.name,
      notes,
      apply: !options.dryRun,
    },
    outcome,
    going,
  );
  const shape = headerShape(csv.headers);
  await saveMapping(
    trx,
    shape,
    Object.fromEntries(columns.map(({ header, field }) => [header, field])),
    deps.clock.now(),
  );
}

/** Carries out what a dry run has shown. What changed in the directory since is looked at again. */
export async function commitRun(
  deps: BulkDeps,
  actor: AuditActor,
  runId: number,
  change: RunOptions,
): Promise<StartedRun> {
  const open = () =>
    deps.db.transaction(async (opening) => {
      const run = await lockRun(opening, runId);
      if (run?.status !== 'ready') throw conflict('This import does not wait for a decision any more.');
      await updateRun(opening, runId, { status: 'running', options: { ...run.options, ...change, dryRun: false } });
      await saveProgress(opening, runId, { phase: 'matching', done: 0, total: 1 });
      return runId;
    });
  return runWithImportLock(deps, open, async (trx, id, going) => {
    const run = (await findRun(deps.db, id))!;
    const staged = run.rowsRead! - (run.problems.length > 0 ? run.rowsRefused! : 0);
    if (!(await stageExists(trx, id, Math.max(staged, 0))))
      throw new Refusal(409, 'gone', 'The rows of this dry run are gone. Please send the file again.');
    const mapped = addDerivedFields(
      new Set((run.mapping.columns ?? []).map(({ field }) => field).filter((field) => field !== null)),
    );
    const outcome = await planRun(
      deps,
      trx,
      {
        runId: id,
        mapped,
        options: run.options,
        rows: run.rowsRead!,
        early: 0,
        again: { headers: run.headers, columns: run.mapping.columns ?? [] },
      },
      going,
      null,
    );
    const ratings = detectSource(run.headers)?.ratings ?? null;
    await finishRun(
      deps,
      trx,
      id,
      { actor, mapped, options: run.options, source: ratings, fileName: run.fileName, notes: run.notes, apply: true },
      outcome,
      going,
    );
  });
}

interface Conclusion {
  actor: AuditActor;
  mapped: ReadonlySet<string>;
  options: RunOptions;
  source: string | null;
  fileName: string;
  notes: string[];
  apply: boolean;
}

async function finishRun(
  deps: BulkDeps,
  trx: Knex,
  runId: number,
  how: Conclusion,
  outcome: Awaited<ReturnType<typeof planRun>>,
  going: RunProgress,
): Promise<void> {
  const { counts } = outcome;
  const at = deps.clock.now();
  const accepted = counts.new + counts.changed + counts.same;
  const result = {
    rowsRead: counts.read,
    rowsNew: counts.new,
    rowsChanged: counts.changed,
    rowsSame: counts.same,
    rowsRefused: counts.refused,
    rowsDeleted: counts.deleted,
    fieldsKept: counts.kept,
    problems: await groupProblems(deps.db, runId),
    duplicates: outcome.duplicates,
    notes: how.notes,
  };
  const refuse = async (message: string) => {
    await dropStage(trx, runId);
    await updateRun(trx, runId, { ...result, status: 'failed', finishedAt: at, message });
  };
  if (accepted === 0) return refuse(runMessages.nothing(counts));
  if (how.options.strict && counts.refused > 0) return refuse(runMessages.strict(counts));
  if (!how.apply) {
    await updateRun(trx, runId, { ...result, status: 'ready', message: runMessages.ready(counts) });
    return;
  }
  const createdIds = await applyPlan(
    trx,
    {
      runId,
      mapped: how.mapped,
      at,
      userId: how.actor?.userId ?? null,
      source: how.fileName,
      ratings: how.source ?? `Import of ${how.fileName}`,
    },
    counts,
    going,
  );
  going.many = counts.new + counts.changed > 1000;
  await dropStage(trx, runId);
  const message = runMessages.done(counts);
  await updateRun(trx, runId, { ...result, status: 'done', finishedAt: at, message, createdIds });
  await audit(trx, how.actor, {
    at,
    action: 'import.finished',
    subject: 'import',
    subjectId: runId,
    after: { file: how.fileName, new: counts.new, changed: counts.changed, refused: counts.refused },
    note: message,
  });
  going.phase('finishing', 1);
}

async function meaning(deps: BulkDeps, csv: CsvFile, { mapping }: ImportRequest): Promise<Column[]> {
  for (const field of Object.values(mapping ?? {}))
    if (field !== null && !isFieldName(field)) throw new Refusal(422, 'bad_mapping', `There is no field “${field}”.`);
  return mapHeaders(
    csv.headers,
    mapping ? null : await findSavedMapping(deps.db, headerShape(csv.headers)),
    mapping ?? null,
  );
}
