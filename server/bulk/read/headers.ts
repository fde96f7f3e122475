import { createHash } from 'node:crypto';
import { listingFields, splitFields } from '#shared/bulk/fields.ts';

export type MatchKind = 'exact' | 'known' | 'values' | 'remembered' | 'chosen' | 'none' | 'repeated' | 'doubtful';
export interface Column {
  header: string;
  field: string | null;
  how: MatchKind;
  /** The share of the sampled cells that suit the field. Null if the field takes any text or all cells are blank. */
  confidence?: number | null;
  /** For a doubtful column, the field that its name promises and its cells don't hold. */
  suggested?: string;
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

/** Adds the fields that are derived from other columns. */
export function addDerivedFields(mapped: ReadonlySet<string>): Set<string> {
  const fields = new Set(mapped);
  if (mapped.has('lastName') || mapped.has('firstName') || mapped.has('lastFirst')) fields.add('name');
  if (mapped.has('weekHours'))
    for (const day of ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])
      fields.add(`${day}Hours`);
  if (mapped.has('fullAddress')) for (const field of ['address', 'city', 'state', 'zipCode']) fields.add(field);
  if (mapped.has('cityStateZip')) for (const field of ['city', 'state', 'zipCode']) fields.add(field);
  if (mapped.has('point') || mapped.has('fullAddress')) for (const field of ['lat', 'lng']) fields.add(field);
  // A practice that names a plan accepts insurance.
  if (mapped.has('insurancePlans')) fields.add('acceptsInsurance');
  // Credentials in a name become the title.
  if (fields.has('name')) fields.add('title');
  return fields;
}
