import { Navigation, Phone, Printer } from 'lucide-react';
import { Avatar } from '#ui/kit/display/Avatar.tsx';
import { Badge, Seal } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { cx } from '#ui/kit/cx.ts';
import { markPath } from '#ui/kit/display/Mark.tsx';
import { Rating } from '#ui/kit/display/Rating.tsx';
import { formatUtcDate } from '#ui/kit/format.ts';
import { usePlatform } from '#ui/platform/platform.ts';
import { OpenDot } from '../card/CardParts.tsx';
import {
  addressOf,
  describeVerification,
  fullName,
  isUnclaimed,
  mapsUrl,
  placeOf,
  telUrl,
  type Listing,
} from '../listing.ts';
import { SaveButtons } from '../card/SaveButtons.tsx';
import css from './ProfileHero.module.css';

export function ProfileHero({ listing, now }: { listing: Listing; now: Date }) {
  const platform = usePlatform();
  const name = fullName(listing);
  const picture = listing.isPaid ? listing.practiceImage : null;
  const kind = [listing.practiceType?.name, listing.specialty].filter(Boolean).join(' · ');
  return (
    <header>
      <div className={cx(css.banner, !picture && css.plain)}>
        {picture ? (
          <img src={picture} alt="" width={1200} height={400} fetchPriority="high" />
        ) : (
          <svg viewBox="0 0 24 24" fill="none" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
            <path d={markPath} vectorEffect="non-scaling-stroke" />
          </svg>
        )}
        {kind && <p className={css.kind}>{kind}</p>}
      </div>
      <div className={css.identity}>
        <Avatar
          name={listing.name}
          src={listing.isPaid ? listing.profileImage : null}
          size={88}
          className={css.avatar}
        />
        <div className={css.text}>
          <h1 className={css.name}>{name}</h1>
          <p className={css.place}>
            {[listing.practiceName !== listing.name && listing.practiceName, placeOf(listing)]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <p className={css.badges}>
            {(listing.isVerified || listing.isPaid) && (
              <Seal detail={describeVerification(listing)}>Verified Provider</Seal>
            )}
            {listing.experience !== null && listing.experience > 0 && (
              <Badge>{listing.experience}+ Years Experience</Badge>
            )}
            <Rating value={listing.rating} count={listing.reviewCount} />
            <OpenDot listing={listing} now={now} />
          </p>
          {listing.confirmedAt && (
            <p className={css.confirmed}>Confirmed by the practice on {formatUtcDate(listing.confirmedAt)}</p>
          )}
          {isUnclaimed(listing) && (
            <p className={css.unconfirmed}>
              Not confirmed by the practice. Call before you go. From our records, last updated{' '}
              {formatUtcDate(listing.updatedAt)}.
            </p>
          )}
        </div>
        <div className={css.actions} data-dock="">
          {listing.phone && (
            <ButtonLink
              to={telUrl(listing.phone)}
              variant="primary"
              size="large"
              icon={<Phone aria-hidden="true" />}
              data-track={`contact ${listing.id} phone`}
            >
              Call Practice
            </ButtonLink>
          )}
          {addressOf(listing) && (
            <ButtonLink
              to={mapsUrl(listing)}
              target="_blank"
              size="large"
              icon={<Navigation aria-hidden="true" />}
              data-track={`contact ${listing.id} directions`}
            >
              Get Directions
            </ButtonLink>
          )}
        </div>
      </div>
      <div className={css.tools}>
        <SaveButtons id={listing.id} name={name} />
        <Button
          variant="quiet"
          size="small"
          className={css.print}
          icon={<Printer aria-hidden="true" />}
          onClick={() => platform.print()}
        >
          Print
        </Button>
      </div>
    </header>
  );
}
