import { createHash } from 'node:crypto';
import { listingFields, splitFields } from '#shared/bulk/fields.ts';
import { fieldByAlias } from './header-aliases.ts';

type MatchKind = 'exact' | 'known' | 'remembered' | 'chosen' | 'none' | 'repeated';
export interface Column {
  header: string;
  field: string | null;
  how: MatchKind;
}

export const headerKey = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Identifies a header row: equal for files with the same columns in the same order. */
export const headerShape = (headers: readonly string[]): string =>
  createHash('sha256').update(headers.map(headerKey).join('\n')).digest('hex').slice(0, 32);

const fieldNames = new Set<string>([...listingFields, ...splitFields].map(({ name }) => name));
export const isFieldName = (name: string): boolean => fieldNames.has(name);
const exactNames = new Map<string, string>(
  [...listingFields, ...splitFields].map(({ name }) => [headerKey(name), name]),
);

/** Detects the source of a file by its characteristic columns, and where its ratings come from. */
export function detectSource(headers: readonly string[]): { name: string; ratings: string | null } | null {
  const keys = new Set(headers.map(headerKey));
  const has = (...names: string[]) => names.every((key) => keys.has(key));
  if (has('npi', 'entitytypecode') || has('npi', 'providerlastnamelegalname')) return { name: 'NPPES', ratings: null };
  if (has('placeid', 'fulladdress') || has('googleid', 'site') || has('placeid', 'site'))
    return { name: 'Outscraper', ratings: 'Google' };
  if (has('storecode', 'businessname')) return { name: 'Google Business Profile', ratings: 'Google' };
  if (has('posttitle', 'posttype') || has('posttitle', 'postcontent')) return { name: 'GeoDirectory', ratings: null };
  return null;
}

/** Maps columns to fields: by the operator's choice, a saved mapping, the exact name, or an alias, in this order. */
export function mapHeaders(
  headers: readonly string[],
  savedMapping: Readonly<Record<string, string | null>> | null,
  chosenMapping: Readonly<Record<string, string | null>> | null,
): Column[] {
  const usedFields = new Set<string>();
  const columns: Column[] = headers.map((header) => ({ header, field: null, how: 'none' }));
  const mapBy = (findField: (header: string) => string | null | undefined, how: MatchKind) => {
    columns.forEach((column, index) => {
      if (column.how !== 'none') return;
      const field = findField(headers[index]!);
      if (field === undefined) return;
      if (field === null) Object.assign(column, { how });
      else if (!fieldNames.has(field)) return;
      else if (usedFields.has(field)) Object.assign(column, { how: 'repeated' });
      else {
        usedFields.add(field);
        Object.assign(column, { field, how });
      }
    });
  };
  if (chosenMapping) mapBy((header) => chosenMapping[header], 'chosen');
  if (savedMapping) mapBy((header) => savedMapping[header], 'remembered');
  // The id column of another source holds its ids. Read as ours, they would overwrite unrelated listings.
  const isForeign = detectSource(headers) !== null;
  mapBy((header) => {
    const field = exactNames.get(headerKey(header));
    return isForeign && field === 'id' ? undefined : field;
  }, 'exact');
  // A full address is used only if the file has no column for the street.
  const keys = new Set(headers.map(headerKey));
  mapBy((header) => {
    const key = headerKey(header);
    if (key === 'fulladdress' && (keys.has('street') || keys.has('address1'))) return undefined;
    if ((key === 'type' || key === 'category') && keys.has('placeid') && key === 'type') return undefined;
    return fieldByAlias.get(key);
  }, 'known');
  return columns;
}

/** Adds the fields that are derived from other columns. */
export function addDerivedFields(mapped: ReadonlySet<string>): Set<string> {
  const fields = new Set(mapped);
  if (mapped.has('lastName') || mapped.has('firstName')) fields.add('name');
  if (mapped.has('weekHours'))
    for (const day of ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])
      fields.add(`${day}Hours`);
  if (mapped.has('fullAddress')) for (const field of ['address', 'city', 'state', 'zipCode']) fields.add(field);
  // A practice that names a plan accepts insurance.
  if (mapped.has('insurancePlans')) fields.add('acceptsInsurance');
  // Credentials in a name become the title.
  if (fields.has('name')) fields.add('title');
  return fields;
}
