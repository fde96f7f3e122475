import { addDays, dayOf, REPORT_ZONE_LABEL } from '#contract/report-zone.ts';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Segmented } from '#ui/kit/controls/Segmented.tsx';
import { formatCalendarDay, formatPercentChange } from '#ui/kit/format.ts';
import { useNow } from '#ui/kit/use-now.ts';
import css from './Insights.module.css';

export interface PeriodQuery {
  from: string;
  to: string;
}
export const lastDays = (count: number): PeriodQuery => {
  const to = dayOf(new Date());
  return { from: addDays(to, 1 - count), to };
};

export const spanText = ({ from, to }: PeriodQuery): string => `${formatCalendarDay(from)} to ${formatCalendarDay(to)}`;

const presets = ['7', '30', '90', '365'] as const;

/** Any stretch of days; what it is compared with and whose days they are is said beside it. */
export function PeriodPicker({ value, onChange }: { value: PeriodQuery; onChange: (to: PeriodQuery) => void }) {
  const preset = presets.find((count) => {
    const { from, to } = lastDays(Number(count));
    return from === value.from && to === value.to;
  });
  const today = dayOf(new Date(useNow(60_000)));
  const change = (part: Partial<PeriodQuery>) => {
    const next = { ...value, ...part };
    if (/^20\d\d-/.test(next.from) && /^20\d\d-/.test(next.to) && next.from <= next.to) onChange(next);
  };
  return (
    <div className={css.period}>
      <Segmented
        label="Period"
        value={preset ?? ''}
        onValueChange={(count) => onChange(lastDays(Number(count)))}
        options={presets.map((count) => ({
          value: count as string,
          label: count === '365' ? '1 year' : `${count} days`,
        }))}
      />
      <Field label="From" className={css.date}>
        <Input
          type="date"
          value={value.from}
          max={value.to}
          onChange={(event) => change({ from: event.target.value })}
        />
      </Field>
      <Field label="To" className={css.date}>
        <Input
          type="date"
          value={value.to}
          min={value.from}
          max={today}
          onChange={(event) => change({ to: event.target.value })}
        />
      </Field>
      <p className={css.zone}>Days in {REPORT_ZONE_LABEL}</p>
    </div>
  );
}

/** How a figure compares with the period before: in words, not in color alone. */
export function Change({ now, before }: { now: number | null; before: number | null }) {
  if (now === null || before === null) return <>no comparison</>;
  if (before === 0) return <>{now === 0 ? 'as before' : 'none before'}</>;
  if (now === before) return <>as before</>;
  return <>{formatPercentChange((now - before) / before)} on the period before</>;
}
