import css from './Quote.module.css';

/** Text as it was written or will be sent. */
export const Quote = ({ children }: { children: string }) => <p className={css.quote}>{children}</p>;
