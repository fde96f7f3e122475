/** The source of the name says who added a listing. */
export const sourceColumn = `(d.field_sources->'name'->>'source')`;

/** Conditions on a listing d. The function listing_entries() makes features of them. */
export const flagConditions = {
  verified: 'd.is_verified',
  owned: 'd.user_id is not null',
  review: 'd.identity_changed_at is not null',
  photos: 'd.practice_image is not null',
  phone: 'd.phone is not null',
  website: 'd.website is not null',
} as const;
