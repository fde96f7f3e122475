import type { Profile } from '#contract/listings/listings.ts';
import { planSlug } from '#shared/search-terms.ts';
import { Chip } from '#ui/kit/display/Badge.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { placeOf, type Listing } from '../listing.ts';
import { describePrice, describePriceSource } from '../price.ts';
import { directoryUrl } from '../search/search-state.ts';
import { describeAge, isOld } from '../statements.ts';
import css from './PlansAndPrices.module.css';

/** The whitening price, with its source and month. */
export function Prices({ listing: { whiteningPrice: price }, now }: { listing: Listing; now: Date }) {
  if (!price) return null;
  return (
    <section aria-labelledby="prices">
      <h2 id="prices" className={css.title}>
        Prices
      </h2>
      <p className={css.price}>
        Teeth whitening <strong>{describePrice(price)}</strong>
      </p>
      <p className={css.source}>
        {isOld(price.statedOn, now)
          ? `${describePriceSource(price)} Stated more than a year ago. Ask before you book.`
          : describePriceSource(price)}
      </p>
    </section>
  );
}

/** The insurance plans that the practice names, each with the practices nearby that take it, too. */
export function Plans({ listing, now }: { listing: Profile; now: Date }) {
  if (listing.plans.length === 0) return null;
  return (
    <section aria-labelledby="insurance-plans">
      <h2 id="insurance-plans" className={css.title}>
        Insurance Plans
      </h2>
      <ul className={css.chips}>
        {listing.plans.map((name) => (
          <li key={name}>
            <Link
              to={directoryUrl({
                plan: planSlug(name),
                location: placeOf(listing),
              })}
              className={css.plan}
            >
              <Chip>{name}</Chip>
            </Link>
          </li>
        ))}
      </ul>
      <p className={css.source}>
        {describeAge(listing.plansStatedOn, now)} Networks change. Ask the practice if it is in your plan’s network.
      </p>
    </section>
  );
}
