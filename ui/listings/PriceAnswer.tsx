import type { PriceFacts } from '#contract/listings/price-facts.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatCalendarMonth, formatNumber } from '#ui/kit/format.ts';
import css from './PriceAnswer.module.css';

const dollars = (amount: number): string => `$${formatNumber(amount)}`;

/** "in March 2026", or "between May 2025 and March 2026". */
function describeAges({ since, until }: Pick<PriceFacts, 'since' | 'until'>): string {
  const [first, last] = [formatCalendarMonth(since), formatCalendarMonth(until)];
  return first === last ? `in ${first}` : `between ${first} and ${last}`;
}

/** Says what whitening costs in a place, as far as its practices state it. */
export function PriceAnswer({ prices, sortUrl }: { prices: PriceFacts; sortUrl?: string | undefined }) {
  const { practices, lowest, middle, highest } = prices;
  return (
    <div className={css.answer}>
      <p>
        <strong>
          Whitening costs {dollars(lowest)}
          {highest > lowest && ` to ${dollars(highest)}`} here.
        </strong>{' '}
        {highest > lowest && `Half of the practices start at ${dollars(middle)} or less. `}
      </p>
      <p className={css.source}>
        {formatNumber(practices)} practices stated their prices, {describeAges(prices)}.{' '}
        {sortUrl && (
          <Link to={sortUrl} preventScrollReset>
            Sort by price
          </Link>
        )}
      </p>
    </div>
  );
}
