import { addressOf, type Listing } from '../listing.ts';
import css from './PrintedContact.module.css';

/** The phone number and address for paper, where a card's buttons and folded details are left out. */
export function PrintedContact({ listing }: { listing: Listing }) {
  const text = [listing.phone, addressOf(listing)].filter(Boolean).join(' · ');
  return text ? <p className={css.contact}>{text}</p> : null;
}
