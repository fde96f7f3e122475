import { Lock, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { upcomingHours } from '#contract/opening-hours.ts';
import { cx } from '#ui/kit/cx.ts';
import { addressOf, openState, type Listing } from '../listing.ts';
import css from './CardParts.module.css';

const dayLabel = (day: string, ahead: number): string =>
  ahead === 0 ? 'Today' : `${day.slice(0, 1).toUpperCase()}${day.slice(1, 3)}`;

export function OpenDot({ listing, now }: { listing: Listing; now: Date }) {
  const state = openState(listing, now);
  if (state === null) return null;
  return (
    <span className={cx(css.dot, state === 'open' && css.open)}>{state === 'open' ? 'Open now' : 'Closed now'}</span>
  );
}

/** Hours of today and the next two days, in the practice's time zone. */
export function ThreeDays({ listing, now }: { listing: Listing; now: Date }) {
  const days = upcomingHours(listing, listing.timeZone, now, 3);
  if (days.length === 0) return <p className={css.none}>Hours not listed</p>;
  return (
    <dl className={css.days}>
      {days.map(({ day, text }, ahead) => (
        <div key={day} className={cx(ahead === 0 && css.today)}>
          <dt>{dayLabel(day, ahead)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const formatMiles = (miles: number): string =>
  miles < 1 ? 'less than a mile away' : `about ${Math.round(miles)} mi away`;

export function Place({ listing, miles }: { listing: Listing; miles?: number | null }) {
  return (
    <span className={css.place}>
      <MapPin aria-hidden="true" />
      <span>
        {addressOf(listing) || 'Address not listed'}
        {miles != null && <span className={css.miles}> · {formatMiles(miles)}</span>}
      </span>
    </span>
  );
}

/** Blurs unconfirmed details and hides them from screen readers. */
export function Unconfirmed({ unconfirmed, children }: { unconfirmed: boolean; children: ReactNode }) {
  if (!unconfirmed) return children;
  return (
    <div className={css.unconfirmed}>
      <p className={css.lock}>
        <Lock aria-hidden="true" />
        Unconfirmed details
      </p>
      <div className={css.blurred} aria-hidden="true">
        {children}
      </div>
    </div>
  );
}
