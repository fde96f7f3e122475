import { useId, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import css from './Progress.module.css';

interface ProgressProps {
  label: ReactNode;
  /** From 0 to `max`. Omit it while the total is unknown. */
  value?: number;
  max?: number;
  detail?: ReactNode;
}

export function Progress({ label, value, max = 1, detail }: ProgressProps) {
  const id = useId();
  const isKnown = value !== undefined && max > 0;
  const percent = isKnown ? Math.min(100, Math.max(0, (value / max) * 100)) : undefined;
  return (
    <div className={css.progress}>
      <div className={css.labels}>
        <span id={id} className={css.label}>
          {label}
        </span>
        <span className={css.detail}>{detail ?? (percent === undefined ? '' : `${Math.floor(percent)}%`)}</span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent === undefined ? undefined : Math.floor(percent)}
        className={css.track}
      >
        <div
          className={cx(css.bar, percent === undefined && css.unknown)}
          style={percent === undefined ? undefined : { width: `${percent}%` }}
        />
      </div>
    </div>
  );
}
