import { useState } from 'react';
import { reports } from '#shared/insights/reports.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Field, FieldGroup } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import type { ReportDays, ScheduledReport } from '#ui/base/platform/console.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { showSaveError } from './ReportFiles.tsx';
import css from './ScheduleForm.module.css';
import { formatNames, weekdays } from './schedule-text.ts';

const formats = Object.keys(formatNames) as ScheduledReport['formats'];
const EVERY_DAY = 'day';
const dayOptions = [
  { value: EVERY_DAY, label: 'Every day' },
  ...weekdays.map((name, at) => ({ value: String(at), label: `Every ${name}` })),
];

const periodOptions = (['7', '30', '90'] as const).map((days) => ({
  value: days as string,
  label: `Last ${days} days`,
}));

/** Schedules the report that is shown. The main process then asks for the folder. */
export function ScheduleForm({ id }: { id: ScheduledReport['id'] }) {
  const staffConsole = useStaffConsole();
  const [busy, setBusy] = useState(false);
  const form = useAppForm({
    defaultValues: { days: '30', weekday: '1', time: '08:00', pdf: true, csv: true },
    keep: 'choice',
    check: (values): Record<string, string> => ({
      ...(values.time === '' && { time: 'Choose a time.' }),
      ...(formats.every((format) => !values[format]) && { formats: 'Choose at least one format.' }),
    }),
  });
  const add = async ({ days, weekday, time, ...chosen }: typeof form.values) => {
    setBusy(true);
    const when = { weekday: weekday === EVERY_DAY ? null : Number(weekday), time };
    await staffConsole
      .addSchedule({ id, days: Number(days) as ReportDays, when, formats: formats.filter((format) => chosen[format]) })
      .catch(showSaveError);
    setBusy(false);
  };
  return (
    <form method="post" className={css.form} noValidate onSubmit={form.submit((values) => void add(values))}>
      <Field label="Figures of">
        <Select {...form.field('days')} options={periodOptions} />
      </Field>
      <Field label="When">
        <Select {...form.field('weekday')} options={dayOptions} />
      </Field>
      <Field label="At" error={form.errors.time}>
        <Input type="time" {...form.field('time')} />
      </Field>
      <FieldGroup legend="Save as" error={form.errors.formats}>
        <span className={css.formats}>
          {formats.map((format) => (
            <Checkbox key={format} label={formatNames[format]} {...form.checkbox(format)} />
          ))}
        </span>
      </FieldGroup>
      <Button type="submit" busy={busy}>
        Schedule {reports[id].title.toLowerCase()}…
      </Button>
    </form>
  );
}
