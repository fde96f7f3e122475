import { ListFilter, X } from 'lucide-react';
import { useState } from 'react';
import type { TableShape, FilterShape } from '#shared/tables/table-shape.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Popover } from '#ui/kit/overlays/Popover.tsx';
import css from './FilterChips.module.css';
import { FilterEditor } from './FilterEditor.tsx';
import type { TableViewState } from './use-table-view.ts';
import { formatCalendarDay } from '#ui/kit/format.ts';

/** The words of a chip, such as "State: Texas, Ohio". */
function filterText(filter: FilterShape, values: readonly string[]): string {
  if (filter.kind === 'flag') return values[0] === '0' ? filter.no : filter.yes;
  if (filter.kind === 'choice') {
    const names = values.map((value) => filter.options.find(([id]) => id === value)?.[1] ?? value);
    return `${filter.label}: ${names.length > 3 ? `${names.length} chosen` : names.join(', ')}`;
  }
  if (filter.kind === 'text') return `${filter.label}: ${values.join(', ')}`;
  const format = filter.kind === 'days' ? formatCalendarDay : (value: string) => value;
  const [from = '', to = ''] = (values[0] ?? '').split('..');
  const isDays = filter.kind === 'days';
  if (!from) return `${filter.label} ${isDays ? 'until' : 'up to'} ${format(to)}`;
  if (!to) return `${filter.label} ${isDays ? 'since' : 'from'} ${format(from)}`;
  return from === to ? `${filter.label} ${format(from)}` : `${filter.label} ${format(from)} to ${format(to)}`;
}

interface FilterProps {
  shape: TableShape;
  view: TableViewState;
}

/** Adds a filter: its column first, then its values. */
export function AddFilter({ shape, view }: FilterProps) {
  const [open, setOpen] = useState(false);
  const [id, setId] = useState('');
  const filter = shape.filters[id];
  const hasMoreValues = filter?.kind === 'choice';
  return (
    <Popover
      label="Add a filter"
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setId('');
      }}
      trigger={<Button icon={<ListFilter />}>Filter</Button>}
    >
      <div className={layout.stack} data-density="compact">
        <Field label="Filter by">
          <Select
            placeholder="Choose a column"
            value={id}
            onChange={(event) => setId(event.target.value)}
            options={Object.entries(shape.filters)
              .filter(([, { hidden }]) => !hidden)
              .map(([value, { label }]) => ({ value, label }))}
          />
        </Field>
        {filter && (
          <FilterEditor
            key={id}
            filter={filter}
            values={view.filters[id] ?? []}
            onChange={(values) => {
              view.setFilter(id, values);
              if (!hasMoreValues) setOpen(false);
            }}
          />
        )}
      </div>
    </Popover>
  );
}

/** The filters in effect. Each can be changed or removed. */
export function FilterChips({ shape, view }: FilterProps) {
  const active = Object.entries(view.filters).filter(([id]) => !shape.filters[id]!.hidden);
  if (active.length === 0) return null;
  return (
    <div className={layout.row} role="group" aria-label="Filters in effect">
      {active.map(([id, values]) => (
        <Chip key={id} id={id} values={values} shape={shape} view={view} />
      ))}
      {active.length > 1 && (
        <Button size="small" variant="quiet" onClick={view.clearFilters}>
          Clear all
        </Button>
      )}
    </div>
  );
}

function Chip({ id, values, shape, view }: FilterProps & { id: string; values: readonly string[] }) {
  const [open, setOpen] = useState(false);
  const filter = shape.filters[id]!;
  const text = filterText(filter, values);
  return (
    <span className={css.chip}>
      <Popover
        label={`Change the filter ${text}`}
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button type="button" className={css.text}>
            {text}
          </button>
        }
      >
        <div data-density="compact">
          <FilterEditor
            filter={filter}
            values={values}
            onChange={(next) => {
              view.setFilter(id, next);
              if (filter.kind !== 'choice') setOpen(false);
            }}
          />
        </div>
      </Popover>
      <button
        type="button"
        className={css.remove}
        aria-label={`Remove the filter ${text}`}
        onClick={() => view.setFilter(id, null)}
      >
        <X aria-hidden="true" />
      </button>
    </span>
  );
}
