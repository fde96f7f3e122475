import type { AppliedValues, StaffContext } from '#server/base/tables/bulk-action.ts';
import { rejectIfEdited } from '../applied-values.ts';
import { listingNotFound } from '../errors.ts';
import { lockListing } from '../queries-history.ts';
import { changeFieldsAsAdmin } from './admin.ts';

/** Restores values, unless a field no longer has the value that the action wrote. */
export async function restoreValues(ctx: StaffContext, id: number, { before, after }: AppliedValues): Promise<void> {
  const listing = await lockListing(ctx.db, id);
  if (!listing) throw listingNotFound();
  await rejectIfEdited(ctx.db, listing, after);
  await changeFieldsAsAdmin(ctx, id, before);
}
