import css from './OptionCount.module.css';

/** The number of results with an option. It describes the control that names this id, and isn't part of its name. */
export const OptionCount = ({ id, count }: { id: string; count: string }) => (
  <span id={id} aria-hidden="true" className={css.count}>
    {count}
    <span className="hidden-text"> {count === '1' ? 'dentist' : 'dentists'}</span>
  </span>
);
