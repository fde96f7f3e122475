import { insurancePlans } from '#contract/insurance-plans.ts';
import { formatNumber } from '#ui/kit/format.ts';
import { flagNames, flags, type SearchState } from './search-state.ts';

export interface ActiveFilter {
  label: string;
  /** Removes the filter from a search. */
  removal: Partial<SearchState>;
}

const dayNames: Readonly<Record<string, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

const openOnLabel = (days: string): string =>
  days === 'sat,sun' ? 'Open weekends' : `Open ${joinWords(days.split(',').map((day) => dayNames[day] ?? day))}`;
const planName = (slug: string): string => insurancePlans.find((plan) => plan.slug === slug)?.name ?? slug;
const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** The filters that narrow a search, in the order of the panel. The place is not one of them. */
export function listActiveFilters(
  search: SearchState,
  services: readonly { id: number; name: string }[] = [],
): ActiveFilter[] {
  const filters: ActiveFilter[] = [];
  const add = (isActive: unknown, label: string, removal: Partial<SearchState>): void => {
    if (isActive) filters.push({ label, removal });
  };
  const { name, service, location, radius, language, plan, openOn, gender, maxPrice, minRating, minReviews } = search;
  add(name, `Name: ${name}`, { name: '' });
  add(service, service, { service: '' });
  const serviceIds = search.services.split(',').filter(Boolean);
  for (const id of serviceIds)
    add(true, services.find((one) => String(one.id) === id)?.name ?? 'Service', {
      services: serviceIds.filter((other) => other !== id).join(','),
    });
  add(radius > 0 && location, `Within ${radius} miles`, { radius: 0, sort: 'best' });
  add(plan, `Takes ${joinWords(plan.split(',').map(planName))}`, { plan: '' });
  add(openOn, openOnLabel(openOn), { openOn: '' });
  add(search.evening, 'Open evenings', { evening: false });
  add(maxPrice, `Whitening up to $${formatNumber(maxPrice)}`, { maxPrice: 0 });
  add(minRating, `Rated ${minRating} or higher`, { minRating: 0 });
  add(minReviews, `${formatNumber(minReviews)}+ reviews`, { minReviews: 0 });
  add(gender, gender === 'female' ? 'Female dentist' : 'Male dentist', { gender: '' });
  for (const flag of flags) add(search[flag], flagNames[flag], { [flag]: false });
  add(language, `Speaks ${language}`, { language: '' });
  return filters;
}
