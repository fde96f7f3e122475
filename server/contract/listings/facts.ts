import { dayNames } from './opening-hours.ts';

/** The yes-or-no facts of a listing. Each is yes, no, or not known. `no` and `open` are its words for a "no" and for a question. */
export const facts = [
  { field: 'acceptsNewPatients', filter: 'newPatients', no: 'Not accepting new patients', open: 'new patients' },
  { field: 'acceptsInsurance', filter: 'insurance', no: 'No insurance accepted', open: 'insurance' },
  { field: 'emergencyServices', filter: 'emergency', no: 'No emergency services', open: 'emergency services' },
  { field: 'wheelchairAccessible', filter: 'wheelchair', no: 'Not wheelchair accessible', open: 'wheelchair access' },
  { field: 'parkingAvailable', filter: 'parking', no: 'No parking', open: 'parking' },
] as const;
export type FactField = (typeof facts)[number]['field'];
export const factFields: readonly FactField[] = facts.map(({ field }) => field);

/** The fields that go out of date, so that a confirmation gives them a new date. */
export const perishableFields = [
  ...factFields,
  ...dayNames.map((day) => `${day}Hours` as const),
  'holidayHours',
  'insurancePlans',
  'whiteningPriceFrom',
] as const;
export type PerishableField = (typeof perishableFields)[number];
