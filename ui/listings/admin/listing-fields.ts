import type { StaffListingDetail } from '#contract/admin-listings.ts';

export type Listing = StaffListingDetail['listing'];

export const textFields = [
  ['name', 'Name'],
  ['title', 'Title'],
  ['specialty', 'Specialty'],
  ['phone', 'Phone'],
  ['email', 'Email'],
  ['website', 'Website'],
  ['address', 'Address'],
  ['city', 'City'],
  ['state', 'State'],
  ['zipCode', 'ZIP code'],
  ['mondayHours', 'Monday'],
  ['tuesdayHours', 'Tuesday'],
  ['wednesdayHours', 'Wednesday'],
  ['thursdayHours', 'Thursday'],
  ['fridayHours', 'Friday'],
  ['saturdayHours', 'Saturday'],
  ['sundayHours', 'Sunday'],
  ['languages', 'Languages'],
  ['facebookUrl', 'Facebook'],
  ['instagramUrl', 'Instagram'],
  ['tiktokUrl', 'TikTok'],
  ['twitterUrl', 'Twitter'],
  ['youtubeUrl', 'YouTube'],
] as const;
export const flagFields = [
  ['acceptsInsurance', 'Accepts insurance'],
  ['emergencyServices', 'Emergency services'],
  ['acceptsNewPatients', 'Accepts new patients'],
  ['parkingAvailable', 'Parking available'],
  ['wheelchairAccessible', 'Wheelchair accessible'],
] as const;

export const decisionFields = [
  ['gender', 'Dentist’s gender'],
  ['insurancePlans', 'Insurance plans'],
  ['whiteningPriceFrom', 'Whitening price from'],
  ['whiteningPriceTo', 'Whitening price to'],
] as const;

export const fieldNames: Record<string, string> = {
  ...Object.fromEntries([...textFields, ...flagFields, ...decisionFields]),
  holidayHours: 'Holiday hours',
  whiteningPriceOn: 'Whitening price stated on',
  bio: 'About',
  experience: 'Years of experience',
  serviceIds: 'Services',
  practiceTypeId: 'Practice type',
  practiceImage: 'Practice picture',
  profileImage: 'Portrait',
  userId: 'Owner',
  isVerified: 'Verified',
  ownershipReviewedAt: 'Ownership reviewed',
  identityChangedAt: 'Changes under review since',
  deletedAt: 'Deleted',
  photos: 'Photos',
};
export const fieldName = (field: string): string => fieldNames[field] ?? field;

export const formatValue = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
