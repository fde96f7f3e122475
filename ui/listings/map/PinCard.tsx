import { Phone, X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Rating } from '#ui/kit/display/Rating.tsx';
import { namedSource } from '../rating-source.ts';
import { SponsoredLabel } from '../card/SponsoredLabel.tsx';
import { fullName, listingPath, placeOf, telUrl } from '../listing.ts';
import type { CardItem } from '../card/card-search.ts';
import css from './PinCard.module.css';

interface PinCardProps {
  listings: readonly CardItem[];
  /** The position of a listing in the results, for insights. */
  positionOf: (listing: CardItem) => number;
  onClose: () => void;
  /** Shown below the practices. */
  children?: ReactNode;
}

/** The practices of a pin. It takes the focus, and returns it to the pin when it closes. */
export function PinCard({ listings, positionOf, onClose, children }: PinCardProps) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [onClose]);
  return (
    <section ref={card} className={css.card} tabIndex={-1} aria-label="Selected on the map" data-map-panel="">
      <ul className={css.list}>
        {listings.map((listing) => {
          const name = fullName(listing);
          return (
            <li key={listing.id} className={css.practice}>
              <div className={css.text}>
                <Link
                  to={listingPath(listing)}
                  className={css.name}
                  data-track={`click ${listing.id} ${positionOf(listing)} map`}
                >
                  {name}
                </Link>
                <p className={css.badges}>
                  {listing.why.paid && <SponsoredLabel />}
                  <Rating
                    value={listing.rating}
                    count={listing.reviewCount}
                    source={namedSource(listing.ratingSource)}
                  />
                </p>
                <p className={css.place}>{[listing.specialty, placeOf(listing)].filter(Boolean).join(' · ')}</p>
              </div>
              {listing.phone && (
                <ButtonLink
                  to={telUrl(listing.phone)}
                  size="small"
                  icon={<Phone aria-hidden="true" />}
                  data-track={`contact ${listing.id} phone`}
                >
                  <span>
                    Call<span className="hidden-text"> {name}</span>
                  </span>
                </ButtonLink>
              )}
            </li>
          );
        })}
      </ul>
      {children}
      <IconButton label="Close" size="small" className={css.close} onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
    </section>
  );
}
