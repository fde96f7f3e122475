import { labelOf } from '#contract/field-labels.ts';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import type { OwnerField } from '#contract/listings/practice-fields.ts';
import { dayNames } from '#contract/listings/opening-hours.ts';

const labeledFields = [
  'title',
  'specialty',
  'practiceName',
  'practiceTypeId',
  'phone',
  'email',
  'website',
  'bio',
  'experience',
  'address',
  'city',
  'state',
  'zipCode',
  'acceptsInsurance',
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

export const features = [
  'acceptsNewPatients',
  'acceptsInsurance',
  'emergencyServices',
  'parkingAvailable',
  'wheelchairAccessible',
] as const satisfies readonly OwnerField[];

export const socials = [
  'facebookUrl',
  'instagramUrl',
  'tiktokUrl',
  'twitterUrl',
  'youtubeUrl',
] as const satisfies readonly OwnerField[];

type TextField = Exclude<OwnerField, (typeof features)[number] | 'practiceTypeId'>;

export type FormValues = Record<TextField, string> &
  Record<(typeof features)[number], boolean> & {
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
    (field) => !(features as readonly string[]).includes(field) && !nonTextFields.has(field),
  );
  return {
    ...Object.fromEntries(texts.map((field) => [field, listing[field] === null ? '' : String(listing[field])])),
    ...Object.fromEntries(features.map((field) => [field, listing[field]])),
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
      field === 'serviceIds' ? ['services', listing.services] : [field, listing[field as keyof OwnListing]],
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
      if (field === 'practiceTypeId') return [field, value === '' ? null : Number(value)];
      if (field === 'experience') return [field, Number.parseInt(String(value), 10) || 0];
      return [field, value];
    }),
  );
}
