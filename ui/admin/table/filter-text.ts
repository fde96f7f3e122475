import type { FilterShape } from '#shared/tables/table-shape.ts';
import { formatCalendarDay } from '#ui/kit/format.ts';

/** The words of a chip, such as "State: Texas, Ohio". */
export function filterText(filter: FilterShape, values: readonly string[]): string {
  if (filter.kind === 'flag') return values[0] === '0' ? filter.no : filter.yes;
  if (filter.kind === 'choice') {
    const names = values.map((value) => filter.options.find(([id]) => id === value)?.[1] ?? value);
    return `${filter.label}: ${names.length > 3 ? `${names.length} chosen` : names.join(', ')}`;
  }
  if (filter.kind === 'text') return `${filter.label}: ${values.join(', ')}`;
  const format = filter.kind === 'days' ? formatCalendarDay : (value: string) => value;
  const [from = '', to = ''] = (values[0] ?? '').split('..');
  if (!from) return `${filter.label} until ${format(to)}`;
  if (!to) return `${filter.label} since ${format(from)}`;
  return from === to ? `${filter.label} ${format(from)}` : `${filter.label} ${format(from)} to ${format(to)}`;
}
