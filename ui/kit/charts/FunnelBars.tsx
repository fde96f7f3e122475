import css from '../styles/chart.module.css';
import { formatNumber, formatPercent } from '../format.ts';

export interface FunnelStep {
  label: string;
  value: number;
}

const share = (part: number, whole: number) => (whole > 0 ? formatPercent(part / whole) : '—');

/** How many visitors continue from step to step, as a list with bars. */
export function FunnelBars({ title, unit, steps }: { title: string; unit: string; steps: readonly FunnelStep[] }) {
  const first = steps[0]?.value ?? 0;
  const top = Math.max(first, ...steps.map(({ value }) => value));
  return (
    <figure className={css.chart}>
      <figcaption>
        <div className={css.title}>{title}</div>
        <div className={css.unit}>{unit}</div>
      </figcaption>
      <ol className={css.steps}>
        {steps.map(({ label, value }, index) => (
          <li key={label} className={css.step}>
            <span>{label}</span>
            <span>
              <strong>{formatNumber(value)}</strong>{' '}
              {index > 0 && (
                <span className={css.share}>{share(value, steps[index - 1]?.value ?? 0)} of the step before</span>
              )}
            </span>
            <div className={css.funnel} aria-hidden="true">
              {value > 0 && <div style={{ width: `${(value / top) * 100}%` }} />}
            </div>
          </li>
        ))}
      </ol>
    </figure>
  );
}
