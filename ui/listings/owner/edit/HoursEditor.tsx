import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { dayNames, type DayName } from '#shared/listings/opening-hours.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { layout } from '#ui/kit/layout.ts';
import css from './HoursEditor.module.css';
import { parseDay, findDayProblem, formatDay, addBreak, type Day } from '../holiday-hours/hours-text.ts';

export type HoursValues = Record<`${DayName}Hours`, string>;

const modes = [
  { value: 'unknown', label: 'Not set' },
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'text', label: 'Custom text' },
] as const;
const nameOf = (day: DayName): string => day[0]!.toUpperCase() + day.slice(1);
const weekdays = dayNames.slice(0, 5);

interface HoursEditorProps {
  values: HoursValues;
  onChange: (day: `${DayName}Hours`, text: string) => void;
  onProblem?: (day: DayName, sentence: string | null) => void;
}

/** Time inputs for each day. The stored text is generated from them. */
export function HoursEditor({ values, onChange, onProblem }: HoursEditorProps) {
  const [days, setDays] = useState(
    () => Object.fromEntries(dayNames.map((day) => [day, parseDay(values[`${day}Hours`])])) as Record<DayName, Day>,
  );
  const change = (names: readonly DayName[], next: Day) => {
    setDays((previous) => ({ ...previous, ...Object.fromEntries(names.map((name) => [name, next])) }));
    for (const name of names) {
      const problem = findDayProblem(next);
      onProblem?.(name, problem);
      if (problem === null) onChange(`${name}Hours`, formatDay(next));
    }
  };
  return (
    <div className={layout.snug}>
      {dayNames.map((name) => (
        <DayRow key={name} name={name} day={days[name]} onChange={(next) => change([name], next)} />
      ))}
      <div>
        <Button size="small" onClick={() => change(weekdays, days.monday)}>
          Same every weekday
        </Button>
        <span className={css.hint}>Copies Monday to Tuesday through Friday.</span>
      </div>
    </div>
  );
}

function DayRow({ name, day, onChange }: { name: DayName; day: Day; onChange: (day: Day) => void }) {
  const label = nameOf(name);
  const problem = findDayProblem(day);
  const time = (index: number, end: 'from' | 'to') => (
    <Input
      type="time"
      className={css.time}
      aria-label={`${label} ${end === 'from' ? 'from' : 'until'}${index > 0 ? `, after break ${index}` : ''}`}
      aria-invalid={problem !== null || undefined}
      value={day.spans[index]![end]}
      onChange={(event) =>
        onChange({
          ...day,
          spans: day.spans.map((span, i) => (i === index ? { ...span, [end]: event.target.value } : span)),
        })
      }
    />
  );
  return (
    <div className={css.day} role="group" aria-label={label}>
      <span className={css.name} aria-hidden="true">
        {label}
      </span>
      <Select
        aria-label={`${label}: open or closed`}
        options={modes}
        value={day.mode}
        onChange={(event) => onChange({ ...day, mode: event.target.value as Day['mode'] })}
      />
      <div className={css.spans}>
        {day.mode === 'open' &&
          day.spans.map((_, index) => (
            // Spans have no id.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={index} className={layout.row}>
              {time(index, 'from')}
              <span aria-hidden="true">to</span>
              {time(index, 'to')}
              {day.spans.length > 1 && (
                <IconButton
                  label={`Remove time ${index + 1} on ${label}`}
                  size="small"
                  onClick={() => onChange({ ...day, spans: day.spans.filter((_span, i) => i !== index) })}
                >
                  <X />
                </IconButton>
              )}
              {index === day.spans.length - 1 && day.spans.length < 4 && (
                <Button
                  size="small"
                  variant="quiet"
                  icon={<Plus />}
                  aria-label={`Add a break on ${label}`}
                  onClick={() => onChange({ ...day, spans: addBreak(day.spans) })}
                >
                  Break
                </Button>
              )}
            </div>
          ))}
        {day.mode === 'text' && (
          <Input
            aria-label={`${label} custom text`}
            placeholder="By appointment"
            maxLength={200}
            value={day.text}
            onChange={(event) => onChange({ ...day, text: event.target.value })}
          />
        )}
        {problem && (
          <p className={css.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}
