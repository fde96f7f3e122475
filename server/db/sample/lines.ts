import type { Listing } from './listings.ts';
import type { SampleWeek } from './weeks.ts';

type Cell = string | number | boolean | null;
const cell = (value: Cell): string =>
  value === null ? '\\N' : typeof value === 'boolean' ? (value ? 't' : 'f') : String(value).replace(/[\\\t\n\r]/g, ' ');
const line = (cells: Cell[]): string => `${cells.map(cell).join('\t')}\n`;

export const weekKey = (week: SampleWeek, zone: string): string => `${zone} ${week.texts.join('|')}`;

export const PRACTICE_COLUMNS = 'id, name, address, city, state, zip_code, phone, created_at';
export const practiceLine = (one: Listing, created: string): string =>
  line([
    one.practice.id,
    one.practice.name,
    one.address,
    one.city.name,
    one.city.state,
    one.zip.zip,
    one.phone,
    created,
  ]);

export const LISTING_COLUMNS = `id, name, slug, title, specialty, practice_type_id, practice_id, rating, rating_source, review_count, phone, email,
  website, bio, experience, is_verified, user_id, address, city, state, zip_code, monday_hours, tuesday_hours, wednesday_hours, thursday_hours,
  friday_hours, saturday_hours, sunday_hours, accepts_insurance, emergency_services, accepts_new_patients, languages, parking_available,
  wheelchair_accessible, city_id, service_mask, schedule_id, time_zone, is_paid, is_pro_max, lat, lng, confirmed_at, ownership_reviewed_at, created_at, updated_at`;
export const listingLine = (one: Listing, scheduleId: number | null, created: string, updated: string): string =>
  line([
    one.id,
    one.name,
    one.slug,
    one.title,
    one.specialty,
    one.practiceTypeId,
    one.practice.id,
    one.rating,
    one.rating === null ? null : 'Sample data',
    one.reviewCount,
    one.phone,
    one.email,
    one.website,
    one.bio,
    one.experience,
    one.owner !== null,
    one.owner?.id ?? null,
    one.address,
    one.city.name,
    one.city.state,
    one.zip.zip,
    ...Array.from({ length: 7 }, (_, day) => one.week.texts[day] ?? null),
    one.insurance,
    one.emergency,
    one.newPatients,
    one.languages,
    one.parking,
    one.wheelchair,
    one.city.id,
    one.serviceMask,
    scheduleId,
    one.zip.timeZone,
    one.owner !== null,
    one.owner?.plan === 'pro_max',
    one.lat.toFixed(5),
    one.lng.toFixed(5),
    one.owner === null ? null : updated,
    one.owner === null ? null : created,
    created,
    updated,
  ]);
