import type { OwnListing } from '#contract/listings/own-listings.ts';
import { factFields, readFact } from '#shared/listings/facts.ts';
import { parseHolidayHours } from '#shared/listings/holiday-hours.ts';
import { dayNames, formatDayHours } from '#shared/listings/opening-hours.ts';
import { formatPhone } from '#ui/kit/format.ts';
import { fieldNames, socials } from './fields.ts';

const count = (n: number, one: string, many = `${one}s`): string | null =>
  n === 0 ? null : `${n} ${n === 1 ? one : many}`;
const join = (...parts: (string | null | false | undefined)[]): string => parts.filter(Boolean).join(' · ');

const summaries: Record<string, (listing: OwnListing) => string> = {
  doctor: ({ name, title, specialty, phone }) =>
    join([name, title].filter(Boolean).join(', '), specialty, phone && formatPhone(phone)),
  practice: ({ practiceName, logo, profileImage }) => join(practiceName, logo && 'logo', profileImage && 'portrait'),
  address: ({ address, city, state, zipCode }) =>
    [address, city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
  hours: summarizeHours,
  holidays: ({ holidayHours }) => count(parseHolidayHours(holidayHours).length, 'date') ?? '',
  services: (listing) =>
    join(
      count(listing.services.length, 'service'),
      count(factFields.filter((field) => readFact(listing, field) !== null).length, 'feature'),
    ),
  prices: ({ whiteningPriceFrom, insurancePlans }) =>
    join(
      whiteningPriceFrom !== null && `whitening from $${whiteningPriceFrom}`,
      insurancePlans && count(insurancePlans.split('; ').length, 'insurance plan'),
    ),
  social: (listing) => join(...socials.map((social) => listing[social] && fieldNames[social]!)),
  appointments: () => 'Whether patients can ask for a time',
  photos: ({ photos }) => count(photos.length, 'photo') ?? '',
};

/** Sums up the content of a section in one line; empty if nothing is set. */
export const summarizeSection = (id: string, listing: OwnListing): string => summaries[id]?.(listing) ?? '';

function summarizeHours(listing: OwnListing): string {
  const days = dayNames.filter((day) => listing[`${day}Hours`]?.trim());
  const [first, ...others] = days;
  if (!first) return '';
  const name = first[0]!.toUpperCase() + first.slice(1);
  return join(`${name} ${formatDayHours(listing[`${first}Hours`])}`, others.length > 0 && `${others.length} more days`);
}
