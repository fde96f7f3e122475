import { addDays, dayOf, REPORT_ZONE_LABEL } from '#shared/insights/report-zone.ts';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Segmented } from '#ui/kit/controls/Segmented.tsx';
import { formatCalendarDay } from '#ui/kit/format.ts';
import { useNow } from '#ui/kit/use-now.ts';
import css from './PeriodPicker.module.css';

export interface PeriodQuery {
  from: string;
  to: string;
}
export const getLastDays = (count: number): PeriodQuery => {
  const to = dayOf(new Date());
  return { from: addDays(to, 1 - count), to };
};

export const formatPeriod = ({ from, to }: PeriodQuery): string =>
  `${formatCalendarDay(from)} to ${formatCalendarDay(to)}`;

const presets = ['7', '30', '90', '365'] as const;

/** Picks a preset or any other range of days. */
export function PeriodPicker({ value, onChange }: { value: PeriodQuery; onChange: (period: PeriodQuery) => void }) {
  const preset = presets.find((count) => {
    const { from, to } = getLastDays(Number(count));
    return from === value.from && to === value.to;
  });
  const today = dayOf(new Date(useNow(60_000)));
  const changePeriod = (part: Partial<PeriodQuery>) => {
    const period = { ...value, ...part };
    if (/^20\d\d-/.test(period.from) && /^20\d\d-/.test(period.to) && period.from <= period.to) onChange(period);
  };
  return (
    <div className={css.period}>
      <Segmented
        label="Period"
        value={preset ?? ''}
        onValueChange={(count) => onChange(getLastDays(Number(count)))}
        options={presets.map((count) => ({
          value: count as string,
          label: count === '365' ? '1 year' : `${count} days`,
        }))}
      />
      <div className={css.dates}>
        <Field label="From" className={css.date}>
          <Input
            type="date"
            value={value.from}
            max={value.to}
            onChange={(event) => changePeriod({ from: event.target.value })}
          />
        </Field>
        <Field label="To" className={css.date}>
          <Input
            type="date"
            value={value.to}
            min={value.from}
            max={today}
            onChange={(event) => changePeriod({ to: event.target.value })}
          />
        </Field>
      </div>
      <p className={css.zone}>Times are {REPORT_ZONE_LABEL}</p>
    </div>
  );
}
