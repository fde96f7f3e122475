import { flagConditions, type Flag } from '#server/listings/admin/queries-flags.ts';

/** The features that only staff filter by. Every listing that isn't deleted has the first one. */
export const LISTED = 2_000;
const STAFF_FLAG = 2_001;
const PRACTICE_TYPE = 10_000;
/** The features are small integers. */
const MAX_PRACTICE_TYPE = 20_000;

const flags = Object.keys(flagConditions);

export interface StaffFeatureRow {
  /** A bit per flag. */
  staffFlags: number;
  practiceTypeId: number | null;
}

export const featureOfFlag = (flag: Flag): number => STAFF_FLAG + flags.indexOf(flag);

/** Null if a practice type has too high a number. */
export const featureOfPracticeType = (id: number): number | null =>
  id <= MAX_PRACTICE_TYPE ? PRACTICE_TYPE + id : null;

export function listStaffFeatures({ staffFlags, practiceTypeId }: StaffFeatureRow): number[] {
  const type = practiceTypeId === null ? null : featureOfPracticeType(practiceTypeId);
  return [
    LISTED,
    ...flags.flatMap((_flag, index) => (staffFlags & (1 << index) ? [STAFF_FLAG + index] : [])),
    ...(type === null ? [] : [type]),
  ];
}
