import type { StaffListingDetail } from '#contract/listings/admin-listings.ts';
import { fieldNames as ownerFieldNames } from '../owner/edit/fields.ts';

export type Listing = StaffListingDetail['listing'];

const fieldNames: Record<string, string> = {
  ...ownerFieldNames,
  isVerified: 'Verified',
  ownershipReviewedAt: 'Ownership reviewed',
  identityChangedAt: 'Changes under review since',
  deletedAt: 'Deleted',
  heldAt: 'Held since',
};
export const fieldName = (field: string): string => fieldNames[field] ?? field;

export const BLANK = '—';
export const formatValue = (value: unknown): string => {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return BLANK;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
