import { featureFilters, type FeatureFilter } from '#shared/listings/feature-filters.ts';
import { holidayName } from '#shared/listings/holidays.ts';
import type { OpenDay } from '#shared/search-terms.ts';
import { formatCalendarMonthDay, formatNumber } from '#ui/kit/format.ts';
import { findPlan, type PlanName } from './plan-names.ts';
import { splitList, toggleWord, type ListFilters } from './filter-state.ts';
import { flags, type Flag, type SearchState } from './search-state.ts';

export const flagNames: Readonly<Record<Flag, string>> = {
  openNow: 'Open now',
  ...(Object.fromEntries(featureFilters.map(({ name, label }) => [name, label])) as Record<FeatureFilter, string>),
  evening: 'Open past 6 PM',
};

function labelOpenAt(openAt: string): string {
  if (openAt === 'early') return 'Open before 8 AM';
  if (openAt === 'morning') return 'Open in the morning';
  if (openAt === 'lunch') return 'Open at lunch';
  return `Open ${holidayName(openAt) ?? formatCalendarMonthDay(openAt)}`;
}

/** The names of what a search filters by. A service without a name shows as a number. */
export interface FilterNames {
  services: ReadonlyMap<number, string> | undefined;
  plans: readonly PlanName[];
}

export interface ActiveFilter {
  label: string;
  /** Removes the filter from a search. */
  removal: Partial<SearchState>;
}

/** The filters that narrow a search, in the order of the panel. The place is not one of them. */
export function listActiveFilters(search: SearchState, names: FilterNames): ActiveFilter[] {
  const texts: ActiveFilter[] = [];
  if (search.name) texts.push({ label: `Name: ${search.name}`, removal: { name: '' } });
  if (search.service) texts.push({ label: search.service, removal: { service: '' } });
  if (search.radius > 0 && search.location)
    texts.push({ label: `Within ${search.radius} miles`, removal: { radius: 0, sort: 'best' } });
  if (search.box) texts.push({ label: 'Map area', removal: { box: '' } });
  const flagFilters = flags
    .filter((flag) => search[flag])
    .map((flag) => ({ label: flagNames[flag], removal: { [flag]: false } }));
  const languages = search.language ? [{ label: `Speaks ${search.language}`, removal: { language: '' } }] : [];
  const times = search.openAt ? [{ label: labelOpenAt(search.openAt), removal: { openAt: '' } }] : [];
  return [...texts, ...labelListFilters(search, names), ...flagFilters, ...times, ...languages];
}

export const dayLabels: Readonly<Record<OpenDay, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

const joinWithOr = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)!}`;

export const planLabel = (plan: string, plans: readonly PlanName[]): string =>
  joinWithOr(splitList(plan).map((slug) => findPlan(plans, slug)?.name ?? slug.replaceAll('-', ' ')));

interface ListFilterLabel {
  label: string;
  /** Removes the filter from a search. */
  removal: Partial<ListFilters>;
}

function labelListFilters(
  { services, plan, openOn, gender, maxPrice, minRating, minReviews }: ListFilters,
  { services: serviceNames, plans }: FilterNames,
): ListFilterLabel[] {
  const labels: ListFilterLabel[] = splitList(services).map((id) => ({
    label: serviceNames?.get(Number(id)) ?? `Service ${id}`,
    removal: { services: toggleWord(services, id, false) },
  }));
  const days = splitList(openOn).map((day) => dayLabels[day as OpenDay]);
  if (plan) labels.push({ label: `Takes ${planLabel(plan, plans)}`, removal: { plan: '' } });
  if (openOn) labels.push({ label: `Open ${joinWithOr(days)}`, removal: { openOn: '' } });
  if (maxPrice > 0)
    labels.push({ label: `Whitening from $${formatNumber(maxPrice)} or less`, removal: { maxPrice: 0 } });
  if (minRating > 0) labels.push({ label: `Rated ${minRating.toFixed(1)} or more`, removal: { minRating: 0 } });
  if (minReviews > 0) labels.push({ label: `${formatNumber(minReviews)} or more reviews`, removal: { minReviews: 0 } });
  if (gender) labels.push({ label: gender === 'female' ? 'Female dentist' : 'Male dentist', removal: { gender: '' } });
  return labels;
}
