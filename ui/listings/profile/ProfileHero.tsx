import { CalendarCheck, Navigation, Phone, Printer } from 'lucide-react';
import type { Profile } from '#contract/listings/listings.ts';
import { isSamplePicture, photoSet, smallPhoto } from '#shared/listings/photos.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { cx } from '#ui/kit/cx.ts';
import { Rating } from '#ui/kit/display/Rating.tsx';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { OpenDot } from '../card/CardParts.tsx';
import { Portrait } from '../card/Portrait.tsx';
import { SampleMark } from '../card/SampleMark.tsx';
import {
  addressOf,
  fullName,
  listingPath,
  mapsUrl,
  placeOf,
  shownPictures,
  telUrl,
  webLink,
  type Listing,
} from '../listing.ts';
import { describeRatingSource } from '../rating-source.ts';
import { describeConfirmation } from '../statements.ts';
import { SaveButtons } from '../card/SaveButtons.tsx';
import { StandingBadge } from '../card/StandingBadge.tsx';
import { ShareProfile } from './ShareProfile.tsx';
import css from './ProfileHero.module.css';

export function ProfileHero({ listing, now }: { listing: Listing & Pick<Profile, 'bookingUrl'>; now: Date }) {
  const platform = usePlatform();
  const name = fullName(listing);
  const isConfirmed = listing.confirmedAt !== null;
  const { portrait, cover } = shownPictures(listing);
  const bookingUrl = webLink(listing.bookingUrl ?? null);
  const kind = [...new Set([listing.practiceType?.name, listing.specialty])].filter(Boolean).join(' · ');
  return (
    <header>
      {cover && (
        <div className={css.banner}>
          <img
            src={cover}
            srcSet={photoSet(cover)}
            sizes="(width < 48rem) 92vw, 1152px"
            alt={isSamplePicture(cover) ? 'Sample photo' : ''}
            width={1200}
            height={400}
            fetchPriority="high"
          />
          {isSamplePicture(cover) && <SampleMark />}
        </div>
      )}
      <div className={cx(css.identity, cover && css.below)}>
        <Portrait name={listing.name} src={portrait} className={css.avatar} />
        <div className={css.text}>
          <div className={css.heading}>
            {kind && <p className={css.kind}>{kind}</p>}
            <h1 className={css.name}>{name}</h1>
            <p className={css.place}>
              {listing.logo && (
                <img
                  className={css.logo}
                  src={smallPhoto(listing.logo)}
                  alt={`Logo of ${listing.practiceName ?? listing.name}`}
                  width={96}
                  height={40}
                />
              )}
              {[listing.practiceName !== listing.name && listing.practiceName, placeOf(listing)]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <p className={css.badges}>
            <StandingBadge listing={listing} verified="Verified Provider" />
            {listing.experience !== null && listing.experience > 0 && (
              <Badge>{listing.experience}+ Years Experience</Badge>
            )}
            <Rating value={listing.rating} count={listing.reviewCount} />
            <OpenDot listing={listing} now={now} />
          </p>
          {(isConfirmed || listing.rating !== null) && (
            <p className={css.confirmed}>
              {[isConfirmed && describeConfirmation(listing, now), describeRatingSource(listing)]
                .filter(Boolean)
                .join(' ')}
            </p>
          )}
          {!isConfirmed && (
            <p className={css.unconfirmed}>
              Not confirmed by the practice. Call before you go. {describeConfirmation(listing, now)}
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
              id="call-practice"
              data-track={`contact ${listing.id} phone`}
            >
              Call Practice
            </ButtonLink>
          )}
          {bookingUrl && (
            <ButtonLink
              to={bookingUrl}
              target="_blank"
              rel="noopener noreferrer nofollow"
              size="large"
              icon={<CalendarCheck aria-hidden="true" />}
              id="book-online"
              data-track={`contact ${listing.id} website`}
            >
              Book online
            </ButtonLink>
          )}
          {addressOf(listing) && (
            <ButtonLink
              to={mapsUrl(listing)}
              target="_blank"
              size="large"
              icon={<Navigation aria-hidden="true" />}
              id="get-directions"
              data-track={`contact ${listing.id} directions`}
            >
              Get Directions
            </ButtonLink>
          )}
        </div>
      </div>
      <div className={css.tools}>
        <SaveButtons id={listing.id} name={name} />
        <ShareProfile path={listingPath(listing)} name={name} />
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
