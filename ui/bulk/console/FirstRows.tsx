import { memo, useState } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { cx } from '#ui/kit/cx.ts';
import { formatNumber } from '#ui/kit/format.ts';
import type { CsvRow, CsvState } from '#ui/base/platform/console.ts';
import { CsvTable } from './CsvTable.tsx';
import css from './FirstRows.module.css';

const COLUMNS_SHOWN = 40;

interface FirstRowsProps {
  columns: CsvState['columns'];
  fields: CsvState['fields'];
  rows: CsvRow[];
  locked: boolean;
  onMap: (column: number, field: string) => void;
}

/** The first rows of the file, with a field to choose for each column. Memoized, because files can have many columns. */
export const FirstRows = memo(function FirstRows({ columns, fields, rows, locked, onMap }: FirstRowsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shownColumns = columns
    .map(({ header, field }, index) => ({ header: header || `Column ${index + 1}`, field, index }))
    .filter(({ field, index }) => showsAll || index < COLUMNS_SHOWN || field !== null);
  const options = fields.map(({ name, label }) => ({ value: name, label }));
  return (
    <CsvTable
      title="First rows"
      head={
        <>
          <th scope="col">Line</th>
          {shownColumns.map(({ header, field, index }) => (
            <th key={index} scope="col" className={cx(field === null && css.unmapped)}>
              <span className={css.header}>{header}</span>
              <Select
                className={css.field}
                aria-label={`Field for ${header}`}
                value={field ?? ''}
                disabled={locked}
                placeholder="Don’t import"
                options={options}
                onChange={(event) => onMap(index, event.target.value)}
              />
            </th>
          ))}
        </>
      }
      rows={rows.map(({ line, cells }) => (
        <tr key={line}>
          <th scope="row">{line}</th>
          {shownColumns.map(({ index }) => (
            <td key={index} title={cells[index]}>
              {cells[index]}
            </td>
          ))}
        </tr>
      ))}
      footer={
        shownColumns.length < columns.length && (
          <div>
            <Button size="small" onClick={() => setShowsAll(true)}>
              Show all {formatNumber(columns.length)} columns
            </Button>
          </div>
        )
      }
    />
  );
});
