import type { Knex } from 'knex';
import type { z } from 'zod';
import { type BulkChange, type previewBulkChange } from '#contract/tables/bulk-changes.ts';
import { can } from '#shared/permissions.ts';
import { tableShapes, type TableName } from '#shared/tables/table-list.ts';
import { MAX_BULK_ROWS } from '#shared/tables/table-shape.ts';
import { audit } from '#server/audit/audit.ts';
import type { BulkAction, StaffContext } from '#server/base/tables/bulk-action.ts';
import { conditionOf, existsSql } from '#server/base/tables/page-sql.ts';
import { filterOf } from '#server/base/tables/read-table.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { conflict, notFound, Refusal } from '#server/base/http/errors.ts';
import * as sql from './queries-bulk.ts';
import { tables } from './registry.ts';
import { requireChanging, requireReading } from './table-access.ts';

/** Rows that one transaction changes. */
const BATCH = 50;
/** Kept rows that the report of an undo names. */
const SHOWN_ROWS = 20;
const CHANGED_SINCE_PREVIEW = 'It was changed after the preview.';

function actionOf(table: TableName, name: string): BulkAction {
  const actions = tables[table].bulk?.actions ?? {};
  if (!Object.hasOwn(actions, name)) throw new Refusal(400, 'unknown_action', 'This list has no such action.');
  return actions[name]!;
}

/** Fixes the rows that an action will apply to, so that it changes exactly those that were counted. */
export async function previewChange(
  ctx: Ctx<Actor>,
  table: TableName,
  { action, value, ids, ...view }: z.output<(typeof previewBulkChange)['body']>,
): Promise<BulkChange> {
  requireChanging(ctx.actor, table);
  await actionOf(table, action).checkValue?.(ctx.db, value);
  const { source, bulk } = tables[table];
  const filter = filterOf({ ...view, now: ctx.clock.now(), userId: ctx.actor.userId });
  const condition = ids ? sql.idCondition(source, existsSql(source), ids) : conditionOf(source, filter);
  return ctx.db.transaction(async (trx) => {
    const id = await sql.insertBulkChange(trx, {
      tableName: table,
      action,
      value: value ?? null,
      userId: ctx.actor.userId,
      createdAt: ctx.clock.now(),
    });
    const count = await sql.insertMatchingRows(trx, id, source, bulk!.version, condition, MAX_BULK_ROWS + 1);
    if (count > MAX_BULK_ROWS)
      throw new Refusal(
        400,
        'too_many_rows',
        `You can change ${MAX_BULK_ROWS.toLocaleString('en-US')} rows at a time. Add a filter.`,
      );
    return findChange(trx, id);
  });
}

export async function openChange(ctx: Ctx<Actor>, id: number): Promise<BulkChange> {
  const change = await sql.findBulkChange(ctx.db, id);
  if (change) requireReading(ctx.actor, change.tableName as TableName);
  return findChange(ctx.db, id);
}

async function findChange(db: Knex, id: number): Promise<BulkChange> {
  const change = await sql.findBulkChange(db, id);
  if (!change) throw notFound('We couldn’t find this change.');
  const outcomes = await sql.countOutcomes(db, id);
  const count = (wanted: sql.Outcome['outcome']) =>
    outcomes.filter(({ outcome }) => outcome === wanted).reduce((sum, { n }) => sum + n, 0);
  return {
    id,
    status: change.status,
    total: outcomes.reduce((sum, { n }) => sum + n, 0),
    changed: count('changed'),
    unchanged: count('unchanged'),
    skipped: count('skipped'),
    restored: count('restored'),
    kept: count('kept'),
    stopped: change.stopped,
    canUndo:
      change.status === 'applied' &&
      actionOf(change.tableName as TableName, change.action).undo !== undefined &&
      count('changed') + count('kept') > 0,
    keptRows: count('kept') > 0 ? await sql.findKeptRows(db, id, SHOWN_ROWS) : [],
    reasons: outcomes.flatMap(({ reason, n }) => (reason ? [{ reason, count: n }] : [])),
  };
}

/**
 * Moves a change to its next status; a job does the work. An undo is made with the rights of the person who asks for it,
 * whatever has become of the author.
 */
export async function startChange(
  ctx: Ctx<Actor>,
  id: number,
  to: 'applying' | 'undoing',
  enqueueWork: (trx: Knex) => Promise<void>,
): Promise<BulkChange> {
  return ctx.db.transaction(async (trx) => {
    const change = await sql.findBulkChange(trx, id, { lock: true });
    if (!change) throw notFound('We couldn’t find this change.');
    const table = change.tableName as TableName;
    requireChanging(ctx.actor, table);
    if (to === 'applying' && (change.status !== 'previewed' || change.userId !== ctx.actor.userId))
      throw conflict('This change was applied already, or is someone else’s.', 'not_previewed');
    if (to === 'undoing' && !(await findChange(trx, id)).canUndo)
      throw conflict('This change can’t be undone, or there is nothing left to undo.', 'cannot_undo');
    await sql.updateBulkChange(trx, id, {
      status: to,
      stopped: null,
      ...(to === 'undoing' && { undoneBy: ctx.actor.userId }),
    });
    if (to === 'undoing') await sql.retryKeptRows(trx, id);
    await enqueueWork(trx);
    const started = await findChange(trx, id);
    if (to === 'applying')
      await audit(trx, ctx.actor, {
        at: ctx.clock.now(),
        action: `${table}.bulk_changed`,
        subject: 'bulk_change',
        subjectId: id,
        note: `${change.action}: ${countRows(started.total)}`,
      });
    return started;
  });
}

const countRows = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;

/** Applies or undoes a change in batches. Each batch commits with its outcomes, so a repeated run continues. */
export async function runChange(deps: Deps, id: number): Promise<void> {
  const change = await sql.findBulkChange(deps.db, id);
  if (change?.status !== 'applying' && change?.status !== 'undoing') return;
  const isUndo = change.status === 'undoing';
  const { changing } = tableShapes[change.tableName as TableName];
  for (;;) {
    const actor = await sql.findStaffMember(deps.db, isUndo ? change.undoneBy : change.userId);
    // Someone who lost the permission changes nothing more.
    const mayChange = actor !== undefined && can(actor.role, changing);
    if (mayChange && (await runBatch(deps, change, actor))) continue;
    const stopped = mayChange ? null : `${actor?.name ?? 'The account'} no longer has the permission for this.`;
    await finishChange(deps, change, actor ?? null, stopped);
    return;
  }
}

/** An undo that restored nothing, or not every row yet, leaves the change open, so that it can be undone again. */
async function finishChange(
  { db, clock }: Deps,
  { id, status, tableName, action }: sql.BulkRow,
  actor: StaffContext['actor'] | null,
  stopped: string | null,
): Promise<void> {
  await db.transaction(async (trx) => {
    if ((await sql.findBulkChange(trx, id, { lock: true }))?.status !== status) return;
    const { changed, restored, kept } = await findChange(trx, id);
    const isUndone = status === 'undoing' && changed === 0 && restored > 0;
    await sql.updateBulkChange(trx, id, { status: isUndone ? 'undone' : 'applied', stopped });
    if (status === 'undoing')
      await audit(trx, actor, {
        at: clock.now(),
        action: `${tableName}.bulk_undone`,
        subject: 'bulk_change',
        subjectId: id,
        note: [
          `${action}: ${countRows(restored)} restored`,
          kept > 0 && `${countRows(kept)} kept`,
          changed > 0 && `${countRows(changed)} left`,
        ]
          .filter(Boolean)
          .join(', '),
      });
  });
}

async function runBatch(deps: Deps, change: sql.BulkRow, actor: StaffContext['actor']): Promise<boolean> {
  const isUndo = change.status === 'undoing';
  return deps.db.transaction(async (trx) => {
    const batch = await sql.lockNextRows(trx, change.id, isUndo, BATCH);
    const outcomes: sql.Outcome[] = [];
    for (const row of batch)
      outcomes.push(
        isUndo
          ? await undoRow({ ...deps, db: trx, actor }, change, row)
          : await applyRow({ ...deps, db: trx, actor }, change, row),
      );
    if (outcomes.length > 0) await sql.writeOutcomes(trx, change.id, outcomes);
    return batch.length === BATCH;
  });
}

async function applyRow(ctx: StaffContext, change: sql.BulkRow, row: sql.PendingRow): Promise<sql.Outcome> {
  const table = change.tableName as TableName;
  const { source, bulk } = tables[table];
  const { rowId } = row;
  try {
    // A refused row must not undo the others of its batch.
    return await ctx.db.transaction(async (trx) => {
      const version = await sql.lockVersion(trx, source, bulk!.version, existsSql(source), rowId);
      if (version === null) return { rowId, outcome: 'skipped', reason: 'It no longer exists.' };
      if (version !== row.version) return { rowId, outcome: 'skipped', reason: CHANGED_SINCE_PREVIEW };
      const values = await actionOf(table, change.action).apply({ ...ctx, db: trx }, rowId, change.value ?? undefined);
      return values ? { rowId, outcome: 'changed', ...values } : { rowId, outcome: 'unchanged' };
    });
  } catch (error) {
    if (error instanceof Refusal) return { rowId, outcome: 'skipped', reason: error.message };
    throw error;
  }
}

async function undoRow(ctx: StaffContext, change: sql.BulkRow, row: sql.PendingRow): Promise<sql.Outcome> {
  const { rowId, before, after } = row;
  const action = actionOf(change.tableName as TableName, change.action);
  try {
    await ctx.db.transaction((trx) =>
      action.undo!({ ...ctx, db: trx }, rowId, { before: before ?? {}, after: after ?? {} }),
    );
    return { rowId, outcome: 'restored' };
  } catch (error) {
    if (error instanceof Refusal) return { rowId, outcome: 'kept', reason: error.message };
    throw error;
  }
}
