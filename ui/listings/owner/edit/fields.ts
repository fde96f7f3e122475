import { labelOf } from '#shared/field-labels.ts';
import { factFields, mapFacts, readFact, type FactField } from '#shared/listings/facts.ts';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import type { OwnerField } from '#contract/listings/practice-fields.ts';
import { dayNames } from '#shared/listings/opening-hours.ts';

const labeledFields = [
  'title',
  'specialty',
  'practiceName',
  'practiceTypeId',
  'phone',
  'email',
  'website',
  'bookingUrl',
  'bio',
  'experience',
  'address',
  'city',
  'state',
  'zipCode',
  'acceptsInsurance',
  'membershipPlan',
  'emergencyServices',
  'acceptsNewPatients',
  'gender',
  'insurancePlans',
  'whiteningPriceFrom',
  'whiteningPriceTo',
  'languages',
  'parkingAvailable',
  'wheelchairAccessible',
  'facebookUrl',
  'instagramUrl',
  'tiktokUrl',
  'twitterUrl',
  'youtubeUrl',
  'serviceIds',
  'photos',
  'practiceImage',
  'profileImage',
  'logo',
  ...dayNames.map((day) => `${day}Hours` as const),
  'holidayHours',
] as const;

export const fieldNames: Record<string, string> = {
  created: 'Listing',
  name: 'Doctor name',
  ...Object.fromEntries(labeledFields.map((field) => [field, labelOf(field)])),
  userId: 'Owner',
  confirmedAt: 'Confirmation',
  whiteningPriceOn: labelOf('whiteningPriceOn'),
};

/** A fact as the value of a form field. */
export type Answer = 'yes' | 'no' | '';
export const toAnswer = (value: boolean | null): Answer => (value === null ? '' : value ? 'yes' : 'no');
const fromAnswer = (answer: Answer): boolean | null => (answer === '' ? null : answer === 'yes');
export const isFact = (field: string): field is FactField => (factFields as readonly string[]).includes(field);
/** The facts of a form as the server expects them. */
export const factsOf = (values: Record<FactField, Answer>): Record<FactField, boolean | null> =>
  mapFacts((field) => fromAnswer(values[field]));
/** The facts of a listing as form values. */
const answersOf = (listing: Parameters<typeof readFact>[0]): Record<FactField, Answer> =>
  mapFacts((field) => toAnswer(readFact(listing, field)));

export const socials = [
  'facebookUrl',
  'instagramUrl',
  'tiktokUrl',
  'twitterUrl',
  'youtubeUrl',
] as const satisfies readonly OwnerField[];

type TextField = Exclude<OwnerField, FactField | 'practiceTypeId'>;

export type FormValues = Record<TextField, string> &
  Record<FactField, Answer> & {
    practiceTypeId: string;
    practiceName: string;
    serviceIds: number[];
    /** The URL of the stored picture, or a data URL of a new one. */
    profileImage: string;
    logo: string;
  };

const nonTextFields = new Set([
  'created',
  'serviceIds',
  'photos',
  'practiceImage',
  'userId',
  'confirmedAt',
  'whiteningPriceOn',
]);

/** The key under which unsaved edits survive the end of a session. */
export const editorKey = (id: number): string => `listing ${id}`;

/** Form values of a listing, with empty strings instead of null. */
export function formOf(listing: OwnListing): FormValues {
  const texts = (Object.keys(fieldNames) as (keyof OwnListing)[]).filter(
    (field) => !isFact(field) && !nonTextFields.has(field),
  );
  return {
    ...Object.fromEntries(texts.map((field) => [field, listing[field] === null ? '' : String(listing[field])])),
    ...answersOf(listing),
    practiceTypeId: listing.practiceTypeId === null ? '' : String(listing.practiceTypeId),
    serviceIds: listing.services.map((service) => service.id),
  } as FormValues;
}

/** Fields that conflict as a group: a new city must not combine with someone else's new street. */
const fieldGroups: readonly string[][] = [['address', 'city', 'state', 'zipCode']];

/** The values that the changed fields had when the form opened, for detecting conflicts. */
export function baseValuesOf(listing: OwnListing, changed: readonly string[]): Record<string, unknown> {
  const fields = new Set(changed.flatMap((field) => fieldGroups.find((group) => group.includes(field)) ?? [field]));
  return Object.fromEntries(
    [...fields].map((field) =>
      field === 'serviceIds'
        ? ['services', listing.services]
        : [field, isFact(field) ? readFact(listing, field) : listing[field as keyof OwnListing]],
    ),
  );
}

const isSame = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((item: unknown) => (b as unknown[]).includes(item))
    : a === b;

/** The changed fields as the server expects them. Only these are sent, because others may have edited the rest. */
export function changesOf(before: FormValues, after: FormValues): Record<string, unknown> {
  const changed = (Object.keys(after) as (keyof FormValues)[]).filter((field) => !isSame(before[field], after[field]));
  return Object.fromEntries(
    changed.map((field) => {
      const value = after[field];
      if (isFact(field)) return [field, fromAnswer(after[field])];
      if (field === 'practiceTypeId') return [field, value === '' ? null : Number(value)];
      if (field === 'experience') return [field, Number.parseInt(String(value), 10) || 0];
      return [field, value];
    }),
  );
}
