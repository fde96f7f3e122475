import { Check, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Seal } from '#ui/kit/display/Badge.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Rating } from '#ui/kit/display/Rating.tsx';
import { OpenDot, ThreeDays } from '../card/CardParts.tsx';
import { formatUtcDate } from '#ui/kit/format.ts';
import { addressOf, checkedFor, features, fullName, listingPath, telUrl, type Listing } from '../listing.ts';
import { usePageTime } from '#ui/platform/use-page-time.ts';
import css from './ComparePage.module.css';

const None = () => <span className={css.none}>Not given</span>;
const YesNo = ({ on }: { on: boolean }) =>
  on ? (
    <span className={css.yes}>
      <Check aria-hidden="true" /> Yes
    </span>
  ) : (
    <span className={css.none}>
      <Minus aria-hidden="true" /> Not stated
    </span>
  );

/** A row a question, a column a practice; the names stay in view. */
export default function CompareTable(props: { listings: Listing[]; without: (id: number) => string }) {
  const { listings } = props;
  const now = usePageTime();
  const rows: [string, (listing: Listing) => ReactNode][] = [
    ['Rating', (one) => <Rating value={one.rating} count={one.reviewCount} />],
    ['Specialty', (one) => one.specialty ?? <None />],
    ['Address', (one) => addressOf(one) || <None />],
    ['Phone', (one) => (one.phone ? <Link to={telUrl(one.phone)}>{one.phone}</Link> : <None />)],
    [
      'Hours',
      (one) => (
        <div className={css.hours}>
          <OpenDot listing={one} now={now} />
          <ThreeDays listing={one} now={now} />
        </div>
      ),
    ],
    [
      'Services',
      (one) =>
        one.services.length > 0 ? (
          <ul className={css.services}>
            {one.services.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        ) : (
          <None />
        ),
    ],
    ['Experience', (one) => (one.experience ? `${one.experience}+ years` : <None />)],
    ...features(listings[0]!).map(({ key, label }): [string, (listing: Listing) => ReactNode] => [
      label,
      (one) => <YesNo on={features(one).some((feature) => feature.key === key && feature.on)} />,
    ]),
    ['Languages', (one) => one.languages || <None />],
    [
      'Confirmed',
      (one) =>
        one.userId === null
          ? 'Unconfirmed details: nobody has claimed this listing'
          : one.confirmedAt
            ? `By the practice on ${formatUtcDate(one.confirmedAt)}`
            : 'Claimed by the practice',
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
                {listing.isPaid && <Seal detail={checkedFor(listing)}>Verified</Seal>}
              </th>
            ))}
          </tr>
          {/* A row of their own, so that they stand on one line. */}
          <tr className={css.removes}>
            <td />
            {listings.map((listing) => (
              <td key={listing.id}>
                <ButtonLink
                  to={props.without(listing.id)}
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
