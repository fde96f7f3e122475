import { z } from 'zod';
import { normalizeWebAddress } from '#shared/listings/web-address.ts';
import { normalizeHolidayHours } from '#shared/listings/holiday-hours.ts';
import { formatPlans, readPlans } from '#shared/places/insurance-plans.ts';
import { findState } from '#shared/places/states.ts';
import { email, id, line, text } from '../values.ts';

/** An empty text becomes null. */
export const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), schema.nullish());
export const required = (max: number, sentence: string) => line(max).pipe(z.string().min(1, sentence));

const phoneMessage = 'Please enter a phone number such as (512) 555-0142.';
/** Digits with their usual punctuation, and an extension. */
const isPhone = (value: string): boolean =>
  /^\+?[\d\s()./-]+(?:(?:,|x|ext\.?|#)\s*\d{1,6})?$/i.test(value) && (value.match(/\d/g) ?? []).length >= 7;
const phone = line(40).refine(isPhone, phoneMessage);
export const requiredPhone = (sentence: string) =>
  required(40, sentence).refine((value) => isPhone(value), phoneMessage);

const webAddressMessage = 'Please enter a web address such as https://www.example.com.';
/** A web address. "www.example.com" gets https://; other protocols are refused. */
export const webAddress = line(500)
  .refine((value) => !value.startsWith('/'), webAddressMessage)
  .transform((value) =>
    /^[a-z][a-z\d+.-]*:/i.test(value) && !/^[\w.-]+\.\w+:\d/.test(value) ? value : `https://${value}`,
  )
  .refine((value) => {
    if (!URL.canParse(value)) return false;
    const { protocol, hostname, username } = new URL(value);
    return (
      (protocol === 'https:' || protocol === 'http:') &&
      // Requires a domain name, because URL reads a bare number as an IP address.
      /\.[a-z][a-z\d-]+$/i.test(hostname) &&
      username === '' &&
      !/\s/.test(value)
    );
  }, webAddressMessage)
  .transform((value) => normalizeWebAddress(value) ?? value);

/** A profile of a social network: a web address, or a handle such as @smiles. */
const profileOf = (base: string) =>
  line(500)
    .transform((value) => (/^@[\w.-]{1,60}$/.test(value) ? base + value.slice(1) : value))
    .pipe(webAddress);

export const stateText = line(60, 'Please choose a US state.')
  .refine((value) => findState(value) !== undefined, 'Please choose a US state.')
  .transform((value) => findState(value)!.code);
const zipMessage = 'Please enter a ZIP code such as 78701.';
export const zip = line(10, zipMessage).refine((value) => /^\d{5}(-\d{4})?$/.test(value), zipMessage);
const wholeYears = 'Please enter a number of years from 0 to 80.';
const numeric = (value: unknown) =>
  typeof value === 'string' && /^\s*\d{1,3}\s*$/.test(value) ? Number(value) : value;
export const years = z.preprocess(
  numeric,
  z.number(wholeYears).refine((value) => Number.isInteger(value) && value >= 0 && value <= 80, wholeYears),
);
const wholeDollars = 'Please enter a price from $1 to $100,000, without cents.';
const dollars = (value: unknown) =>
  typeof value === 'string' && /^\s*\$?\s*\d{1,3}(?:,?\d{3})?\s*$/.test(value)
    ? Number(value.replace(/[^\d]/g, ''))
    : value;
const price = z.preprocess(
  dollars,
  z.number(wholeDollars).refine((value) => Number.isInteger(value) && value >= 1 && value <= 100_000, wholeDollars),
);
/**
 * Names of insurance plans, separated by semicolons, in the notation of a listing. The server resolves names that staff gave, and
 * refuses those that it doesn't know.
 */
const plans = line(2_000).transform((value) => {
  const { known, unknown } = readPlans(value);
  return [formatPlans(known), ...unknown].filter(Boolean).join('; ') || null;
});

/** Dates with other hours, in the notation of a listing. */
const holidayHours = line(3_000).transform((value, context) => {
  const normalized = normalizeHolidayHours(value);
  if ('text' in normalized) return normalized.text;
  context.addIssue({ code: 'custom', message: normalized.problem });
  return z.NEVER;
});

export const dataUrl = z.string().max(7_100_000, 'File size must be less than 5MB');
export const image = dataUrl.nullish();

export const editable = {
  name: required(200, 'Please enter a name.'),
  title: optional(line(40)),
  specialty: optional(line(200)),
  practiceTypeId: id.nullish(),
  gender: optional(z.enum(['female', 'male'], 'Please choose female or male.')),
  phone: optional(phone),
  email: optional(email),
  website: optional(webAddress),
  bookingUrl: optional(webAddress),
  bio: optional(text(5000)),
  experience: optional(years),
  address: optional(line(300)),
  city: optional(line(100)),
  state: optional(stateText),
  zipCode: optional(zip),
  mondayHours: optional(line(200)),
  tuesdayHours: optional(line(200)),
  wednesdayHours: optional(line(200)),
  thursdayHours: optional(line(200)),
  fridayHours: optional(line(200)),
  saturdayHours: optional(line(200)),
  sundayHours: optional(line(200)),
  holidayHours: optional(holidayHours),
  // Null is not known.
  acceptsInsurance: z.boolean().nullish(),
  membershipPlan: z.boolean().nullish(),
  emergencyServices: z.boolean().nullish(),
  acceptsNewPatients: z.boolean().nullish(),
  insurancePlans: optional(plans),
  languages: optional(line(300)),
  parkingAvailable: z.boolean().nullish(),
  wheelchairAccessible: z.boolean().nullish(),
  facebookUrl: optional(profileOf('https://www.facebook.com/')),
  instagramUrl: optional(profileOf('https://www.instagram.com/')),
  tiktokUrl: optional(profileOf('https://www.tiktok.com/@')),
  twitterUrl: optional(profileOf('https://x.com/')),
  youtubeUrl: optional(profileOf('https://www.youtube.com/@')),
  whiteningPriceFrom: optional(price),
  whiteningPriceTo: optional(price),
};

/** The columns that an owner may write. All other fields of a request are ignored. */
export const ownerFields = Object.keys(editable) as (keyof typeof editable)[];
export type OwnerField = keyof typeof editable;

const noService = 'Please select at least one service';
export const serviceIds = z.array(id, noService).max(200).min(1, noService);

/** Enough for two images as data URLs and the other fields. */
export const MAX_BODY_WITH_PICTURES = 15_000_000;
