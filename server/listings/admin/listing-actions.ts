import type { AppliedValues, BulkAction, BulkActions, StaffContext } from '#server/base/tables/bulk-action.ts';
import { badRequest, conflict } from '#server/base/http/errors.ts';
import { valuesOf } from '../applied-values.ts';
import { hasOpenChecks } from '../checks/checks.ts';
import { listingNotFound } from '../errors.ts';
import { checkReferences } from '../owner/owner.ts';
import { findServiceIds, lockListing } from '../queries-history.ts';
import { changeFieldsAsAdmin, deleteListing, restoreDeletedListing, verifyListing } from './admin.ts';
import { restoreValues } from './restore-values.ts';
import { setField } from './set-field.ts';

async function setVerified(ctx: StaffContext, id: number, verified: boolean): Promise<AppliedValues | null> {
  const listing = await lockListing(ctx.db, id);
  if (!listing) throw listingNotFound();
  if (listing.isVerified === verified) return null;
  if (await hasOpenChecks(ctx.db, id)) throw conflict('It has an open check in Claims.');
  return valuesOf(await verifyListing(ctx, id, verified));
}

const required = (value: number | undefined, sentence: string): number => {
  if (typeof value !== 'number') throw badRequest(sentence);
  return value;
};

const serviceExists: BulkAction['checkValue'] = (db, value) =>
  checkReferences(db, { practiceTypeId: undefined, serviceIds: [required(value, 'Please choose a service.')] });

const changeServices = (change: (serviceIds: number[], value: number) => number[]): BulkAction => ({
  checkValue: serviceExists,
  apply: async (ctx, id, value) =>
    valuesOf(await changeFieldsAsAdmin(ctx, id, { serviceIds: change(await findServiceIds(ctx.db, id), value!) })),
  undo: restoreValues,
});

/** The value is the id of a practice type. */
const setPracticeType: BulkAction = {
  checkValue: (db, value) =>
    checkReferences(db, {
      practiceTypeId: required(value, 'Please choose a practice type.'),
      serviceIds: undefined,
    }),
  apply: async (ctx, id, value) => valuesOf(await changeFieldsAsAdmin(ctx, id, { practiceTypeId: value })),
  undo: restoreValues,
};

export const listingActions: BulkActions<unknown> = {
  version: 'cast(d.updated_at as text)',
  actions: {
    verify: { apply: (ctx, id) => setVerified(ctx, id, true), undo: restoreValues },
    unverify: { apply: (ctx, id) => setVerified(ctx, id, false), undo: restoreValues },
    practiceType: setPracticeType,
    addService: changeServices((serviceIds, value) => [...serviceIds, value]),
    removeService: changeServices((serviceIds, value) => serviceIds.filter((id) => id !== value)),
    field: setField,
    delete: {
      apply: async (ctx, id) => valuesOf(await deleteListing(ctx, id)),
      undo: (ctx, id) => restoreDeletedListing(ctx, id),
    },
  },
};
