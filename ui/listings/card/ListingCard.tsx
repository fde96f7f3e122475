import { formatDayHours } from '#shared/listings/opening-hours.ts';
import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Chip } from '#ui/kit/display/Badge.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { cx } from '#ui/kit/cx.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { Rating } from '#ui/kit/display/Rating.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import type { OpenDay } from '#shared/search-terms.ts';
import { CardPicture } from './CardPicture.tsx';
import { CardPrice } from './CardPrice.tsx';
import { OpenDot, Place, ThreeDays, UnconfirmedDetails } from './CardParts.tsx';
import { fullName, hasHours, isUnclaimed, listingPath, shownPictures, telUrl } from '../listing.ts';
import { namedSource } from '../rating-source.ts';
import type { CardListing } from './card-search.ts';
import { ReviewLine } from './ReviewLine.tsx';
import { ClosedDates } from './ClosedDates.tsx';
import { SaveButtons } from './SaveButtons.tsx';
import { SponsoredLabel } from './SponsoredLabel.tsx';
import { StandingBadge } from './StandingBadge.tsx';
import css from './ListingCard.module.css';

interface ListingCardProps {
  listing: CardListing;
  now: Date;
  view?: 'list' | 'grid';
  heading?: 'h2' | 'h3';
  actions?: ReactNode;
  /** The card's position and list, reported when it is clicked. */
  place?: { position: number; source: string };
  /** The distance, if the listing itself doesn't say it. */
  miles?: number | null;
  /** The days that the search asks for. */
  days?: readonly OpenDay[];
  /** The filters of the search that the listing lacks. */
  missing?: readonly string[];
  /** Leaves out the week, services, and buttons. The whole card leads to the profile. */
  brief?: boolean;
}

const MOST_LIST_SERVICES = 5;
const MOST_GRID_SERVICES = 3;
const LONGEST_PREVIEW = 100;

export function ListingCard({
  listing,
  now,
  view = 'list',
  heading: Heading = 'h3',
  actions,
  place,
  miles: milesAway = null,
  days = [],
  missing = [],
  brief = false,
}: ListingCardProps) {
  const why = listing.why ?? null;
  const miles = why?.miles ?? milesAway;
  const grid = view === 'grid';
  const name = fullName(listing);
  const details = [listing.specialty, listing.practiceName].filter((text) => text && text !== listing.name).join(' · ');
  const specialty = details && <p className={css.specialty}>{details}</p>;
  const isConfirmed = !isUnclaimed(listing);
  const services = !brief && listing.services.length > 0 && (
    <Services listing={listing} most={grid ? MOST_GRID_SERVICES : MOST_LIST_SERVICES} />
  );
  const facts = (
    <div className={css.facts}>
      <div className={css.details}>
        {!isConfirmed && specialty}
        <Place listing={listing} miles={isConfirmed ? miles : null} compact={isConfirmed && !grid} />
        <CardPrice listing={listing} />
        {!isConfirmed && services}
      </div>
      <div className={css.hours}>
        <OpenDot listing={listing} now={now} short />
        {days.length > 0 && <ClosedDates listing={listing} now={now} days={days} />}
        {!grid && !brief && <ThreeDays listing={listing} now={now} />}
      </div>
    </div>
  );
  return (
    <article
      className={cx(
        css.card,
        grid ? css.grid : css.list,
        listing.isPaid && css.paid,
        shownPictures(listing).cover && css.pictured,
      )}
    >
      <CardPicture listing={listing} grid={grid} />
      <div className={css.names}>
        <Heading className={css.name}>
          <Link
            id={place && `${place.source}-${place.position}`}
            to={listingPath(listing)}
            data-track={
              place && `click ${listing.id} ${place.position} ${place.source}${why?.paid ? ' sponsored' : ''}`
            }
          >
            {name}
          </Link>
        </Heading>
        <p className={css.badges}>
          <StandingBadge listing={listing} />
          <span className={css.rated}>
            {why?.paid && <SponsoredLabel />}
            <Rating value={listing.rating} count={listing.reviewCount} source={namedSource(listing.ratingSource)} />
          </span>
        </p>
        {!brief && <ReviewLine listing={listing} />}
        {missing.length > 0 && <p className={css.missing}>Missing: {missing.join(', ')}</p>}
        {isConfirmed && specialty}
      </div>
      <div className={css.body}>
        {isConfirmed ? (
          facts
        ) : (
          <div className={css.details}>
            <Place listing={listing} miles={miles} cityOnly />
            <UnconfirmedDetails preview={previewOf(listing)}>{facts}</UnconfirmedDetails>
          </div>
        )}
      </div>
      {!brief && (
        <div className={css.end}>
          {isConfirmed && services}
          <div className={css.footer}>
            {why && (
              <details className={css.explanation}>
                <summary>Why this result?</summary>
                <p>{why.sentence}</p>
              </details>
            )}
            <div className={css.actions}>
              {actions ?? <SaveButtons id={listing.id} name={name} />}
              {listing.phone && (
                <ButtonLink
                  to={telUrl(listing.phone)}
                  size="small"
                  icon={<Phone aria-hidden="true" />}
                  id={`call-${listing.id}`}
                  data-track={`contact ${listing.id} phone`}
                >
                  <span>
                    Call<span className="hidden-text">{` ${name}`}</span>
                    <span className={css.number}>{` ${listing.phone}`}</span>
                  </span>
                </ButtonLink>
              )}
            </div>
          </div>
        </div>
      )}
    </article>
  );
}

/** The line that an unclaimed listing's card shows blurred, cut where a wide card cuts it. */
const previewOf = (listing: CardListing): string =>
  [
    listing.specialty,
    listing.address,
    ...listing.services.map(({ name }) => name),
    hasHours(listing) && `Monday ${formatDayHours(listing.mondayHours)}`,
  ]
    .filter(Boolean)
    .join(' · ')
    .slice(0, LONGEST_PREVIEW);

function Services({ listing, most }: { listing: CardListing; most: number }) {
  const more = listing.services.length - most;
  return (
    <ul className={css.services} aria-label="Services">
      {listing.services.slice(0, most).map(({ id, name }) => (
        <Chip key={id} as="li">
          {name}
        </Chip>
      ))}
      {more > 0 && <li className={css.more}>{`and ${more} more`}</li>}
    </ul>
  );
}

/** A placeholder of the same size as a card. */
export function CardSkeleton({ grid = false, brief = false }: { grid?: boolean; brief?: boolean }) {
  return (
    <div className={`${css.card} ${grid ? css.grid : css.list}`} aria-hidden="true">
      <div className={css.waiting} />
      <div className={css.names}>
        <Skeleton width="min(16rem, 80%)" height={22} />
        <div style={{ height: 8 }} />
        <Skeleton width="min(11rem, 60%)" height={20} />
      </div>
      <div className={cx(css.body, css.facts)}>
        <div className={css.details}>
          <Skeleton width="55%" height={20} />
          <Skeleton width="80%" height={18} />
          <Skeleton width="90%" height={28} />
        </div>
        <div className={css.hours}>
          <Skeleton height={20} width="7rem" />
          {!grid && !brief && <Skeleton height={64} />}
        </div>
      </div>
      {!brief && (
        <div className={css.end}>
          <div className={css.footer} style={{ minHeight: 'calc(var(--control-small) + 17px)' }} />
        </div>
      )}
    </div>
  );
}
