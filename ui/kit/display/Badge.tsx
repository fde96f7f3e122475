import type { ReactNode } from 'react';
import css from './Badge.module.css';
import { cx } from '../cx.ts';
import glyphs from './glyphs.svg';

/** A small drawing of our own that pages repeat. Its shapes are in one file, and documents only refer to them. */
const Glyph = ({ name, className }: { name: 'seal' | 'stars'; className?: string | undefined }) => (
  <svg className={cx('icon', className)} aria-hidden="true">
    <use href={`${glyphs}#${name}`} />
  </svg>
);

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad';

interface BadgeProps {
  children: ReactNode;
  tone?: Tone;
  icon?: ReactNode;
  /** Adds a dot, for a state that changes by itself. */
  dot?: boolean;
  className?: string;
}

export function Badge({ children, tone = 'neutral', icon, dot, className }: BadgeProps) {
  return (
    <span className={cx(css.badge, css[tone], dot && css.dot, className)}>
      {icon}
      {children}
    </span>
  );
}

interface ChipProps {
  children: ReactNode;
  icon?: ReactNode;
  /** Adds a remove button, labeled `removeLabel`. */
  onRemove?: () => void;
  removeLabel?: string;
  className?: string;
  /** Makes the chip an item of a list. */
  as?: 'span' | 'li';
}

export function Chip({ children, icon, onRemove, removeLabel = 'Remove', className, as: Tag = 'span' }: ChipProps) {
  return (
    <Tag className={cx(css.chip, onRemove && css.removable, className)}>
      {icon}
      {children}
      {onRemove && (
        <button type="button" className={css.remove} aria-label={removeLabel} onClick={onRemove}>
          <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeLinecap="round" aria-hidden="true">
            <path d="m4.5 4.5 7 7m0-7-7 7" />
          </svg>
        </button>
      )}
    </Tag>
  );
}

/** Says that something was verified. `detail` says what was checked, to screen readers and on hover. */
export function Seal({ children, detail, className }: { children: ReactNode; detail?: string; className?: string }) {
  return (
    <span className={cx(css.seal, className)} title={detail}>
      <Glyph name="seal" />
      {children}
      {detail && <span className="hidden-text">{`: ${detail}`}</span>}
    </span>
  );
}
