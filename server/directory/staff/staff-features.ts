/**
 * The features that only staff filter by, as the function listing_entries() assigns them. A search for any of these reads the same index as
 * the directory.
 */
export const staffFeatures = {
  paid: 10_201,
  verified: 10_202,
  owned: 10_203,
  review: 10_204,
  photos: 10_205,
  phone: 10_206,
  website: 10_207,
  no_phone: 10_210,
  no_address: 10_211,
  no_place: 10_212,
  no_hours: 10_213,
  no_npi: 10_214,
  no_services: 10_215,
  from_owner: 10_220,
  from_manager: 10_221,
  from_staff: 10_222,
  from_import: 10_223,
} as const;
export type StaffFeature = keyof typeof staffFeatures;
