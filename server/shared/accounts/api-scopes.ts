/** The scopes of API keys. A key can do what its scopes and its owner's account both allow. */
export const apiScopes = ['directory', 'own.read', 'own.write', 'appointments', 'reviews', 'import'] as const;
export type ApiScope = (typeof apiScopes)[number];

export const scopeLabels: Record<ApiScope, { label: string; hint: string }> = {
  directory: { label: 'Read the directory', hint: 'Searches, profiles, places, and the partner feed.' },
  'own.read': { label: 'Read your listings', hint: 'Your listings with their history and figures.' },
  'own.write': { label: 'Change your listings', hint: 'Edits, photos, and new listings. A key can’t delete one.' },
  appointments: { label: 'Appointment requests', hint: 'Reads and answers them. Names and contacts are included.' },
  reviews: { label: 'Reviews', hint: 'Reads, replies to, and reports reviews of your listings.' },
  import: { label: 'Import listings', hint: 'For staff who can import listings.' },
};

/** Scopes that mean the group's locations if the key belongs to a group. */
const groupScopeLabels: Partial<typeof scopeLabels> = {
  'own.read': { label: 'Read the locations', hint: 'The group’s locations with their history and figures.' },
  'own.write': { label: 'Change the locations', hint: 'Edits and photos. A key can’t add or delete a location.' },
  reviews: { label: 'Reviews', hint: 'Reads, replies to, and reports reviews of the locations.' },
};

export const labelScope = (scope: ApiScope, isOfGroup: boolean): { label: string; hint: string } =>
  (isOfGroup && groupScopeLabels[scope]) || scopeLabels[scope];

/** A key's lifetime, in days. */
export const keyDays = [30, 90, 365] as const;
/** How long a replaced key keeps working, in hours. */
export const KEY_OVERLAP_HOURS = 24;
