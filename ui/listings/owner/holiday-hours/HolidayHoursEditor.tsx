import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { localDate, MAX_HOLIDAY_HOURS } from '#shared/listings/holiday-hours.ts';
import { holidayName } from '#shared/listings/holidays.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { formatCalendarDay, formatCalendarMonthDay } from '#ui/kit/format.ts';
import type { Day } from './hours-text.ts';
import {
  closedRow,
  findRowProblem,
  findRowsProblem,
  formatRows,
  suggestHolidays,
  toRows,
  type HolidayRow,
} from './holiday-rows.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './HolidayHoursEditor.module.css';

const modes = [
  { value: 'closed', label: 'Closed' },
  { value: 'open', label: 'Open' },
  { value: 'text', label: 'Several times' },
] as const;
const SUGGESTIONS = 4;

interface HolidayHoursEditorProps {
  /** In the notation of a listing. */
  value: string;
  onChange: (text: string) => void;
  onProblem: (sentence: string | null) => void;
  /** The sentence of the server's refusal. */
  error?: string | undefined;
}

/** Dates with other hours than in the regular week, and the next federal holidays as suggestions. */
export function HolidayHoursEditor({ value, onChange, onProblem, error }: HolidayHoursEditorProps) {
  const [today] = useState(() => localDate('America/New_York', new Date()));
  const [rows, setRows] = useState(() => toRows(value, today));
  const change = (next: HolidayRow[]) => {
    setRows(next);
    const problem = findRowsProblem(next);
    onProblem(problem);
    if (problem === null) onChange(formatRows(next));
  };
  const sort = (next: HolidayRow[]) => next.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const listProblem = rows.every((row) => findRowProblem(row) === null) ? (findRowsProblem(rows) ?? error) : null;
  const isFull = rows.length >= MAX_HOLIDAY_HOURS;
  return (
    <div className={css.editor}>
      <p className={css.hint}>On these dates, patients see these hours instead of your regular ones.</p>
      {rows.length > 0 && (
        <ul className={layout.snug} aria-label="Dates with other hours">
          {rows.map((row) => (
            <li key={row.key}>
              <DateRow
                row={row}
                onChange={(next) => change(rows.map((other) => (other.key === row.key ? next : other)))}
                onRemove={() => change(rows.filter((other) => other.key !== row.key))}
              />
            </li>
          ))}
        </ul>
      )}
      {listProblem && (
        <p className={css.problem} role="alert">
          {listProblem}
        </p>
      )}
      <div className={layout.wrap}>
        <Button
          size="small"
          icon={<Plus />}
          disabled={isFull}
          onClick={() => change(sort([...rows, closedRow(rows, today)]))}
        >
          Add a date
        </Button>
        {!isFull &&
          suggestHolidays(rows, today)
            .slice(0, SUGGESTIONS)
            .map(({ name, date }) => (
              <Button
                key={date}
                size="small"
                variant="quiet"
                icon={<Plus />}
                onClick={() => change(sort([...rows, closedRow(rows, today, date)]))}
              >
                {`${name}, ${formatCalendarMonthDay(date)}`}
              </Button>
            ))}
      </div>
    </div>
  );
}

interface DateRowProps {
  row: HolidayRow;
  onChange: (row: HolidayRow) => void;
  onRemove: () => void;
}

function DateRow({ row, onChange, onRemove }: DateRowProps) {
  const { from, to, day } = row;
  const problem = findRowProblem(row);
  const name = from === to ? holidayName(from) : null;
  const label = name ?? (from ? formatCalendarDay(from) : 'New date');
  const changeDay = (changes: Partial<Day>) => onChange({ ...row, day: { ...day, ...changes } });
  const changeTime = (changes: Partial<Day['spans'][number]>) =>
    changeDay({ spans: [{ ...day.spans[0]!, ...changes }] });
  return (
    <div className={css.row} role="group" aria-label={label}>
      <div className={css.dates}>
        <Input
          type="date"
          className={css.date}
          aria-label={`${label}: first day`}
          aria-invalid={problem !== null || undefined}
          value={from}
          onChange={(event) =>
            onChange({ ...row, from: event.target.value, to: to === from ? event.target.value : to })
          }
        />
        <span aria-hidden="true">to</span>
        <Input
          type="date"
          className={css.date}
          aria-label={`${label}: last day`}
          aria-invalid={problem !== null || undefined}
          min={from}
          value={to}
          onChange={(event) => onChange({ ...row, to: event.target.value })}
        />
      </div>
      <div className={css.hours}>
        <Select
          aria-label={`${label}: open or closed`}
          className={css.mode}
          options={modes}
          value={day.mode}
          onChange={(event) => changeDay({ mode: event.target.value as Day['mode'] })}
        />
        {day.mode === 'open' && (
          <div className={css.times}>
            <Input
              type="time"
              className={css.time}
              aria-label={`${label}: from`}
              value={day.spans[0]!.from}
              onChange={(event) => changeTime({ from: event.target.value })}
            />
            <span aria-hidden="true">to</span>
            <Input
              type="time"
              className={css.time}
              aria-label={`${label}: until`}
              value={day.spans[0]!.to}
              onChange={(event) => changeTime({ to: event.target.value })}
            />
          </div>
        )}
        {day.mode === 'text' && (
          <Input
            className={css.text}
            aria-label={`${label}: hours`}
            placeholder="8 AM - 12 PM, 1 PM - 3 PM"
            maxLength={100}
            value={day.text}
            onChange={(event) => changeDay({ text: event.target.value })}
          />
        )}
        <IconButton label={`Remove ${label}`} size="small" onClick={onRemove}>
          <X />
        </IconButton>
      </div>
      {name && <p className={css.name}>{name}</p>}
      {problem && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
