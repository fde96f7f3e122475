import type { Knex } from 'knex';
import { z } from 'zod';
import type * as contract from '#contract/inbox.ts';
import type { InboxKind } from '#contract/inbox.ts';
import { listingPath } from '#shared/listings/listing-path.ts';
import { findSource } from '#shared/sources/sources.ts';
import { rolesWith } from '#shared/permissions.ts';
import { audit, lastChange } from '#server/audit/audit.ts';
import type { StaffContext } from '#server/base/tables/bulk-action.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { rejectIfChanged } from '#server/base/http/edit-conflict.ts';
import { badRequest, notFound } from '#server/base/http/errors.ts';
import * as sql from './queries.ts';
import { sources } from './source-tables.ts';

/** An item as the contract's reply takes it. */
export type Detail = z.input<(typeof contract.openInboxItem)['reply']>;

const noSuchItem = () => notFound('This item no longer exists.');
/** Roles whose members can be assigned items. */
const ASSIGNABLE_ROLES = rolesWith('inbox.work');

function describeItem(kind: InboxKind, row: sql.InboxRow) {
  const { listingId, listingName, slug, state, citySlug, isHeld, ...item } = row;
  const listing =
    listingId === null
      ? null
      : { id: listingId, name: listingName!, href: listingPath({ id: listingId, slug, state, citySlug }), isHeld };
  return { ...item, kind, listing };
}

export async function findInbox(
  ctx: Ctx<Actor>,
  kind: InboxKind,
  { view, assignee, page = 1, pageSize = 50 }: z.output<(typeof contract.listInbox)['query']>,
) {
  const filter = { view, assignee: assignee ?? null, userId: ctx.actor.userId, now: ctx.clock.now() };
  const { items, total } = await sql.findItems(ctx.db, kind, filter, {
    limit: pageSize,
    offset: (page - 1) * pageSize,
  });
  return { items: items.map((row) => describeItem(kind, row)), total };
}

export async function findInboxItem(db: Knex, kind: InboxKind, id: number): Promise<Detail> {
  const row = await sql.findItem(db, kind, id);
  if (!row) throw noSuchItem();
  return {
    ...describeItem(kind, row),
    notes: await sql.findNotes(db, kind, id),
    replies: kind === 'message' ? await sql.findReplies(db, id) : [],
    sourcePage: findSource(row.sourceKey ?? '')?.page ?? null,
    hasAccount: row.userId !== null || (row.email !== null && (await sql.hasAccount(db, row.email))),
  };
}

async function lockExisting(trx: Knex, kind: InboxKind, id: number) {
  if (!(await sql.findItem(trx, kind, id))) throw noSuchItem();
  return sql.lockItem(trx, kind, id);
}

export async function markRead(ctx: Ctx<Actor>, kind: InboxKind, id: number): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const item = await lockExisting(trx, kind, id);
    if (!item.readAt) await sql.updateItem(trx, item.id, { readAt: ctx.clock.now() });
  });
}

const shared = z.object({ assigneeId: z.int().nullable(), snoozedUntil: z.date().nullable().transform(toTime) });
function toTime(at: Date | null): string | null {
  return at && at.toISOString();
}

/** Refuses people whose role doesn't include the inboxes. */
export async function requireAssignee(db: Knex, id: number): Promise<void> {
  const assignees = await sql.findAssignees(db, ASSIGNABLE_ROLES);
  if (!assignees.some((person) => person.id === id))
    throw badRequest('This person can’t be assigned items.', { assigneeId: 'Please choose someone else.' });
}

export async function changeItem(
  ctx: StaffContext,
  kind: InboxKind,
  id: number,
  { read, assigneeId, snoozedUntil }: z.output<(typeof contract.changeInboxItem)['body']>,
): Promise<Detail> {
  const at = ctx.clock.now();
  if (snoozedUntil && new Date(snoozedUntil) <= at)
    throw badRequest('Please choose a time in the future.', { snoozedUntil: 'Please choose a time in the future.' });
  return ctx.db.transaction(async (trx) => {
    const item = await lockExisting(trx, kind, id);
    const about = { subject: sources[kind].subject, subjectId: id };
    await rejectIfChanged({
      read,
      schema: shared,
      stored: item,
      newValues: { assigneeId, snoozedUntil: snoozedUntil && new Date(snoozedUntil).toISOString() },
      actor: ctx.actor,
      findLastChange: (fields) => lastChange(trx, about, { fields }),
    });
    if (assigneeId) await requireAssignee(trx, assigneeId);
    await sql.updateItem(trx, item.id, {
      ...(assigneeId === undefined ? {} : { assigneeId }),
      ...(snoozedUntil === undefined ? {} : { snoozedUntil: snoozedUntil && new Date(snoozedUntil) }),
      readAt: item.readAt ?? at,
    });
    const after = await findInboxItem(trx, kind, id);
    if (assigneeId !== undefined && assigneeId !== item.assigneeId)
      await audit(trx, ctx.actor, {
        ...about,
        at,
        action: 'inbox.assigned',
        note: after.assignee ?? 'No one',
        before: { assigneeId: item.assigneeId },
        after: { assigneeId },
      });
    if (snoozedUntil !== undefined)
      await audit(trx, ctx.actor, {
        ...about,
        at,
        action: snoozedUntil ? 'inbox.snoozed' : 'inbox.woken',
        before: { snoozedUntil: item.snoozedUntil },
        after: { snoozedUntil },
      });
    return after;
  });
}

export async function addNote(ctx: Ctx<Actor>, kind: InboxKind, id: number, note: string): Promise<Detail> {
  return ctx.db.transaction(async (trx) => {
    const item = await lockExisting(trx, kind, id);
    const at = ctx.clock.now();
    await sql.insertNote(trx, { itemId: item.id, at, authorId: ctx.actor.userId, note: note.trim() });
    await sql.updateItem(trx, item.id, { readAt: item.readAt ?? at });
    return findInboxItem(trx, kind, id);
  });
}

export const findAssignees = ({ db }: Ctx<Actor>) => sql.findAssignees(db, ASSIGNABLE_ROLES);
