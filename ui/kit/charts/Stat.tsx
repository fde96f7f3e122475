import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import css from './Stat.module.css';
import { formatNumber } from '../format.ts';

interface StatProps {
  label: ReactNode;
  /** null, for an unknown value, shows a dash. */
  value: number | string | null;
  detail?: ReactNode;
  size?: 'small' | 'large';
  className?: string;
}

export function Stat({ label, value, detail, size = 'large', className }: StatProps) {
  return (
    <div className={cx(css.stat, size === 'small' && css.small, className)}>
      {detail != null && <div className={css.detail}>{detail}</div>}
      <div className={css.label}>{label}</div>
      <div className={css.value}>{typeof value === 'number' ? formatNumber(value) : (value ?? '—')}</div>
    </div>
  );
}
