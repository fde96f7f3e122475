import type { Knex } from 'knex';
import { labelOf } from '#shared/field-labels.ts';
import { bulkFields } from '#shared/listings/bulk-fields.ts';
import { factFields } from '#shared/listings/facts.ts';
import { listingEdit } from '#contract/listings/own-listings.ts';
import type { BulkAction } from '#server/base/tables/bulk-action.ts';
import { badRequest } from '#server/base/http/errors.ts';
import { valuesOf } from '../applied-values.ts';
import { resolvePlans } from '../plans/plans.ts';
import { changeFieldsAsAdmin } from './admin.ts';
import { countPresentValues } from './queries-admin.ts';
import { restoreValues } from './restore-values.ts';

interface FieldChange {
  field: string;
  value: string;
}

const isFact = (field: string): boolean => (factFields as readonly string[]).includes(field);
const answers: Record<string, boolean | null> = { yes: true, no: false, '': null };

/** The value as it is stored. Throws the sentence of the listing's form if the field can't have it. */
async function valueToStore(db: Knex, change: FieldChange | undefined): Promise<Record<string, unknown>> {
  const field = bulkFields.find((one) => one.field === change?.field)?.field;
  if (!change || !field) throw badRequest('Please choose a field.');
  const typed = isFact(field) ? (answers[change.value] ?? null) : change.value;
  const parsed = listingEdit.safeParse({ [field]: typed });
  if (!parsed.success) throw badRequest(parsed.error.issues[0]!.message);
  const value = (parsed.data as Record<string, unknown>)[field] ?? null;
  return field === 'insurancePlans' ? resolvePlans(db, { insurancePlans: value as string | null }) : { [field]: value };
}

const shownValue = (field: string, value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (isFact(field)) return value === true || value === 'true' ? 'Yes' : 'No';
  return String(value);
};

export const setField: BulkAction<FieldChange> = {
  checkValue: async (db, change) => void (await valueToStore(db, change)),
  async preview(trx, changeId, change) {
    const { field } = change!;
    const { [field]: after } = await valueToStore(trx, change);
    const present = await countPresentValues(trx, changeId, field);
    return {
      after: shownValue(field, after),
      before: present.map(({ value, count }) => ({ value: shownValue(field, value), count })),
    };
  },
  describe: ({ field, value }) =>
    value.trim() === '' ? `${labelOf(field)} cleared` : `${labelOf(field)} “${value.trim()}”`,
  async apply(ctx, id, change) {
    return valuesOf(await changeFieldsAsAdmin(ctx, id, await valueToStore(ctx.db, change)));
  },
  undo: restoreValues,
};
