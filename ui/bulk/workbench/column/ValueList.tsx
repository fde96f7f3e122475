import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listColumnValues, type ImportFile } from '#contract/bulk/workbench.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { api } from '#ui/base/platform/api.ts';
import css from './ValueList.module.css';
import type { Workbench } from '../use-import-file.ts';
import { useKept } from '../use-kept.ts';
import { showSpaces } from './show-spaces.ts';
import { useSettled } from './use-settled.ts';
import { useShownCount } from './use-shown-count.ts';

interface ValueListProps {
  file: ImportFile;
  column: string;
  addSteps: Workbench['addSteps'];
  onFilter: (values: string[]) => void;
}

const VALUES_SHOWN = 60;
const NO_CHANGE = { chosen: [] as string[], to: '' };

/** The values of a column with their counts. Changing one or several changes them in all rows. */
export function ValueList({ file, column, addSteps, onFilter }: ValueListProps) {
  const [search, setSearch] = useState('');
  const [{ chosen, to }, keep] = useKept(`import ${file.id} values ${column}`, NO_CHANGE);
  const [shown, showMore] = useShownCount(VALUES_SHOWN);
  const contains = useSettled(search);
  const { data } = useQuery({
    queryKey: ['import-file-values', file.id, file.version, column, contains],
    queryFn: ({ signal }) =>
      api(listColumnValues, { params: { id: String(file.id) }, body: { column, contains } }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (!data) return <Skeleton height={200} />;
  const choose = (value: string) => {
    if (chosen.includes(value)) return keep({ chosen: chosen.filter((one) => one !== value), to });
    keep({ chosen: [...chosen, value], to: chosen.length === 0 ? value : to });
  };
  const change = () => {
    const changed = chosen.filter((value) => value !== to);
    if (changed.length > 0)
      void addSteps({ do: 'map', column, values: Object.fromEntries(changed.map((value) => [value, to])) });
    keep(NO_CHANGE);
  };
  const rows = data.values.reduce((sum, { value, count }) => (chosen.includes(value) ? sum + count : sum), 0);
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
      {chosen.length > 0 && (
        <form
          method="post"
          className={css.change}
          onSubmit={(event) => {
            event.preventDefault();
            change();
          }}
        >
          <Input
            aria-label={`New text for ${chosen.length === 1 ? chosen[0] : `${formatNumber(chosen.length)} values`}`}
            value={to}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked to change this value
            autoFocus={chosen.length === 1}
            onChange={(event) => keep({ chosen, to: event.target.value })}
          />
          <div className={layout.row}>
            <Button size="small" variant="primary" type="submit">
              Change {formatNumber(rows)} {rows === 1 ? 'row' : 'rows'}
            </Button>
            <Button size="small" onClick={() => onFilter(chosen)}>
              Show rows
            </Button>
            <Button size="small" variant="quiet" onClick={() => keep(NO_CHANGE)}>
              Cancel
            </Button>
          </div>
        </form>
      )}
      <ul className={css.values}>
        {data.values.slice(0, shown).map(({ value, count }) => (
          <li key={value} className={css.value}>
            <Checkbox
              aria-label={`Change ${value.trim() === '' ? '(blank)' : value}`}
              checked={chosen.includes(value)}
              onChange={() => choose(value)}
            />
            <button type="button" className={css.pick} onClick={() => onFilter([value])} title="Show these rows">
              {value.trim() === '' ? <em>(blank)</em> : showSpaces(value)}
            </button>
            <span className={layout.muted}>{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
      {data.values.length > shown && (
        <Button size="small" onClick={showMore}>
          Show more values
        </Button>
      )}
    </div>
  );
}
