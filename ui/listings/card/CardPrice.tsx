import type { CardListing } from './card-search.ts';
import { describeLowestPrice } from '../price.ts';
import css from './CardPrice.module.css';

/** The lowest whitening price, if one is stated. */
export const CardPrice = ({ listing }: { listing: Pick<CardListing, 'whiteningPrice'> }) =>
  listing.whiteningPrice && <p className={css.price}>{describeLowestPrice(listing.whiteningPrice)}</p>;
