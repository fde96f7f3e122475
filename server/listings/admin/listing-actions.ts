import type { AppliedValues, BulkActions, StaffContext } from '#server/base/tables/bulk-action.ts';
import { badRequest, conflict } from '#server/base/http/errors.ts';
import { rejectIfEdited, valuesOf } from '../applied-values.ts';
import { hasOpenChecks } from '../checks/checks.ts';
import { listingNotFound } from '../errors.ts';
import { checkReferences } from '../owner/owner.ts';
import { findServiceIds, lockListing } from '../queries-history.ts';
import { changeFieldsAsAdmin, deleteListing, restoreDeletedListing, verifyListing } from './admin.ts';

async function setVerified(ctx: StaffContext, id: number, verified: boolean): Promise<AppliedValues | null> {
  const listing = await lockListing(ctx.db, id);
  if (!listing) throw listingNotFound();
  if (listing.isVerified === verified) return null;
  if (await hasOpenChecks(ctx.db, id)) throw conflict('It has an open check in Claims.');
  return valuesOf(await verifyListing(ctx, id, verified));
}

/** Restores values, unless a field no longer has the value that the action wrote. */
async function restoreValues(ctx: StaffContext, id: number, { before, after }: AppliedValues): Promise<void> {
  const listing = await lockListing(ctx.db, id);
  if (!listing) throw listingNotFound();
  await rejectIfEdited(ctx.db, listing, after);
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
