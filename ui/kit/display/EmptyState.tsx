import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Drawing, type Scene } from './Drawing.tsx';
import css from './EmptyState.module.css';

export interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode;
  scene?: Scene;
  actions?: ReactNode;
  heading?: 'h1' | 'h2' | 'h3';
  compact?: boolean;
  className?: string;
}

export function EmptyState(props: EmptyStateProps) {
  const { title, children, scene = 'empty', actions, heading: Heading = 'h2', compact, className } = props;
  return (
    <div className={cx(css.empty, compact && css.compact, className)}>
      <Drawing scene={scene} size={compact ? 88 : 128} className={css.drawing} />
      <Heading className={css.title}>{title}</Heading>
      {children != null && <div className={css.text}>{children}</div>}
      {actions != null && <div className={css.actions}>{actions}</div>}
    </div>
  );
}
