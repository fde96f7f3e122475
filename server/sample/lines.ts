import { SAMPLE_RATING_SOURCE } from '#shared/listings/rating-source.ts';
import type { Listing } from './listings.ts';
import { gallery, PLACE_SIZE } from './pictures.ts';
import type { SampleWeek } from './weeks.ts';

type Cell = string | number | boolean | null;
const cell = (value: Cell): string =>
  value === null ? '\\N' : typeof value === 'boolean' ? (value ? 't' : 'f') : String(value).replace(/[\\\t\n\r]/g, ' ');
const line = (cells: Cell[]): string => `${cells.map(cell).join('\t')}\n`;

export const weekKey = (week: SampleWeek, zone: string): string => `${zone} ${week.texts.join('|')}`;

export const PRACTICE_COLUMNS = 'id, name, address, city, state, zip_code, phone, created_at';
export const practiceLine = (listing: Listing, created: string): string =>
  line([
    listing.practice.id,
    listing.practice.name,
    listing.address,
    listing.city.name,
    listing.city.state,
    listing.zip.zip,
    listing.phone,
    created,
  ]);

export const LISTING_COLUMNS = `id, name, slug, title, specialty, practice_type_id, practice_id, practice_norm, rating, rating_source, review_count, phone, email,
  website, bio, experience, is_verified, user_id, address, city, state, zip_code, monday_hours, tuesday_hours, wednesday_hours, thursday_hours,
  friday_hours, saturday_hours, sunday_hours, accepts_insurance, emergency_services, accepts_new_patients, languages, parking_available,
  wheelchair_accessible, city_id, service_mask, schedule_id, time_zone, is_paid, is_pro_max, lat, lng, confirmed_at, ownership_reviewed_at,
  profile_image, practice_image, created_at, updated_at, insurance_plans, gender, whitening_price_from, whitening_price_to, whitening_price_on,
  field_sources, holiday_hours, npi, license, license_state, membership_plan`;
interface LineOptions {
  created: string;
  updated: string;
  /** When the price was stated. */
  priced: string;
  withPictures: boolean;
}

export const listingLine = (
  listing: Listing,
  scheduleId: number | null,
  { created, updated, priced, withPictures }: LineOptions,
): string => {
  const { plans, gender, price } = listing.decisions;
  const sources = {
    // The source of every field without its own.
    '*': listing.owner ? { source: 'owner', at: updated } : { source: 'import', name: 'sample data', at: updated },
    ...(price && listing.owner && { whiteningPriceFrom: { source: 'owner', at: priced } }),
  };
  return line([
    listing.id,
    listing.name,
    listing.slug,
    listing.title,
    listing.specialty,
    listing.practiceTypeId,
    listing.practice.id,
    listing.practice.name.toLowerCase(),
    listing.rating,
    listing.rating === null ? null : SAMPLE_RATING_SOURCE,
    listing.reviewCount,
    listing.phone,
    listing.email,
    listing.website,
    listing.bio,
    listing.experience,
    listing.owner !== null,
    listing.owner?.id ?? null,
    listing.address,
    listing.city.name,
    listing.city.state,
    listing.zip.zip,
    ...Array.from({ length: 7 }, (_, day) => listing.week.texts[day] ?? null),
    listing.insurance,
    listing.emergency,
    listing.newPatients,
    listing.languages,
    listing.parking,
    listing.wheelchair,
    listing.city.id,
    listing.serviceMask,
    scheduleId,
    listing.zip.timeZone,
    listing.owner !== null,
    listing.owner?.plan === 'pro_max',
    listing.lat.toFixed(5),
    listing.lng.toFixed(5),
    listing.owner === null ? null : updated,
    listing.owner === null ? null : created,
    withPictures && listing.pictures ? `/media/${listing.pictures.portrait}` : null,
    withPictures && listing.pictures ? `/media/${listing.pictures.front}` : null,
    created,
    updated,
    plans,
    gender,
    price?.from ?? null,
    price?.to ?? null,
    price ? (listing.owner ? priced : updated).slice(0, 10) : null,
    JSON.stringify(sources),
    listing.holidayHours,
    listing.registration?.npi ?? null,
    listing.registration?.license ?? null,
    listing.registration && listing.city.state,
    listing.membershipPlan,
  ]);
};

export const PHOTO_COLUMNS = 'dentist_id, hash, position, alt, width, height, created_at';
/** The gallery of an owned listing; others have no more than a cover. */
export const photoLines = ({ id, owner, pictures }: Listing, created: string): string[] =>
  owner && pictures
    ? gallery(pictures).map(({ hash, alt }, position) =>
        line([id, hash, position, alt, PLACE_SIZE.width, PLACE_SIZE.height, created]),
      )
    : [];
