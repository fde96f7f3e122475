import { cx } from '#ui/kit/cx.ts';
import css from './SampleMark.module.css';

/** Marks a drawn picture of sample data. Screen readers get the picture's alternative text. */
export const SampleMark = ({ short = false }: { short?: boolean }) => (
  <span className={cx(css.mark, short && css.short)} aria-hidden="true">
    {short ? 'Sample' : 'Sample photo'}
  </span>
);
