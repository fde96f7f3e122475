import css from './SponsoredLabel.module.css';

/** Marks a position that payment improved. It is next to the rating, in the same color and size. */
export const SponsoredLabel = () => <span className={css.label}>Sponsored</span>;
