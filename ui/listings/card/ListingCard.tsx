import { formatDayHours } from '#contract/opening-hours.ts';
import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '#ui/kit/display/Avatar.tsx';
import { Badge, Chip } from '#ui/kit/display/Badge.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { cx } from '#ui/kit/cx.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { Rating } from '#ui/kit/display/Rating.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { CardPrice } from './CardPrice.tsx';
import { OpenDot, Place, ThreeDays, UnconfirmedDetails } from './CardParts.tsx';
import { fullName, hasHours, isUnclaimed, listingPath, telUrl } from '../listing.ts';
import type { CardListing } from './card-search.ts';
import { SaveButtons } from './SaveButtons.tsx';
import { StandingBadge } from './StandingBadge.tsx';
import css from './ListingCard.module.css';

export interface ListingCardProps {
  listing: CardListing;
  now: Date;
  view?: 'list' | 'grid';
  heading?: 'h2' | 'h3';
  actions?: ReactNode;
  /** The card's position and list, reported when it is clicked. */
  place?: { position: number; source: string };
}

const MOST_LIST_SERVICES = 5;
const MOST_GRID_SERVICES = 3;

export function ListingCard({
  listing,
  now,
  view = 'list',
  heading: Heading = 'h3',
  actions,
  place,
}: ListingCardProps) {
  const why = listing.why ?? null;
  const miles = why?.miles ?? null;
  const grid = view === 'grid';
  const name = fullName(listing);
  const facts = (
    <div className={css.facts}>
      <div className={css.details}>
        {(listing.specialty || listing.practiceName) && (
          <p className={css.specialty}>
            {[listing.specialty, listing.practiceName].filter((text) => text && text !== listing.name).join(' · ')}
          </p>
        )}
        <Place listing={listing} miles={miles} />
        <CardPrice listing={listing} />
        {listing.services.length > 0 && (
          <Services listing={listing} most={grid ? MOST_GRID_SERVICES : MOST_LIST_SERVICES} />
        )}
      </div>
      <div className={css.hours}>
        <OpenDot listing={listing} now={now} />
        {!grid && <ThreeDays listing={listing} now={now} />}
      </div>
    </div>
  );
  return (
    <article className={cx(css.card, grid ? css.grid : css.list, listing.isPaid && css.paid)}>
      <div className={css.identity}>
        <Avatar
          name={listing.name}
          src={listing.isPaid ? (listing.profileImage ?? listing.practiceImage) : null}
          size={grid ? 52 : 64}
          square
        />
        <div className={css.names}>
          <Heading className={css.name}>
            <Link
              id={place && `${place.source}-${place.position}`}
              to={listingPath(listing)}
              data-track={place && `click ${listing.id} ${place.position} ${place.source}`}
            >
              {name}
            </Link>
          </Heading>
          <p className={css.badges}>
            {why?.top && <Badge tone="accent">Top 10 · Sponsored</Badge>}
            <StandingBadge listing={listing} />
            <Rating value={listing.rating} count={listing.reviewCount} />
          </p>
        </div>
      </div>
      {isUnclaimed(listing) ? (
        <div className={css.details}>
          <Place listing={listing} miles={miles} cityOnly />
          <UnconfirmedDetails preview={previewOf(listing)}>{facts}</UnconfirmedDetails>
        </div>
      ) : (
        facts
      )}
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
    </article>
  );
}

/** The line that an unclaimed listing's card shows blurred. */
const previewOf = (listing: CardListing): string =>
  [
    listing.specialty,
    listing.address,
    ...listing.services.map(({ name }) => name),
    hasHours(listing) && `Monday ${formatDayHours(listing.mondayHours)}`,
  ]
    .filter(Boolean)
    .join(' · ');

function Services({ listing, most }: { listing: CardListing; most: number }) {
  const more = listing.services.length - most;
  return (
    <ul className={css.services} aria-label="Services">
      {listing.services.slice(0, most).map(({ id, name }) => (
        <li key={id}>
          <Chip>{name}</Chip>
        </li>
      ))}
      {more > 0 && <li className={css.more}>and {more} more</li>}
    </ul>
  );
}

/** A placeholder of the same size as a card. */
export function CardSkeleton({ grid = false }: { grid?: boolean }) {
  return (
    <div className={`${css.card} ${grid ? css.grid : css.list}`} aria-hidden="true">
      <div className={css.identity}>
        <Skeleton width={grid ? 52 : 64} height={grid ? 52 : 64} />
        <div style={{ flex: 1 }}>
          <Skeleton width="min(16rem, 80%)" height={22} />
          <div style={{ height: 8 }} />
          <Skeleton width="min(11rem, 60%)" height={20} />
        </div>
      </div>
      <div className={css.facts}>
        <div className={css.details}>
          <Skeleton width="55%" height={20} />
          <Skeleton width="80%" height={18} />
          <Skeleton width="90%" height={28} />
        </div>
        <div className={css.hours}>
          <Skeleton height={20} width="7rem" />
          {!grid && <Skeleton height={64} />}
        </div>
      </div>
      <div className={css.footer} style={{ minHeight: 'calc(var(--control-small) + 17px)' }} />
    </div>
  );
}
