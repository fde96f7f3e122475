/** The fields that say which practice a listing is about. Changing one on a verified listing opens a check. */
export const identityFields = ['name', 'practiceName', 'phone', 'address', 'city', 'state', 'zipCode'] as const;
export type Identity = Record<(typeof identityFields)[number], string | null>;

export const pickIdentity = (listing: Record<string, unknown>): Identity =>
  Object.fromEntries(identityFields.map((field) => [field, (listing[field] as string | null) ?? null])) as Identity;

/** Ignores case, punctuation, and spacing, so that "(512) 555-0142" equals "512.555.0142". */
function normalize(field: keyof Identity, value: string | null): string {
  if (field === 'phone') return (value ?? '').replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  if (field === 'zipCode') return (value ?? '').trim().slice(0, 5);
  return (value ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** A check that was opened before a field counted doesn't have it, so the field has not changed. */
export const findIdentityChanges = (before: Partial<Identity>, after: Identity): (keyof Identity)[] =>
  identityFields.filter(
    (field) => before[field] !== undefined && normalize(field, before[field]) !== normalize(field, after[field]),
  );
