import { listUpcomingHolidays, type UpcomingHoliday } from '#shared/listings/holiday-hours.ts';
import { listingPath } from '#shared/listings/listing-path.ts';
import { formatCalendarMonthDay } from '#ui/kit/format.ts';
import type { Listing } from '../listing.ts';
import css from './HolidayHours.module.css';

function describeDates({ name, from, to }: UpcomingHoliday): string {
  const dates =
    from === to ? formatCalendarMonthDay(from) : `${formatCalendarMonthDay(from)} to ${formatCalendarMonthDay(to)}`;
  return name ? `${name}, ${dates}` : dates;
}

/** The dates on which the practice has other hours than in its regular week. Nothing if there are none. */
export function HolidayHours({ listing, now }: { listing: Listing; now: Date }) {
  const dates = listUpcomingHolidays(listing.holidayHours, listing.timeZone, now);
  if (dates.length === 0) return null;
  return (
    <div className={css.holidays}>
      <h3 className={css.title}>Holiday hours</h3>
      <dl>
        {dates.map((one) => (
          <div key={one.from}>
            <dt>{describeDates(one)}</dt>
            <dd>{one.text}</dd>
          </div>
        ))}
      </dl>
      <a href={`${listingPath(listing)}/holidays.ics`} rel="nofollow" className={css.add}>
        Add to your calendar
      </a>
    </div>
  );
}
