import { healthConditions } from './queries-health.ts';

/** The source of the name says who added a listing. */
export const sourceColumn = `(d.field_sources->'name'->>'source')`;

const isFrom = (source: string): string => `${sourceColumn} = '${source}'`;

/**
 * Conditions about a listing d that the bitmaps of filters hold. Their places are stored: add new ones last, note their columns in
 * note_filter_changes(), and reset filter_state in a migration.
 */
export const flagConditions = {
  paid: 'd.is_paid',
  verified: 'd.is_verified',
  owned: 'd.user_id is not null',
  review: 'd.identity_changed_at is not null',
  photos: 'd.practice_image is not null',
  phone: 'd.phone is not null',
  website: 'd.website is not null',
  no_phone: healthConditions.no_phone,
  no_address: healthConditions.no_address,
  no_place: healthConditions.no_place,
  no_hours: healthConditions.no_hours,
  no_npi: healthConditions.no_npi,
  from_owner: isFrom('owner'),
  from_manager: isFrom('manager'),
  from_staff: isFrom('staff'),
  from_import: isFrom('import'),
  /** Services with greater numbers than 62 have no bit in the mask. */
  service: 'd.service_mask <> 0',
} as const;
export type Flag = keyof typeof flagConditions;

/** The flags of a listing as bits of an integer, the first one lowest. */
export const flagsSql = Object.values(flagConditions)
  .map((condition, index) => `case when ${condition} then ${2 ** index} else 0 end`)
  .join(' + ');
