import { findFieldsToCheck, pickIdentity, type identityFields } from '#shared/listings/identity.ts';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import { fieldNames, type FormValues } from './fields.ts';

type Field = (typeof identityFields)[number];

/** The edits of a verified listing that cost it the Verified badge until staff have checked them. */
export const findBadgeChanges = (listing: OwnListing, values: FormValues): Field[] =>
  listing.isVerified ? findFieldsToCheck(pickIdentity({ ...listing }), pickIdentity({ ...values })) : [];

const inSentence = (label: string): string =>
  /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

/** "the practice name and the phone" */
export const listFields = (fields: readonly Field[]): string =>
  new Intl.ListFormat('en-US').format(fields.map((field) => `the ${inSentence(fieldNames[field]!)}`));
