import { dayParts, preferredTimes, type PreferredTime } from '#shared/appointments/appointment-state.ts';
import { dayNames } from '#shared/listings/opening-hours.ts';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { FieldGroup } from '#ui/kit/controls/Field.tsx';
import css from './TimesGrid.module.css';

const partLabels = { morning: 'Morning', afternoon: 'Afternoon', evening: 'Evening' };
const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

interface TimesGridProps {
  value: readonly PreferredTime[];
  onChange: (times: PreferredTime[]) => void;
  error?: string | undefined;
}

/** Mornings, afternoons, and evenings by weekday. */
export function TimesGrid({ value, onChange, error }: TimesGridProps) {
  const toggle = (time: PreferredTime) =>
    onChange(preferredTimes.filter((one) => (one === time ? !value.includes(one) : value.includes(one))));
  return (
    <FieldGroup legend="Which days and times suit you?" hint="Choose as many as you like." error={error}>
      <table className={css.grid}>
        <thead>
          <tr>
            <td />
            {dayParts.map((part) => (
              <th key={part} scope="col">
                {partLabels[part]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {dayNames.map((day) => (
            <tr key={day}>
              <th scope="row">{capitalize(day)}</th>
              {dayParts.map((part) => {
                const time = `${day}-${part}` as const;
                return (
                  <td key={part}>
                    <Checkbox
                      className={css.cell}
                      name="times"
                      value={time}
                      label={
                        <span className="hidden-text">
                          {capitalize(day)} {part}
                        </span>
                      }
                      checked={value.includes(time)}
                      invalid={Boolean(error)}
                      onChange={() => toggle(time)}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </FieldGroup>
  );
}
