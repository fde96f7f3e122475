import type { Knex } from 'knex';
import { z } from 'zod';
import {
  formatHolidayHours,
  localDate,
  normalizeHolidayHours,
  parseHolidayHours,
} from '#shared/listings/holiday-hours.ts';
import { mayInGroup } from '#shared/groups/group-roles.ts';
import type { GroupValues, latestGroupChanges, SentGroupValues } from '#contract/groups/group-changes.ts';
import type { BulkChange } from '#contract/tables/bulk-changes.ts';
import type { AppliedValues, StaffContext } from '#server/base/tables/bulk-action.ts';
import type { TableSource } from '#server/base/tables/table-source.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { badRequest, conflict } from '#server/base/http/errors.ts';
import { enqueue, job } from '#server/base/jobs/queue.ts';
import { listingSource } from '#server/directory/staff/listing-table.ts';
import { rejectIfEdited, valuesOf } from '#server/listings/applied-values.ts';
import { listingNotFound } from '#server/listings/errors.ts';
import { rejectPausedChanges } from '#server/listings/access/plan.ts';
import { changeListing, lockListing } from '#server/listings/history.ts';
import { hashOfUrl } from '#server/listings/photos/media.ts';
import { storeDataUrl } from '#server/listings/photos/upload.ts';
import { addFirst } from '#server/listings/photos/gallery.ts';
import { resolvePlans } from '#server/listings/plans/plans.ts';
import { openChange, previewIds, runChange, startChange } from '#server/tables/bulk-changes.ts';
import type { BulkTarget } from '#server/tables/bulk-target.ts';
import { requireGroupPlan, requireInGroup } from './access.ts';
import { findGroup, type GroupRow } from './queries.ts';
import { findLatestChanges, findPerson, isChangeable, isChangeableBy } from './queries-changes.ts';

/** The dates of a location that haven't passed, with those of the change in place of the same dates. */
function mergeDates(stored: string | null, added: string, today: string): string {
  const dates = parseHolidayHours(added);
  const kept = parseHolidayHours(stored).filter(
    (one) => one.to >= today && !dates.some(({ from, to }) => one.from <= to && from <= one.to),
  );
  const merged = normalizeHolidayHours(formatHolidayHours([...kept, ...dates]));
  if ('problem' in merged) throw badRequest(merged.problem);
  return merged.text;
}

async function lockLocation(trx: Knex, id: number) {
  const listing = await lockListing(trx, id);
  if (!listing) throw listingNotFound();
  return listing;
}

/** The group's locations as rows of a change of many, with the rights of one of its people. */
function targetOf(groupId: number, group: GroupRow | null): BulkTarget {
  const source = { kind: group?.role === 'owner' ? ('owner' as const) : ('manager' as const) };
  const today = (at: Date) => localDate('America/New_York', at);
  const write = ({ db, clock, actor }: StaffContext, id: number, values: Record<string, unknown>) =>
    changeListing(db, id, values, { ...source, userId: actor.userId }, clock.now());
  return {
    name: 'group',
    groupId,
    source: {
      ...(listingSource as unknown as TableSource),
      exists: group ? isChangeable(group) : 'false',
    },
    mayChange: async (db, userId) =>
      group && userId !== null && mayInGroup(group.role, 'edit') ? ((await findPerson(db, userId)) ?? null) : null,
    bulk: {
      version: 'cast(d.updated_at as text)',
      actions: {
        values: {
          async apply(ctx, id, value) {
            const { holidayHours, photos, ...columns } = value as GroupValues;
            const listing = await lockLocation(ctx.db, id);
            const stored = listing['holidayHours'] as string | null;
            const changes = await write(ctx, id, {
              ...columns,
              ...(holidayHours && { holidayHours: mergeDates(stored, holidayHours, today(ctx.clock.now())) }),
              ...(photos && (await addFirst(ctx.db, id, photos.map(({ url, alt }) => ({ hash: hashOfUrl(url)!, alt }))))), // prettier-ignore
            });
            await rejectPausedChanges(ctx.db, id, changes);
            return valuesOf(changes);
          },
          async undo(ctx: StaffContext, id: number, { before, after }: AppliedValues) {
            const listing = await lockLocation(ctx.db, id);
            // Someone else may undo a change than made it, with fewer locations.
            if (!group || !(await isChangeableBy(ctx.db, group, id))) throw conflict('It isn’t one of your locations.');
            await rejectIfEdited(ctx.db, listing, after);
            await write(ctx, id, before);
          },
        },
      },
    },
  };
}

export async function previewGroupChange(
  ctx: Ctx<Actor>,
  groupId: number,
  { values, ids }: { values: SentGroupValues; ids: readonly number[] },
): Promise<BulkChange> {
  const group = await requireInGroup(ctx.db, ctx.actor, groupId, 'edit');
  const { photos = [], ...columns } = await resolvePlans(ctx.db, values);
  const value: Record<string, unknown> = Object.fromEntries(Object.entries(columns).filter(([, given]) => given));
  if (photos.length > 0) value['photos'] = await storePhotos(ctx, group, photos);
  if (Object.keys(value).length === 0) throw badRequest('Please choose what to change.');
  return previewIds(ctx, targetOf(groupId, group), { action: 'values', value }, ids);
}

/** Stores each picture once for all locations. Pictures of changes that are never applied are deleted as unused. */
async function storePhotos(
  ctx: Ctx<Actor>,
  group: GroupRow,
  photos: readonly { image: string; alt: string }[],
): Promise<{ url: string; alt: string }[]> {
  requireGroupPlan(group);
  const stored = [];
  for (const { image, alt } of photos) stored.push({ url: await storeDataUrl(ctx, image), alt });
  return stored;
}

export async function openGroupChange(ctx: Ctx<Actor>, groupId: number, id: number): Promise<BulkChange> {
  const group = await requireInGroup(ctx.db, ctx.actor, groupId, 'edit');
  return openChange(ctx, id, targetOf(groupId, group));
}

export async function startGroupChange(
  ctx: Ctx<Actor>,
  groupId: number,
  id: number,
  to: 'applying' | 'undoing',
): Promise<BulkChange> {
  const group = await requireInGroup(ctx.db, ctx.actor, groupId, 'edit');
  return startChange(ctx, id, to, (trx) => enqueue(trx, groupChangeJob, { id }), targetOf(groupId, group));
}

export async function findGroupChanges(
  { db, actor }: Ctx<Actor>,
  groupId: number,
): Promise<z.input<(typeof latestGroupChanges)['reply']>> {
  await requireInGroup(db, actor, groupId, 'edit');
  return (await findLatestChanges(db, groupId)).map(({ value, ...change }) => ({
    ...change,
    values: value as GroupValues,
  }));
}

export const groupChangeJob = job('groups.change', {
  payload: z.object({ id: z.int() }),
  handle: ({ id }, deps: Deps) =>
    runChange(deps, id, async ({ groupId }, userId) =>
      targetOf(groupId!, userId === null ? null : await findGroup(deps.db, groupId!, userId)),
    ),
});
