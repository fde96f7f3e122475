import type { Knex } from 'knex';
import type { ImportRow } from '#contract/bulk/bulk.ts';
import { getFieldLabel } from '#shared/bulk/fields.ts';
import { listReferenceNames } from './queries-rows.ts';

type FieldValues = Record<string, unknown> | null;

const formatValue = (value: unknown): string | null => {
  if (value == null) return null;
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
};
const getChangeLabel = (key: string) =>
  getFieldLabel(key === 'practiceTypeId' ? 'practiceType' : key === 'serviceIds' ? 'services' : key);

/** Creates the function that lists changed fields with their old and new values, as people read them. */
export async function createChangeFormatter(
  db: Knex,
): Promise<(after: FieldValues, before: FieldValues) => ImportRow['changes']> {
  const names = await listReferenceNames(db);
  const formatField = (key: string, value: unknown): string | null => {
    if (key === 'practiceTypeId')
      return value == null ? null : (names.types.get(value as number) ?? formatValue(value));
    if (key === 'serviceIds')
      return (
        ((value as number[] | null) ?? []).map((serviceId) => names.services.get(serviceId) ?? serviceId).join(', ') ||
        null
      );
    return formatValue(value);
  };
  return (after, before) =>
    Object.keys(after ?? {}).map((key) => ({
      field: getChangeLabel(key),
      before: formatField(key, before?.[key]),
      after: formatField(key, after![key]),
    }));
}
