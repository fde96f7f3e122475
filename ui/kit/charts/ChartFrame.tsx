import { useId, useMemo, useState, type ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import css from '../styles/chart.module.css';
import { EmptyState } from '../display/EmptyState.tsx';
import { SaveTable, Table, type Column } from '../table/Table.tsx';
import { TableSaving } from '../table/table-csv.ts';
import { formatNumber } from '../format.ts';

type ChartRow = Record<string, string | number | null>;

interface Series {
  key: string;
  label: string;
}

export interface ChartProps {
  title: string;
  /** Shown at the axis and in the table: "visits per day", "dollars". */
  unit: string;
  rows: readonly ChartRow[];
  x: { key: string; label: string };
  series: readonly Series[];
  height?: number;
  /** The sentence in place of a chart whose values are all zero. Without it, the zeros are drawn. */
  empty?: string;
  format?: (value: number) => string;
  formatX?: (value: string | number) => string;
}

export const chartColor = (index: number) => `var(--chart-${(index % 5) + 1})`;
/** Lines also differ in their dashes, for readers who can't tell the colors apart. */
export const lineDash = (index: number) => ['0', '6 3', '2 3', '9 3 2 3', '1 4'][index % 5];
export const asIs = (value: string | number) => String(value);

/** Title, unit, legend, and a button that shows the same numbers as a table. */
export function ChartFrame({ children, lines, ...props }: ChartProps & { children: ReactNode; lines?: boolean }) {
  const { title, unit, rows, x, series, format = formatNumber, formatX = asIs, height = 260, empty } = props;
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const isEmpty =
    rows.length === 0 || (empty !== undefined && rows.every((row) => series.every(({ key }) => !row[key])));
  const columns = useMemo(
    (): Column<ChartRow>[] => [
      {
        id: x.key,
        header: x.label,
        cell: (row) => formatX(row[x.key] ?? ''),
        words: (row) => String(row[x.key] ?? ''),
      },
      ...series.map(({ key, label }): Column<ChartRow> => ({
        id: key,
        header: label,
        align: 'end',
        sortBy: (row) => row[key],
        cell: (row) => (typeof row[key] === 'number' ? format(row[key]) : '—'),
        // Spreadsheets need the bare number.
        words: (row) => String(row[key] ?? ''),
      })),
    ],
    [x, series, format, formatX],
  );
  return (
    <figure className={css.chart} aria-labelledby={id}>
      <figcaption className={css.head}>
        <div>
          <div id={id} className={css.title}>
            {title}
          </div>
          <div className={css.unit}>{unit}</div>
        </div>
        {!isEmpty && (
          <div className={css.actions}>
            <SaveTable label={`${title}, ${unit}`} columns={columns} rows={rows} />
            <Button size="small" variant="quiet" onClick={() => setAsTable(!asTable)}>
              {asTable ? 'Show chart' : 'Show table'}
            </Button>
          </div>
        )}
      </figcaption>
      {series.length > 1 && !isEmpty && !asTable && (
        <ul className={css.legend}>
          {series.map(({ key, label }, index) => (
            <li key={key}>
              {lines ? (
                <svg className={css.stroke} viewBox="0 0 24 4" aria-hidden="true">
                  <line x2="24" y1="2" y2="2" stroke={chartColor(index)} strokeDasharray={lineDash(index)} />
                </svg>
              ) : (
                <span className={css.key} style={{ '--color': chartColor(index) }} />
              )}
              {label}
            </li>
          ))}
        </ul>
      )}
      {isEmpty ? (
        <EmptyState title={empty ?? 'No numbers yet'} heading="h3" compact />
      ) : asTable ? (
        // The button above saves the table.
        <TableSaving value={null}>
          <Table
            label={`${title}, ${unit}`}
            rows={rows}
            columns={columns}
            rowId={(row) => String(row[x.key])}
            height={height}
          />
        </TableSaving>
      ) : (
        <div className={css.plot}>{children}</div>
      )}
    </figure>
  );
}
