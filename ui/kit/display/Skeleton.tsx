import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import css from './Skeleton.module.css';

interface SkeletonProps {
  width?: number | string;
  height?: number | string;
  circle?: boolean;
  className?: string;
}

/** A placeholder in the content's final size. */
export function Skeleton({ width = '100%', height = '1em', circle, className }: SkeletonProps) {
  return (
    <span className={cx(css.skeleton, circle && css.circle, className)} style={{ width, height }} aria-hidden="true" />
  );
}

export function SkeletonText({ lines = 3, last = '62%' }: { lines?: number; last?: string }) {
  return (
    <span className={css.lines} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={line === lines - 1 && lines > 1 ? last : '100%'} />
      ))}
    </span>
  );
}

interface LoadingProps {
  label: string;
  children: ReactNode;
  className?: string;
  /** Shown in place of the skeletons if the browser runs no scripts. */
  withoutScripts?: ReactNode;
}

/** Wraps skeletons, so that screen readers announce one sentence. */
export const Loading = ({ label, children, className, withoutScripts }: LoadingProps) => (
  <>
    <div role="status" aria-busy="true" className={className} data-needs-script>
      <span className="hidden-text">{label}</span>
      {children}
    </div>
    <noscript>{withoutScripts ?? <NeedsScript />}</noscript>
  </>
);

export const NeedsScript = () => <p>This page needs JavaScript. Please turn it on and reload the page.</p>;
