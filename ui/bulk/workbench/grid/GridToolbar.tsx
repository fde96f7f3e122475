import { Search } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Segmented } from '#ui/kit/controls/Segmented.tsx';
import { layout } from '#ui/kit/layout.ts';
import type { GridView } from './use-grid-rows.ts';

const kinds = [
  { value: 'all', label: 'All rows' },
  { value: 'problems', label: 'Problems' },
  { value: 'changed', label: 'Changed' },
] as const;
const TYPING_MS = 250;

const describeValues = ([first = '', ...others]: readonly string[]) =>
  `${first.trim() === '' ? '(blank)' : first}${others.length === 0 ? '' : ` and ${others.length} more`}`;

/** Filters the rows of the grid. */
export function GridToolbar({
  view,
  locked,
  onView,
  children,
}: {
  view: GridView;
  locked: boolean;
  onView: (view: GridView) => void;
  children: ReactNode;
}) {
  const { filter = {} } = view;
  const [text, setText] = useState(filter.contains ?? '');
  const show = (next: typeof filter) => onView({ ...(view.sort ? { sort: view.sort } : {}), filter: next });
  useEffect(() => {
    if (text === (filter.contains ?? '')) return;
    const timer = setTimeout(() => {
      const { contains: _, ...rest } = filter;
      show(text === '' ? rest : { ...rest, contains: text });
    }, TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <div className={layout.row}>
      <Segmented
        label="Rows to show"
        options={kinds}
        value={filter.only ?? 'all'}
        onValueChange={(value) => {
          const { only: _, ...rest } = filter;
          show(value === 'all' ? rest : { ...rest, only: value });
        }}
      />
      <div className={layout.grow}>
        <Input
          type="search"
          icon={<Search />}
          aria-label="Search rows"
          placeholder="Search rows"
          disabled={locked}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {filter.equals && (
        <Button
          onClick={() => {
            const { equals: _, column: _column, ...rest } = filter;
            show(rest);
          }}
        >
          {filter.column}: {describeValues(filter.equals)} ✕
        </Button>
      )}
      {children}
    </div>
  );
}
