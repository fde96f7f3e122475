import type { ListingPart } from '#shared/listings/completeness.ts';

export const listingTabs = [
  ['overview', 'Overview'],
  ['edit', 'Edit'],
  ['photos', 'Photos'],
  ['appointments', 'Appointments'],
  ['reviews', 'Reviews'],
  ['insights', 'Insights'],
  ['managers', 'Managers'],
  ['history', 'History'],
] as const;
export type ListingTab = (typeof listingTabs)[number][0];

export const isListingTab = (name: string | undefined): name is ListingTab => listingTabs.some(([tab]) => tab === name);

/** Each tab has its own path, so Back and reload keep it, and the form's guard notices when it is left. */
export const listingTabPath = (id: number, tab: ListingTab = 'overview'): string =>
  `/dashboard/listings/${id}${tab === 'overview' ? '' : `/${tab}`}`;

interface PartText {
  /** The part as an item of a checklist. */
  label: string;
  /** The part within a sentence about what is missing. */
  noun: string;
  action: string;
  tab: ListingTab;
}
export const partTexts: Record<ListingPart, PartText> = {
  photos: { label: 'Photos', noun: 'photos', action: 'Add photos', tab: 'photos' },
  description: { label: 'Description', noun: 'description', action: 'Describe the practice', tab: 'edit' },
  services: { label: 'Services', noun: 'services', action: 'Choose services', tab: 'edit' },
  hours: { label: 'Office hours, confirmed', noun: 'confirmed hours', action: 'Confirm the hours', tab: 'overview' },
  languages: { label: 'Languages', noun: 'languages', action: 'Add languages', tab: 'edit' },
  insurancePlans: { label: 'Insurance plans', noun: 'insurance plans', action: 'Add insurance plans', tab: 'edit' },
  prices: { label: 'Prices', noun: 'prices', action: 'Add prices', tab: 'edit' },
};

/** "photos, prices, and languages" */
export function joinNouns(parts: readonly ListingPart[]): string {
  const nouns = parts.map((part) => partTexts[part].noun);
  if (nouns.length < 3) return nouns.join(' and ');
  return `${nouns.slice(0, -1).join(', ')}, and ${nouns.at(-1)}`;
}
