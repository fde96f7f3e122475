import type { Listing } from '../listing.ts';
import { describeLowestPrice } from '../price.ts';
import css from './CardPrice.module.css';

/** The lowest whitening price, if one is stated. */
export const CardPrice = ({ listing }: { listing: Pick<Listing, 'whiteningPrice'> }) =>
  listing.whiteningPrice && <p className={css.price}>{describeLowestPrice(listing.whiteningPrice)}</p>;
