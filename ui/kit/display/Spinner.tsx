import { cx } from '../cx.ts';
import css from './Spinner.module.css';

/** Decorative unless it has a label. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <svg
      className={cx(css.spinner, className)}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <circle className={css.track} cx="12" cy="12" r="9" />
      <path d="M3.6 15.2C6 22 18 22 20.4 15.2" />
    </svg>
  );
}
