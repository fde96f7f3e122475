/** The columns of the listings CSV, in file order. Imports and exports share this format. */
export type FieldKind =
  | 'id'
  | 'name'
  | 'text'
  | 'prose'
  | 'place'
  | 'state'
  | 'zip'
  | 'phone'
  | 'email'
  | 'url'
  | 'hours'
  | 'flag'
  | 'count'
  | 'rating'
  | 'degrees'
  | 'npi'
  | 'practiceType'
  | 'services'
  | 'gender'
  | 'plans'
  | 'price'
  | 'date'
  | 'holidays'
  | 'licenseStatus'
  | 'discipline'
  | 'exactness'
  | 'operating';

interface ListingField {
  /** Its header in exported files. */
  name: string;
  label: string;
  kind: FieldKind;
}

const field = (name: string, label: string, kind: FieldKind): ListingField => ({ name, label, kind });

export const listingFields = [
  field('id', 'Listing id', 'id'),
  field('name', 'Name', 'name'),
  field('title', 'Title', 'text'),
  field('specialty', 'Specialty', 'text'),
  field('practiceType', 'Practice type', 'practiceType'),
  field('practice', 'Practice', 'name'),
  field('phone', 'Phone', 'phone'),
  field('email', 'Email', 'email'),
  field('website', 'Website', 'url'),
  field('bio', 'Bio', 'prose'),
  field('experience', 'Years of experience', 'count'),
  field('rating', 'Rating', 'rating'),
  field('reviewCount', 'Number of reviews', 'count'),
  field('ratingSource', 'Rating source', 'text'),
  field('address', 'Address', 'place'),
  field('city', 'City', 'place'),
  field('state', 'State', 'state'),
  field('zipCode', 'ZIP code', 'zip'),
  field('mondayHours', 'Monday hours', 'hours'),
  field('tuesdayHours', 'Tuesday hours', 'hours'),
  field('wednesdayHours', 'Wednesday hours', 'hours'),
  field('thursdayHours', 'Thursday hours', 'hours'),
  field('fridayHours', 'Friday hours', 'hours'),
  field('saturdayHours', 'Saturday hours', 'hours'),
  field('sundayHours', 'Sunday hours', 'hours'),
  field('acceptsInsurance', 'Accepts insurance', 'flag'),
  field('emergencyServices', 'Emergency services', 'flag'),
  field('acceptsNewPatients', 'Accepts new patients', 'flag'),
  field('languages', 'Languages', 'text'),
  field('parkingAvailable', 'Parking available', 'flag'),
  field('wheelchairAccessible', 'Wheelchair accessible', 'flag'),
  field('facebookUrl', 'Facebook', 'url'),
  field('instagramUrl', 'Instagram', 'url'),
  field('tiktokUrl', 'TikTok', 'url'),
  field('twitterUrl', 'X (Twitter)', 'url'),
  field('youtubeUrl', 'YouTube', 'url'),
  field('services', 'Services', 'services'),
  field('npi', 'NPI', 'npi'),
  field('placeId', 'Google place id', 'text'),
  field('lat', 'Latitude', 'degrees'),
  field('lng', 'Longitude', 'degrees'),
  field('gender', 'Dentist’s gender', 'gender'),
  field('insurancePlans', 'Insurance plans', 'plans'),
  field('whiteningPriceFrom', 'Whitening price from', 'price'),
  field('whiteningPriceTo', 'Whitening price to', 'price'),
  field('whiteningPriceOn', 'Whitening price stated on', 'date'),
  field('license', 'License number', 'text'),
  field('licenseState', 'License state', 'state'),
  field('npiSince', 'NPI since', 'date'),
  field('holidayHours', 'Holiday hours', 'holidays'),
  field('membershipPlan', 'Offers a membership plan', 'flag'),
  field('licenseStatus', 'License status', 'licenseStatus'),
  field('licenseExpires', 'License expires', 'date'),
  field('pointExactness', 'Exactness of the point', 'exactness'),
  field('operatingStatus', 'Open or closed', 'operating'),
  field('operatingConfidence', 'Certainty of open or closed (%)', 'count'),
  field('bookingUrl', 'Link to book online', 'url'),
  field('licenseDiscipline', 'License discipline', 'discipline'),
] as const;

/** Columns of other sources that are split into several fields. */
export const splitFields = [
  { name: 'weekHours', label: 'Weekly hours' },
  { name: 'fullAddress', label: 'Full address' },
  { name: 'firstName', label: 'First name' },
  { name: 'lastName', label: 'Last name' },
  { name: 'middleName', label: 'Middle name' },
  { name: 'address2', label: 'Address line 2' },
  { name: 'lastFirst', label: 'Name (last, first)' },
  { name: 'houseNumber', label: 'House number' },
  { name: 'cityStateZip', label: 'City, state, and ZIP code' },
  { name: 'point', label: 'Point' },
] as const;

/** Without one of these fields, rows can't become listings. */
const nameFields = new Set(['name', 'lastName', 'lastFirst', 'id']);
export const hasNameColumn = (columns: readonly { field: string | null }[]): boolean =>
  columns.some(({ field }) => field !== null && nameFields.has(field));
/** True if the rows hold names, so that the staged rows have a column for them. */
export const holdsNames = (columns: readonly { field: string | null }[]): boolean =>
  columns.some(({ field }) => field !== null && field !== 'id' && nameFields.has(field));

/** A cell of these fields that can't be used refuses its row, because it says who a listing is or where. */
export const refusingFields: ReadonlySet<string> = new Set(['id', 'name', 'address', 'city', 'state', 'zipCode']);

export const getFieldLabel = (name: string): string =>
  [...listingFields, ...splitFields].find((field) => field.name === name)?.label ?? name;
