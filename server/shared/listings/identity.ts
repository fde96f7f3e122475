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

/** Titles, legal forms, and words that many practices have in their names. They identify no practice. */
const COMMON_WORDS = new Set(
  (
    'dr doctor mr mrs ms dds dmd md phd ms msd facd fagd jr sr ii iii pc pa pllc llc llp ltd inc corp co ' +
    'dental dentist dentists dentistry teeth tooth smile smiles family cosmetic general whitening studio office offices ' +
    'practice clinic center centre care group associates partners team the a an and of at in for'
  ).split(' '),
);

/** The words of a name that identify a practice or a person, sorted. Initials don't. */
const tellingWords = (name: string | null): string =>
  (name ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’.]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !COMMON_WORDS.has(word))
    .toSorted()
    .join(' ');

const names = new Set<keyof Identity>(['name', 'practiceName']);

/**
 * True for an edit that only spells a name another way, or adds or drops common words such as "& Family". Phone and
 * address stay, and so does every word that identifies the practice. So any number of small edits in a row is small, too,
 * and a name can't drift to another practice.
 */
export function isSmallEdit(before: Partial<Identity>, after: Identity): boolean {
  return findIdentityChanges(before, after).every((field) => {
    const words = tellingWords(after[field]);
    return names.has(field) && words !== '' && words === tellingWords(before[field] ?? null);
  });
}

/** The changed fields that staff must check before a verified listing is verified again. None for a small edit. */
export const findFieldsToCheck = (before: Partial<Identity>, after: Identity): (keyof Identity)[] =>
  isSmallEdit(before, after) ? [] : findIdentityChanges(before, after);
