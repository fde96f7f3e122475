import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listColumnValues, type ImportFile } from '#contract/bulk-workbench.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { api } from '#ui/platform/api.ts';
import css from './ValueList.module.css';
import type { Workbench } from './use-import-file.ts';

interface ValueListProps {
  file: ImportFile;
  column: string;
  addSteps: Workbench['addSteps'];
  onFilter: (value: string) => void;
}

/** The values of a column with their counts. Changing one changes it in all rows. */
export function ValueList({ file, column, addSteps, onFilter }: ValueListProps) {
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<{ from: string; to: string } | null>(null);
  const { data } = useQuery({
    queryKey: ['import-file-values', file.id, file.version, column, search],
    queryFn: ({ signal }) =>
      api(listColumnValues, { params: { id: String(file.id) }, body: { column, contains: search } }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (!data) return <Skeleton height={200} />;
  const save = () => {
    if (edited && edited.from !== edited.to) void addSteps({ do: 'map', column, values: { [edited.from]: edited.to } });
    setEdited(null);
  };
  return (
    <div className={layout.tight}>
      <p className={layout.note}>
        {formatNumber(data.distinct)}
        {data.isComplete ? '' : ' or more'} different values, {formatNumber(data.blank)} blank
      </p>
      <Input
        type="search"
        aria-label="Search values"
        placeholder="Search values"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ul className={css.values}>
        {data.values.map(({ value, count }) => (
          <li key={value} className={css.value}>
            {edited?.from === value ? (
              <form
                className={css.edit}
                onSubmit={(event) => {
                  event.preventDefault();
                  save();
                }}
              >
                <Input
                  aria-label={`New text for ${value}`}
                  value={edited.to}
                  // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked to change this value
                  autoFocus
                  onChange={(event) => setEdited({ from: value, to: event.target.value })}
                />
                <Button size="small" variant="primary" type="submit">
                  Change {formatNumber(count)}
                </Button>
              </form>
            ) : (
              <>
                <button type="button" className={css.pick} onClick={() => onFilter(value)} title="Show these rows">
                  {value.trim() === '' ? <em>(blank)</em> : value}
                </button>
                <span className={layout.muted}>{formatNumber(count)}</span>
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={`Change ${value}`}
                  onClick={() => setEdited({ from: value, to: value })}
                >
                  Change
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
