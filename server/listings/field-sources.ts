import type { FieldSource } from './queries-history.ts';

/** The key in field_sources whose source applies to every field without its own. */
export const EVERY_FIELD = '*';

/** Gives each of these fields its own source, or the one of the whole listing if the field has a value. */
export function listFieldSources(
  listing: { fieldSources: Record<string, FieldSource> } & Record<string, unknown>,
  fields: readonly string[],
): Record<string, FieldSource> {
  const { [EVERY_FIELD]: common, ...sources } = listing.fieldSources;
  if (!common) return sources;
  const given = fields.filter(
    (field) => listing[field] !== null && listing[field] !== undefined && !(field in sources),
  );
  return { ...Object.fromEntries(given.map((field) => [field, common])), ...sources };
}
