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

/** Today first, then the next two days, as the practice's own calendar has them. */
export function ThreeDays({ listing, now }: { listing: Listing; now: Date }) {
  const days = upcomingHours(listing, listing.timeZone, now, 3);
  if (days.length === 0) return <p className={css.none}>No hours given</p>;
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

export function Place({ listing, miles }: { listing: Listing; miles?: number | null }) {
  return (
    <span className={css.place}>
      <MapPin aria-hidden="true" />
      <span>
        {addressOf(listing) || 'Place not given'}
        {miles != null && <span className={css.miles}> · about {Math.max(1, Math.round(miles))} mi away</span>}
      </span>
    </span>
  );
}

/** What nobody has confirmed yet stands behind a light blur. */
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
