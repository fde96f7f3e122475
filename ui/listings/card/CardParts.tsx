import { Lock, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { upcomingHours } from '#shared/listings/holiday-hours.ts';
import { cx } from '#ui/kit/cx.ts';
import { addressOf, describeOpening, placeOf } from '../listing.ts';
import type { CardListing } from './card-search.ts';
import css from './CardParts.module.css';

const dayLabel = (day: string, ahead: number): string =>
  ahead === 0 ? 'Today' : `${day.slice(0, 1).toUpperCase()}${day.slice(1, 3)}`;

export function OpenDot({ listing, now, short = false }: { listing: CardListing; now: Date; short?: boolean }) {
  const opening = describeOpening(listing, now);
  if (opening === null) return null;
  const text = short ? opening.text.replace('Closed · ', '').replace(':00 ', ' ') : opening.text;
  return <span className={cx(css.dot, opening.isOpen && css.open)}>{text}</span>;
}

/** Hours of today and the next two days, in the practice's time zone. */
export function ThreeDays({ listing, now }: { listing: CardListing; now: Date }) {
  const days = upcomingHours(listing, listing.timeZone, now, 3);
  if (days.length === 0) return <p className={css.none}>Hours not listed</p>;
  return (
    <dl className={css.days}>
      {days.map(({ day, text }, ahead) => (
        <div key={day} className={ahead === 0 ? css.today : undefined}>
          <dt>{dayLabel(day, ahead)}</dt>
          {/* “8 AM – 5 PM” fits a third of a phone. */}
          <dd>{text.replaceAll(':00 ', ' ')}</dd>
        </div>
      ))}
    </dl>
  );
}

const formatMiles = (miles: number): string =>
  miles < 1 ? 'less than a mile away' : `about ${Math.round(miles)} mi away`;

interface PlaceProps {
  listing: CardListing;
  miles?: number | null;
  /** Leaves out the street. */
  cityOnly?: boolean;
  /** Leaves out the street and the ZIP code on phones. */
  compact?: boolean;
}

export function Place({ listing, miles, cityOnly = false, compact = false }: PlaceProps) {
  const { address, zipCode } = listing;
  const city = placeOf(listing);
  const hidden = compact && city ? css.onWide : undefined;
  return (
    <span className={css.place}>
      <MapPin aria-hidden="true" />
      <span>
        {!cityOnly && address && <span className={hidden}>{city || zipCode ? `${address}, ` : address}</span>}
        {city}
        {!cityOnly && zipCode && <span className={hidden}>{` ${zipCode}`}</span>}
        {!city && (cityOnly || !addressOf(listing)) && 'Address not listed'}
        {miles != null && ' · '}
        {miles != null && <span className={css.miles}>{formatMiles(miles)}</span>}
      </span>
    </span>
  );
}

/** An unclaimed listing's details: a blurred line, and the whole text on request. */
export function UnconfirmedDetails({ preview, children }: { preview: string; children: ReactNode }) {
  return (
    <details className={css.unconfirmed}>
      <summary>
        <span className={css.blurred} aria-hidden="true">
          {preview}
        </span>
        <span className={css.lock}>
          <Lock aria-hidden="true" />
          <span>Unconfirmed details</span>
          <span className={css.show}>Show</span>
        </span>
      </summary>
      <p className={css.warning}>Not confirmed by the practice. Call before you go.</p>
      {children}
    </details>
  );
}
