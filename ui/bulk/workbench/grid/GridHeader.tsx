import { memo, type RefObject } from 'react';
import type { WorkbenchColumn } from '#contract/bulk/workbench.ts';
import { ColumnHead } from './ColumnHead.tsx';
import type { GridActions } from './GridLine.tsx';
import type { GridView } from './use-grid-rows.ts';
import css from './GridHeader.module.css';

interface GridHeaderProps {
  columns: readonly WorkbenchColumn[];
  /** The indexes of the columns in their order on screen. */
  order: readonly number[];
  /** The columns on screen, counted in that order. */
  from: number;
  to: number;
  template: string;
  lefts: readonly number[];
  sort: GridView['sort'];
  openColumn: string | null;
  locked: boolean;
  actions: RefObject<GridActions>;
}

/** The names and fields of the columns. Scrolling down doesn't render it again. */
export const GridHeader = memo(function GridHeader(props: GridHeaderProps) {
  const { columns, order, from, to, template, lefts, sort, openColumn, locked, actions } = props;
  return (
    <div className={css.header} role="row" style={{ gridTemplateColumns: template }}>
      <div role="columnheader" className={css.lineHead}>
        Line
      </div>
      {order.slice(from, to + 1).map((index, offset) => {
        const column = columns[index]!;
        const { header } = column;
        const isSorted = sort?.column === header;
        return (
          <ColumnHead
            key={header}
            place={from + offset + 2}
            column={column}
            width={lefts[from + offset + 1]! - lefts[from + offset]!}
            onResize={(width) => actions.current.resize(header, width)}
            sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : null}
            isOpen={openColumn === header}
            locked={locked}
            onSort={() => actions.current.sort(header)}
            onMap={(field) => actions.current.map(index, field)}
            onOpen={() => actions.current.open(header)}
          />
        );
      })}
    </div>
  );
});
