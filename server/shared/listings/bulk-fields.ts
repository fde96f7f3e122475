import { usStates } from '../places/states.ts';
import { factFields } from './facts.ts';
import { dayNames } from './opening-hours.ts';

export interface BulkField {
  field: string;
  kind: 'text' | 'long' | 'choice';
  /** The values of a choice and their labels. An empty value clears the field. */
  options?: readonly (readonly [value: string, label: string])[];
}

const text = (field: string): BulkField => ({ field, kind: 'text' });
const cleared = ['', 'Not known'] as const;

/** The fields that staff may set on many listings at once. Photos, services, and the practice type have actions of their own. */
export const bulkFields: readonly BulkField[] = [
  ...['specialty', 'title', 'practiceName', 'phone', 'email', 'website', 'bookingUrl', 'address', 'city'].map(text),
  { field: 'state', kind: 'choice', options: [cleared, ...usStates.map(({ code, name }) => [code, name] as const)] },
  text('zipCode'),
  ...factFields.map((field): BulkField => ({
    field,
    kind: 'choice',
    options: [['yes', 'Yes'], ['no', 'No'], cleared],
  })),
  text('insurancePlans'),
  ...dayNames.map((day) => text(`${day}Hours`)),
  text('holidayHours'),
  text('languages'),
  {
    field: 'gender',
    kind: 'choice',
    options: [['female', 'Female'], ['male', 'Male'], cleared],
  },
  text('experience'),
  { field: 'bio', kind: 'long' },
  ...['whiteningPriceFrom', 'whiteningPriceTo'].map(text),
  ...['facebookUrl', 'instagramUrl', 'tiktokUrl', 'twitterUrl', 'youtubeUrl'].map(text),
  text('name'),
];
