import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '#ui/kit/display/Avatar.tsx';
import { Badge, Chip, Seal } from '#ui/kit/display/Badge.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { cx } from '#ui/kit/cx.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { Rating } from '#ui/kit/display/Rating.tsx';
import { OpenDot, Place, ThreeDays, Unconfirmed } from './CardParts.tsx';
import { describeVerification, fullName, isUnclaimed, listingPath, telUrl, type Listing, type SearchItem } from '../listing.ts';
import { SaveButtons } from './SaveButtons.tsx';
import css from './ListingCard.module.css';

export interface ListingCardProps {
  listing: Listing | SearchItem;
  now: Date;
  view?: 'list' | 'grid';
  heading?: 'h2' | 'h3';
  actions?: ReactNode;
  /** Where it stands in which list: told of when it is clicked. */
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
  const why = 'why' in listing ? listing.why : null;
  const unclaimed = isUnclaimed(listing);
  const grid = view === 'grid';
  const name = fullName(listing);
  return (
    <article className={cx(css.card, grid ? css.grid : css.list, listing.isPaid && css.paid)}>
      <div className={css.who}>
        <Avatar
          name={listing.name}
          src={listing.isPaid ? (listing.profileImage ?? listing.practiceImage) : null}
          size={grid ? 52 : 64}
          square
        />
        <div className={css.names}>
          <Heading className={css.name}>
            <Link
              to={listingPath(listing)}
              data-track={place && `click ${listing.id} ${place.position} ${place.source}`}
            >
              {name}
            </Link>
          </Heading>
          <p className={css.badges}>
            {why?.top && <Badge tone="accent">Top 10</Badge>}
            {listing.isPaid && <Seal detail={describeVerification(listing)}>Verified</Seal>}
            <Rating value={listing.rating} count={listing.reviewCount} />
          </p>
        </div>
      </div>
      <Unconfirmed unconfirmed={unclaimed}>
        <div className={css.facts}>
          <div className={css.what}>
            {(listing.specialty || listing.practiceName) && (
              <p className={css.specialty}>
                {[listing.specialty, listing.practiceName].filter((text) => text && text !== listing.name).join(' · ')}
              </p>
            )}
            <Place listing={listing} miles={why?.miles ?? null} />
            {listing.services.length > 0 && (
              <Services listing={listing} most={grid ? MOST_GRID_SERVICES : MOST_LIST_SERVICES} />
            )}
          </div>
          <div className={css.when}>
            <OpenDot listing={listing} now={now} />
            {!grid && <ThreeDays listing={listing} now={now} />}
          </div>
        </div>
      </Unconfirmed>
      <div className={css.foot}>
        {why && (
          <details className={css.why}>
            <summary>Why is this here?</summary>
            <p>{why.sentence}</p>
          </details>
        )}
        <div className={css.actions}>
          {actions ?? <SaveButtons id={listing.id} name={name} />}
          {listing.phone && !grid && (
            <ButtonLink
              to={telUrl(listing.phone)}
              size="small"
              icon={<Phone aria-hidden="true" />}
              data-track={`contact ${listing.id} phone`}
            >
              Call<span className="hidden-text"> {name}</span>
            </ButtonLink>
          )}
        </div>
      </div>
    </article>
  );
}

function Services({ listing, most }: { listing: Listing; most: number }) {
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
