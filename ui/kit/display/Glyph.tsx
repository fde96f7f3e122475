import { cx } from '../cx.ts';
import glyphs from './glyphs.svg';

/** A small drawing of our own that pages repeat. Its shapes are in one file, and documents only refer to them. */
export const Glyph = ({ name, className }: { name: 'seal' | 'stars'; className?: string | undefined }) => (
  <svg className={cx('icon', className)} aria-hidden="true">
    <use href={`${glyphs}#${name}`} />
  </svg>
);
