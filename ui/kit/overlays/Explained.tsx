import { useId, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import css from './Explained.module.css';

/** A word with an explanation, which opens on a tap or a key, even before the page has its scripts. */
export function Explained({
  children,
  explanation,
  className,
}: {
  children: ReactNode;
  explanation: string;
  className?: string | undefined;
}) {
  const id = useId();
  return (
    <>
      <button type="button" className={cx(css.word, className)} popoverTarget={id}>
        {children}
      </button>
      <span popover="auto" id={id} className={css.explanation}>
        {explanation}
      </span>
    </>
  );
}
