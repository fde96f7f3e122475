import type { GroupValues } from '#contract/groups/group-changes.ts';
import { dollars } from '#shared/billing/plans.ts';
import { holidayName } from '#shared/listings/holidays.ts';
import { parseHolidayHours } from '#shared/listings/holiday-hours.ts';
import { dayNames } from '#shared/listings/opening-hours.ts';
import { formatCalendarDay } from '#ui/kit/format.ts';

/** "Thanksgiving Day, Nov 26, 2026: Closed" for each date. */
const describeDates = (text: string | null | undefined): string[] =>
  parseHolidayHours(text ?? null).map(({ from, to, hours }) => {
    const name = from === to ? holidayName(from) : null;
    const days = from === to ? formatCalendarDay(from) : `${formatCalendarDay(from)} to ${formatCalendarDay(to)}`;
    return `${name ? `${name}, ` : ''}${days}: ${hours}`;
  });

type Described = Omit<GroupValues, 'photos'> & { photos?: readonly unknown[] | undefined };

/** A line for each part of a change. */
export function describeValues(values: Described): string[] {
  const { holidayHours, insurancePlans, whiteningPriceFrom: from, whiteningPriceTo: to, photos = [] } = values;
  const week = dayNames.flatMap((day) => {
    const hours = values[`${day}Hours`];
    return hours ? [`${day[0]!.toUpperCase()}${day.slice(1)}: ${hours}`] : [];
  });
  const price = [from && `from ${dollars(from * 100)}`, to && `to ${dollars(to * 100)}`].filter(Boolean);
  return [
    ...describeDates(holidayHours),
    ...week,
    ...(insurancePlans ? [`Insurance plans: ${insurancePlans.replaceAll('; ', ', ')}`] : []),
    ...(price.length > 0 ? [`Teeth whitening ${price.join(' ')}`] : []),
    ...(photos.length > 0 ? [photos.length === 1 ? 'A new cover photo' : `${photos.length} new photos, and a new cover`] : []), // prettier-ignore
  ];
}
