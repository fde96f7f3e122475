import { memo, type RefObject } from 'react';
import type { GridRow, WorkbenchColumn } from '#contract/bulk/workbench.ts';
import { cx } from '#ui/kit/cx.ts';
import { GridCell } from './GridCell.tsx';
import css from './GridLine.module.css';

/** Requests of the grid's parts to the grid. */
export interface GridActions {
  sort(header: string): void;
  map(index: number, field: string | null): void;
  open(header: string): void;
  activate(row: number, column: number, isExtended: boolean): void;
  resize(header: string, width: number): void;
  edit(): void;
  /** Keeps the text of a cell while it is typed. */
  keep(line: number, header: string, text: string): void;
  /** Null leaves the cell as it is. */
  finish(line: number, header: string, text: string | null): void;
}

interface GridLineProps {
  /** The place of the row in the section, and in the view. */
  index: number;
  place: number;
  top: number;
  /** Undefined while it loads. */
  row: GridRow | undefined;
  columns: readonly WorkbenchColumn[];
  order: readonly number[];
  from: number;
  to: number;
  /** The left edge of each column on screen, then the right edge of the last one. */
  lefts: readonly number[];
  /** The active column, or -1. */
  active: number;
  /** The selected columns of this row, or -1. */
  selectedFrom: number;
  selectedTo: number;
  isEditing: boolean;
  actions: RefObject<GridActions>;
}

/** A row of the grid with the cells on screen. Scrolling renders only the rows that appear. */
export const GridLine = memo(function GridLine(props: GridLineProps) {
  const { index, place, top, row, columns, order, from, to, lefts, active, isEditing, actions } = props;
  const { selectedFrom, selectedTo } = props;
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      className={cx(css.row, row?.broken != null && css.broken)}
      title={row?.broken ?? undefined}
      style={{ width: lefts.at(-1), transform: `translateY(${top}px)` }}
    >
      <div role="rowheader" className={css.line}>
        {row?.line ?? '…'}
      </div>
      {order.slice(from, to + 1).map((column, offset) => {
        const at = from + offset;
        const { header } = columns[column]!;
        return (
          <GridCell
            key={header}
            id={`cell-${index}-${at}`}
            place={at + 2}
            left={lefts[at]!}
            width={lefts[at + 1]! - lefts[at]!}
            text={row?.cells[column] ?? ''}
            problem={row?.problems.find((problem) => problem.column === column)?.why}
            isChanged={row?.changed.includes(column) ?? false}
            isActive={active === at}
            isSelected={at >= selectedFrom && at <= selectedTo}
            isEditing={active === at && isEditing && row !== undefined && row.broken === null}
            onActivate={(isExtended) => actions.current.activate(index, at, isExtended)}
            onEdit={() => actions.current.edit()}
            onType={(text) => row && actions.current.keep(row.line, header, text)}
            onDone={(text) => row && actions.current.finish(row.line, header, text)}
          />
        );
      })}
    </div>
  );
});
