import { featureFilters } from './feature-filters.ts';
import { dayNames } from './opening-hours.ts';

/** The yes-or-no facts of a listing. Each is yes, no, or not known. `no` is the phrase for a no, and `topic` what it is about. */
export const facts = [
  { field: 'acceptsNewPatients', filter: 'newPatients', no: 'Not accepting new patients', topic: 'new patients' },
  { field: 'acceptsInsurance', filter: 'insurance', no: 'No insurance accepted', topic: 'insurance' },
  { field: 'membershipPlan', filter: 'membershipPlan', no: 'No membership plan', topic: 'membership plan' },
  { field: 'emergencyServices', filter: 'emergency', no: 'No emergency services', topic: 'emergency services' },
  { field: 'wheelchairAccessible', filter: 'wheelchair', no: 'Not wheelchair accessible', topic: 'wheelchair access' },
  { field: 'parkingAvailable', filter: 'parking', no: 'No parking', topic: 'parking' },
] as const;
export type FactField = (typeof facts)[number]['field'];
export const factFields: readonly FactField[] = facts.map(({ field }) => field);
export const mapFacts = <T>(toValue: (field: FactField) => T): Record<FactField, T> =>
  Object.fromEntries(factFields.map((field) => [field, toValue(field)])) as Record<FactField, T>;

/** The person or file behind a value, and the day, such as 2026-03-01. Null if that was not recorded. */
export interface Statement {
  statedBy: 'practice' | 'staff' | 'registry' | 'import' | null;
  statedOn: string | null;
}
/** The facts whose answer is known. */
export type KnownFacts = Partial<Record<FactField, Statement | undefined>>;

type Facts = Record<FactField, boolean | null> & { known: KnownFacts };

/** A fact of a listing: yes, no, or null if it isn't known. */
export const readFact = (listing: Facts, field: FactField): boolean | null =>
  listing.known[field] ? listing[field] : null;

export interface Fact {
  field: FactField;
  label: string;
  value: boolean | null;
  /** Such as "Accepts new patients", or "Not accepting new patients"; only the topic if it isn't known. */
  text: string;
  /** "Yes", "No", or "Not confirmed". */
  answer: string;
  /** Such as "new patients". */
  topic: string;
  statedOn: string | null;
}

/** The facts of a listing, as every page words them. */
export const listFacts = (listing: Facts): Fact[] =>
  facts.map(({ field, filter, no, topic }) => {
    const { label } = featureFilters.find(({ name }) => name === filter)!;
    const value = readFact(listing, field);
    return {
      field,
      label,
      value,
      text: value ? label : value === false ? no : topic,
      answer: value ? 'Yes' : value === false ? 'No' : 'Not confirmed',
      topic,
      statedOn: listing.known[field]?.statedOn ?? null,
    };
  });

/** "The practice hasn’t confirmed: new patients, parking." Null if everything is known. */
export function describeOpenFacts(listing: Facts): string | null {
  const open = listFacts(listing).filter(({ value }) => value === null);
  return open.length > 0 ? `The practice hasn’t confirmed: ${open.map(({ topic }) => topic).join(', ')}.` : null;
}

/** The facts of a new listing whose owner leaves them out. Null is not known. */
export const newListingFacts: Record<FactField, boolean | null> = {
  acceptsNewPatients: true,
  acceptsInsurance: false,
  membershipPlan: null,
  emergencyServices: false,
  wheelchairAccessible: false,
  parkingAvailable: false,
};

/** The fields that go out of date, so that a confirmation gives them a new date. */
export const perishableFields = [
  ...factFields,
  ...dayNames.map((day) => `${day}Hours` as const),
  'holidayHours',
  'insurancePlans',
  'whiteningPriceFrom',
] as const;
export type PerishableField = (typeof perishableFields)[number];
