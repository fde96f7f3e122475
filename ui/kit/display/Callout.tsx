import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import css from './Callout.module.css';

const icons = { info: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert };

interface CalloutProps {
  tone?: keyof typeof icons;
  title?: ReactNode;
  children?: ReactNode;
  /** Screen readers announce it when it appears. */
  announce?: boolean;
  className?: string;
}

export function Callout({ tone = 'info', title, children, announce, className }: CalloutProps) {
  const Icon = icons[tone];
  return (
    <div className={cx(css.callout, tone !== 'info' && css[tone], className)} role={announce ? 'alert' : undefined}>
      <Icon aria-hidden="true" />
      <div className={css.calloutText}>
        {title != null && <div className={css.calloutTitle}>{title}</div>}
        {children}
      </div>
    </div>
  );
}
