import type { Knex } from 'knex';
import type { AppliedValues, BulkActions, StaffContext } from '#server/base/tables/bulk-action.ts';
import { badRequest, conflict } from '#server/base/http/errors.ts';
import { hasOpenChecks } from '../checks/checks.ts';
import { listingNotFound } from '../errors.ts';
import type { Change } from '../history.ts';
import { checkReferences } from '../owner/owner.ts';
import { findServiceIds, lockListing } from '../queries-history.ts';
import { changeFieldsAsAdmin, deleteListing, restoreDeletedListing, verifyListing } from './admin.ts';

const valuesOf = (changes: readonly Change[]): AppliedValues | null =>
  changes.length === 0
    ? null
    : {
        before: Object.fromEntries(changes.map(({ field, before }) => [field, before])),
        after: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
      };

async function setVerified(ctx: StaffContext, id: number, verified: boolean): Promise<AppliedValues | null> {
  const listing = await lockListing(ctx.db, id);
  if (!listing) throw listingNotFound();
  if (listing.isVerified === verified) return null;
  if (await hasOpenChecks(ctx.db, id)) throw conflict('It has an open check in Claims.');
  return valuesOf(await verifyListing(ctx, id, verified));
}

async function currentValue(trx: Knex, id: number, field: string, listing: Record<string, unknown>): Promise<unknown> {
  return field === 'serviceIds' ? findServiceIds(trx, id) : listing[field];
}

/** Restores values, unless a field no longer has the value that the action wrote. */
async function restoreValues(ctx: StaffContext, id: number, { before, after }: AppliedValues): Promise<void> {
  const listing = await lockListing(ctx.db, id);
  if (!listing) throw listingNotFound();
  for (const [field, value] of Object.entries(after)) {
    const current = await currentValue(ctx.db, id, field, listing);
    if (JSON.stringify(current ?? null) !== JSON.stringify(value ?? null)) throw conflict('It was edited since.');
  }
  await changeFieldsAsAdmin(ctx, id, before);
}

const required = (value: number | undefined, sentence: string): number => {
  if (value === undefined) throw badRequest(sentence);
  return value;
};

export const listingActions: BulkActions = {
  version: 'cast(d.updated_at as text)',
  actions: {
    verify: { apply: (ctx, id) => setVerified(ctx, id, true), undo: restoreValues },
    unverify: { apply: (ctx, id) => setVerified(ctx, id, false), undo: restoreValues },
    practiceType: {
      checkValue: (db, value) =>
        checkReferences(db, {
          practiceTypeId: required(value, 'Please choose a practice type.'),
          serviceIds: undefined,
        }),
      apply: async (ctx, id, value) => valuesOf(await changeFieldsAsAdmin(ctx, id, { practiceTypeId: value })),
      undo: restoreValues,
    },
    addService: {
      checkValue: (db, value) =>
        checkReferences(db, { practiceTypeId: undefined, serviceIds: [required(value, 'Please choose a service.')] }),
      apply: async (ctx, id, value) => {
        const serviceIds = await findServiceIds(ctx.db, id);
        return valuesOf(await changeFieldsAsAdmin(ctx, id, { serviceIds: [...serviceIds, value!] }));
      },
      undo: restoreValues,
    },
    delete: {
      apply: async (ctx, id) => valuesOf(await deleteListing(ctx, id)),
      undo: (ctx, id) => restoreDeletedListing(ctx, id),
    },
  },
};
