import { Check, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { listFacts, type Fact } from '#shared/listings/facts.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Rating } from '#ui/kit/display/Rating.tsx';
import { OpenDot, ThreeDays } from '../card/CardParts.tsx';
import { StandingBadge } from '../card/StandingBadge.tsx';
import { addressOf, listLanguages, fullName, listingPath, telUrl, type Listing } from '../listing.ts';
import { describePrice, describePriceSource } from '../price.ts';
import { describeRatingSource } from '../rating-source.ts';
import { describeConfirmation } from '../statements.ts';
import { usePageTime } from '#ui/base/platform/use-page-time.ts';
import css from './CompareTable.module.css';

const Missing = () => <span className={css.missing}>Not listed</span>;
const Answer = ({ fact: { value, answer } }: { fact: Fact }) => (
  <span className={value ? css.yes : css.missing}>
    {value && <Check aria-hidden="true" />}
    {value === false && <Minus aria-hidden="true" />} {answer}
  </span>
);

/** Rows are questions and columns are practices. The names stay in view while scrolling. */
export default function CompareTable(props: { listings: Listing[]; pathWithout: (id: number) => string }) {
  const { listings, pathWithout } = props;
  const now = usePageTime();
  const rows: [string, (listing: Listing) => ReactNode][] = [
    [
      'Rating',
      (listing) => (
        <>
          <Rating value={listing.rating} count={listing.reviewCount} />
          {listing.rating !== null && (
            <>
              <br />
              <small>{describeRatingSource(listing)}</small>
            </>
          )}
        </>
      ),
    ],
    ['Specialty', (listing) => listing.specialty ?? <Missing />],
    ['Address', (listing) => addressOf(listing) || <Missing />],
    ['Phone', (listing) => (listing.phone ? <Link to={telUrl(listing.phone)}>{listing.phone}</Link> : <Missing />)],
    [
      'Hours',
      (listing) => (
        <div className={css.hours}>
          <OpenDot listing={listing} now={now} />
          <ThreeDays listing={listing} now={now} />
        </div>
      ),
    ],
    [
      'Services',
      (listing) =>
        listing.services.length > 0 ? (
          <ul className={css.services}>
            {listing.services.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        ) : (
          <Missing />
        ),
    ],
    [
      'Whitening price',
      (listing) =>
        listing.whiteningPrice ? (
          <>
            {describePrice(listing.whiteningPrice)}
            <br />
            <small>{describePriceSource(listing.whiteningPrice)}</small>
          </>
        ) : (
          <Missing />
        ),
    ],
    ['Insurance plans', (listing) => listing.plans.join(', ') || <Missing />],
    ['Experience', (listing) => (listing.experience ? `${listing.experience}+ years` : <Missing />)],
    ...listFacts(listings[0]!).map(({ label }, nth): [string, (listing: Listing) => ReactNode] => [
      label,
      (listing) => <Answer fact={listFacts(listing)[nth]!} />,
    ]),
    ['Languages', (listing) => listLanguages(listing).join(', ') || <Missing />],
    [
      'Confirmed',
      (listing) =>
        [listing.confirmedAt === null && 'Not confirmed by the practice.', describeConfirmation(listing, now)]
          .filter(Boolean)
          .join(' '),
    ],
  ];
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label="Comparison">
      <table className={css.table} style={{ '--columns': listings.length }}>
        <thead>
          <tr>
            <td />
            {listings.map((listing) => (
              <th key={listing.id} scope="col">
                <Link to={listingPath(listing)} className={css.name}>
                  {fullName(listing)}
                </Link>
                <StandingBadge listing={listing} />
              </th>
            ))}
          </tr>
          {/* In a row of their own, so that they line up below names of any length. */}
          <tr className={css.removes}>
            <td />
            {listings.map((listing) => (
              <td key={listing.id}>
                <ButtonLink
                  to={pathWithout(listing.id)}
                  variant="quiet"
                  size="small"
                  className={css.remove}
                  icon={<X aria-hidden="true" />}
                >
                  Remove<span className="hidden-text"> {listing.name}</span>
                </ButtonLink>
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, cell]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {listings.map((listing) => (
                <td key={listing.id}>{cell(listing)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
