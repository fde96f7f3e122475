import { fieldNames, isFact } from './fields.ts';
import type { ListingNames } from '../../listing-names.ts';
import { listPlanNames } from '../../plan-choices.ts';
import { formatLocalDateTime } from '#ui/kit/format.ts';

/** The value of a field as the history shows it. */
export function showValue(field: string, value: unknown, names: ListingNames): string {
  if (field === 'userId') return value ? 'claimed' : 'unclaimed';
  if (value === null || value === undefined || value === '') return isFact(field) ? 'not known' : '(empty)';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field === 'confirmedAt') return formatLocalDateTime(String(value));
  if (field === 'practiceTypeId') return names.types.get(Number(value)) ?? `type ${String(value)}`;
  if (field === 'serviceIds' && Array.isArray(value))
    return value.map((id) => names.services.get(Number(id)) ?? `service ${id}`).join(', ') || 'none';
  if (field === 'insurancePlans') return listPlanNames(String(value as string), names.plans).join('; ');
  if (field === 'photos' && Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'photo' : 'photos'}`;
  if (field === 'practiceImage' || field === 'profileImage') return 'a photo';
  if (field === 'logo') return 'a logo';
  if (typeof value === 'object') return 'name' in value ? String(value.name) : '';
  return String(value as string | number);
}

/** Names who set a value: the owner, a manager, staff, or an import. */
export function describeSource(
  source: { source: string; sourceName?: string | null; name?: string; by?: string | null },
  brand: string,
): string {
  const file = source.sourceName ?? source.name;
  switch (source.source) {
    case 'owner':
    case 'manager':
      return source.by ?? (source.source === 'owner' ? 'the owner' : 'a manager');
    case 'staff':
    case 'claim':
      return source.by && source.by !== brand ? `${source.by} (${brand})` : `${brand} staff`;
    case 'import':
      return file ? `import of ${file}` : 'an import';
    default:
      return brand;
  }
}

export const fieldName = (field: string): string => fieldNames[field] ?? field;
