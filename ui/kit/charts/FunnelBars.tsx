import css from '../styles/chart.module.css';
import { formatNumber, formatPercent } from '../format.ts';
import { SaveTable, type Column } from '../table/Table.tsx';

interface FunnelStep {
  label: string;
  value: number;
}

const columns: Column<FunnelStep>[] = [
  { id: 'step', header: 'Step', cell: ({ label }) => label },
  { id: 'value', header: 'Visits', cell: ({ value }) => formatNumber(value), words: ({ value }) => String(value) },
];
const share = (part: number, whole: number) => (whole > 0 ? formatPercent(part / whole) : '—');

/** How many visitors continue from step to step, as a list with bars. */
export function FunnelBars({ title, unit, steps }: { title: string; unit: string; steps: readonly FunnelStep[] }) {
  const first = steps[0]?.value ?? 0;
  const top = Math.max(first, ...steps.map(({ value }) => value));
  return (
    <figure className={css.chart}>
      <figcaption className={css.head}>
        <div>
          <div className={css.title}>{title}</div>
          <div className={css.unit}>{unit}</div>
        </div>
        <div className={css.actions}>
          <SaveTable label={`${title}, ${unit}`} columns={columns} rows={steps} />
        </div>
      </figcaption>
      <ol className={css.steps}>
        {steps.map(({ label, value }, index) => (
          <li key={label} className={css.step}>
            <span>{label}</span>
            <span>
              <strong>{formatNumber(value)}</strong>{' '}
              {index > 0 && (steps[index - 1]?.value ?? 0) > 0 && (
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
