import { findClosedDates } from '#shared/listings/holiday-hours.ts';
import { dayNames } from '#shared/listings/opening-hours.ts';
import { openDays, type OpenDay } from '#shared/search-terms.ts';
import { formatCalendarWeekday } from '#ui/kit/format.ts';
import type { CardListing } from './card-search.ts';
import css from './ClosedDates.module.css';

interface ClosedDatesProps {
  listing: CardListing;
  now: Date;
  /** The days that the search asks for. It finds practices by their regular week. */
  days: readonly OpenDay[];
}

/** Warns that holiday hours close the practice on the next of these days. */
export function ClosedDates({ listing, now, days }: ClosedDatesProps) {
  const names = days.map((day) => dayNames[openDays.indexOf(day)]!);
  const dates = findClosedDates(listing, listing.timeZone, now, names);
  if (dates.length === 0) return null;
  return <p className={css.closed}>Closed {dates.map(formatCalendarWeekday).join(' and ')}</p>;
}
