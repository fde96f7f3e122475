import type { Knex } from 'knex';
import type { z } from 'zod';
import { type BulkChange, type previewBulkChange } from '#contract/tables/bulk-changes.ts';
import { tableShapes, type TableName } from '#shared/tables/table-list.ts';
import { MAX_BULK_ROWS, type TableShape } from '#shared/tables/table-shape.ts';
import { audit } from '#server/audit/audit.ts';
import type { StaffContext } from '#server/base/tables/bulk-action.ts';
import { conditionOf, existsSql } from '#server/base/tables/page-sql.ts';
import { filterOf } from '#server/base/tables/read-table.ts';
import type { SqlText } from '#server/base/tables/sql-text.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { badRequest, conflict, notFound, Refusal } from '#server/base/http/errors.ts';
import { actionOf, staffTarget, type BulkTarget } from './bulk-target.ts';
import * as sql from './queries-bulk.ts';
import { requireChanging, requireReading } from './table-access.ts';

/** Rows that one transaction changes. */
const BATCH = 50;
/** Kept rows that the report of an undo names. */
const SHOWN_ROWS = 20;
const CHANGED_SINCE_PREVIEW = 'It was changed after the preview.';

/** Fixes the rows that an action will apply to, so that it changes exactly those that were counted. */
export async function previewChange(
  ctx: Ctx<Actor>,
  table: TableName,
  { action, value, ids, ...view }: z.output<(typeof previewBulkChange)['body']>,
): Promise<BulkChange> {
  requireChanging(ctx.actor, table);
  const target = staffTarget(table);
  const shape: TableShape = tableShapes[table];
  if (typeof value === 'object' && !shape.actions[action]?.fields)
    throw badRequest('Please choose a value of the list.');
  const filter = filterOf({ ...view, now: ctx.clock.now(), userId: ctx.actor.userId });
  return previewRows(ctx, target, { action, value }, () =>
    ids ? sql.idCondition(target.source, existsSql(target.source), ids) : conditionOf(target.source, filter),
  );
}

/** Like previewChange, for the rows of a target with these ids. */
export const previewIds = (
  ctx: Ctx<Actor>,
  target: BulkTarget,
  change: { action: string; value: unknown },
  ids: readonly number[],
): Promise<BulkChange> =>
  previewRows(ctx, target, change, () => sql.idCondition(target.source, existsSql(target.source), ids));

async function previewRows(
  ctx: Ctx<Actor>,
  target: BulkTarget,
  { action, value }: { action: string; value?: unknown },
  conditionFor: () => SqlText,
): Promise<BulkChange> {
  const chosen = actionOf(target, action);
  await chosen.checkValue?.(ctx.db, value);
  const condition = conditionFor();
  return ctx.db.transaction(async (trx) => {
    const id = await sql.insertBulkChange(trx, {
      tableName: target.name,
      action,
      value: value ?? null,
      userId: ctx.actor.userId,
      groupId: target.groupId,
      createdAt: ctx.clock.now(),
    });
    const count = await sql.insertMatchingRows(
      trx,
      id,
      target.source,
      target.bulk.version,
      condition,
      MAX_BULK_ROWS + 1,
    );
    if (count > MAX_BULK_ROWS)
      throw new Refusal(
        400,
        'too_many_rows',
        `You can change ${MAX_BULK_ROWS.toLocaleString('en-US')} rows at a time. Add a filter.`,
      );
    return { ...(await findChange(trx, id, target)), values: (await chosen.preview?.(trx, id, value)) ?? null };
  });
}

/** For a group, pass its target, whose own changes alone are found then. */
export async function openChange(ctx: Ctx<Actor>, id: number, target?: BulkTarget): Promise<BulkChange> {
  const change = await findOwnChange(ctx.db, id, target);
  if (!target) requireReading(ctx.actor, change.tableName as TableName);
  return findChange(ctx.db, id, target ?? staffTarget(change.tableName as TableName));
}

async function findOwnChange(
  db: Knex,
  id: number,
  target: BulkTarget | undefined,
  options?: { lock: boolean },
): Promise<sql.BulkRow> {
  const change = await sql.findBulkChange(db, id, options);
  if (!change || change.groupId !== (target?.groupId ?? null)) throw notFound('We couldn’t find this change.');
  return change;
}

async function findChange(db: Knex, id: number, target: BulkTarget): Promise<BulkChange> {
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
      actionOf(target, change.action).undo !== undefined &&
      count('changed') + count('kept') > 0,
    keptRows: count('kept') > 0 ? await sql.findKeptRows(db, id, SHOWN_ROWS) : [],
    values: null,
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
  ofGroup?: BulkTarget,
): Promise<BulkChange> {
  return ctx.db.transaction(async (trx) => {
    const change = await findOwnChange(trx, id, ofGroup, { lock: true });
    if (!ofGroup) requireChanging(ctx.actor, change.tableName as TableName);
    const target = ofGroup ?? staffTarget(change.tableName as TableName);
    if (to === 'applying' && (change.status !== 'previewed' || change.userId !== ctx.actor.userId))
      throw conflict('This change was applied already, or is someone else’s.', 'not_previewed');
    if (to === 'undoing' && !(await findChange(trx, id, target)).canUndo)
      throw conflict('This change can’t be undone, or there is nothing left to undo.', 'cannot_undo');
    await sql.updateBulkChange(trx, id, {
      status: to,
      stopped: null,
      ...(to === 'undoing' && { undoneBy: ctx.actor.userId }),
    });
    if (to === 'undoing') await sql.retryKeptRows(trx, id);
    await enqueueWork(trx);
    return findChange(trx, id, target);
  });
}

/** Words the effect of a change for the audit log, such as "delete" or "Specialty “Orthodontist”". */
const describeChange = (target: BulkTarget, { action, value }: sql.BulkRow): string =>
  actionOf(target, action).describe?.(value) ?? action;

const countRows = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;

/** Applies or undoes a change in batches. Each batch commits with its outcomes, so a repeated run continues. */
export async function runChange(
  deps: Deps,
  id: number,
  findGroupTarget?: (change: sql.BulkRow, userId: number | null) => Promise<BulkTarget>,
): Promise<void> {
  const change = await sql.findBulkChange(deps.db, id);
  if (change?.status !== 'applying' && change?.status !== 'undoing') return;
  const isUndo = change.status === 'undoing';
  const userId = isUndo ? change.undoneBy : change.userId;
  for (;;) {
    const target = (await findGroupTarget?.(change, userId)) ?? staffTarget(change.tableName as TableName);
    // Someone who lost the permission changes nothing more.
    const actor = await target.mayChange(deps.db, userId);
    if (actor && (await runBatch(deps, change, actor, target))) continue;
    const person = actor ?? (await sql.findStaffMember(deps.db, userId)) ?? null;
    const stopped = actor ? null : `${person?.name ?? 'The account'} no longer has the permission for this.`;
    await finishChange(deps, change, person, stopped, target);
    return;
  }
}

/**
 * An undo that restored nothing, or not every row yet, leaves the change open, so that it can be undone again. The entry in the
 * audit log comes after those of the rows, so that it is above them.
 */
async function finishChange(
  { db, clock }: Deps,
  change: sql.BulkRow,
  actor: StaffContext['actor'] | null,
  stopped: string | null,
  target: BulkTarget,
): Promise<void> {
  const { id, status, tableName } = change;
  await db.transaction(async (trx) => {
    if ((await sql.findBulkChange(trx, id, { lock: true }))?.status !== status) return;
    const { changed, restored, kept, skipped } = await findChange(trx, id, target);
    const isUndone = status === 'undoing' && changed === 0 && restored > 0;
    await sql.updateBulkChange(trx, id, { status: isUndone ? 'undone' : 'applied', stopped });
    const parts =
      status === 'undoing'
        ? [
            `${countRows(restored)} restored`,
            kept > 0 && `${countRows(kept)} kept`,
            changed > 0 && `${countRows(changed)} left`,
          ]
        : [countRows(changed), skipped > 0 && `${countRows(skipped)} skipped`];
    await audit(trx, actor, {
      at: clock.now(),
      action: `${tableName}.${status === 'undoing' ? 'bulk_undone' : 'bulk_changed'}`,
      subject: 'bulk_change',
      subjectId: id,
      note: `${describeChange(target, change)}: ${parts.filter(Boolean).join(', ')}`,
    });
  });
}

async function runBatch(
  deps: Deps,
  change: sql.BulkRow,
  actor: StaffContext['actor'],
  target: BulkTarget,
): Promise<boolean> {
  const isUndo = change.status === 'undoing';
  return deps.db.transaction(async (trx) => {
    const batch = await sql.lockNextRows(trx, change.id, isUndo, BATCH);
    const outcomes: sql.Outcome[] = [];
    for (const row of batch)
      outcomes.push(
        isUndo
          ? await undoRow({ ...deps, db: trx, actor }, target, change, row)
          : await applyRow({ ...deps, db: trx, actor }, target, change, row),
      );
    if (outcomes.length > 0) await sql.writeOutcomes(trx, change.id, outcomes);
    return batch.length === BATCH;
  });
}

async function applyRow(
  ctx: StaffContext,
  target: BulkTarget,
  change: sql.BulkRow,
  row: sql.PendingRow,
): Promise<sql.Outcome> {
  const { source, bulk } = target;
  const { rowId } = row;
  try {
    // A refused row must not undo the others of its batch.
    return await ctx.db.transaction(async (trx) => {
      const version = await sql.lockVersion(trx, source, bulk.version, existsSql(source), rowId);
      if (version === null) return { rowId, outcome: 'skipped', reason: 'It no longer exists.' };
      if (version !== row.version) return { rowId, outcome: 'skipped', reason: CHANGED_SINCE_PREVIEW };
      const values = await actionOf(target, change.action).apply({ ...ctx, db: trx }, rowId, change.value ?? undefined);
      return values ? { rowId, outcome: 'changed', ...values } : { rowId, outcome: 'unchanged' };
    });
  } catch (error) {
    if (error instanceof Refusal) return { rowId, outcome: 'skipped', reason: error.message };
    throw error;
  }
}

async function undoRow(
  ctx: StaffContext,
  target: BulkTarget,
  change: sql.BulkRow,
  row: sql.PendingRow,
): Promise<sql.Outcome> {
  const { rowId, before, after } = row;
  const action = actionOf(target, change.action);
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
