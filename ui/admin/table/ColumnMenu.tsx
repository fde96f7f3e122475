import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react';
import { formatSort, parseSort, type TableShape } from '#shared/tables/table-shape.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Segmented } from '#ui/kit/controls/Segmented.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Popover } from '#ui/kit/overlays/Popover.tsx';
import css from './ColumnMenu.module.css';
import type { Density, TableViewState } from './use-table-view.ts';

const densities = [
  { value: 'compact', label: 'Compact' },
  { value: 'roomy', label: 'Roomy' },
] as const;

/** Chooses and orders the columns, and how close the rows are. */
export function ColumnMenu({ shape, view }: { shape: TableShape; view: TableViewState }) {
  const hidden = Object.keys(shape.columns).filter((id) => !view.columns.includes(id));
  const labelOf = (id: string) => shape.columns[id]!.label;
  const move = (index: number, step: number) => {
    const next = [...view.columns];
    const [moved] = next.splice(index, 1);
    next.splice(index + step, 0, moved!);
    view.setColumns(next);
  };
  return (
    <Popover label="Columns" align="end" trigger={<Button icon={<Columns3 />}>Columns</Button>}>
      <div className={layout.stack} data-density="compact">
        <Segmented
          label="Row height"
          options={densities}
          value={view.density}
          onValueChange={(density: Density) => view.setDensity(density)}
        />
        {/* Phones show no headers to sort by. */}
        <Field label="Sort by">
          <Select
            value={formatSort(view.sorts.slice(0, 1))}
            onChange={(event) => view.setSorts(parseSort(event.target.value))}
            options={Object.entries(shape.columns).flatMap(([id, { label }]) => [
              { value: id, label: `${label}, ascending` },
              { value: `-${id}`, label: `${label}, descending` },
            ])}
          />
        </Field>
        <ul className={css.columns} aria-label="Columns, in order">
          {view.columns.map((id, index) => (
            <li key={id} className={css.column}>
              <Checkbox
                label={labelOf(id)}
                checked
                disabled={view.columns.length === 1}
                onChange={() => view.setColumns(view.columns.filter((each) => each !== id))}
              />
              <IconButton
                size="small"
                label={`Move ${labelOf(id)} up`}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              >
                <ArrowUp />
              </IconButton>
              <IconButton
                size="small"
                label={`Move ${labelOf(id)} down`}
                disabled={index === view.columns.length - 1}
                onClick={() => move(index, 1)}
              >
                <ArrowDown />
              </IconButton>
            </li>
          ))}
          {hidden.map((id) => (
            <li key={id} className={css.column}>
              <Checkbox label={labelOf(id)} checked={false} onChange={() => view.setColumns([...view.columns, id])} />
            </li>
          ))}
        </ul>
        <Button size="small" variant="quiet" onClick={() => view.setColumns(shape.defaultColumns)}>
          Restore the default columns
        </Button>
      </div>
    </Popover>
  );
}
