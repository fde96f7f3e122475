import { ArrowDown, ArrowUp, ArrowUpDown, SlidersHorizontal } from 'lucide-react';
import type { WorkbenchColumn } from '#contract/bulk/workbench.ts';
import { listingFields, splitFields } from '#shared/bulk/fields.ts';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { cx } from '#ui/kit/cx.ts';
import { describeMatch, isDoubtful } from '../../mapping.ts';
import css from './ColumnHead.module.css';

const options = [...listingFields, ...splitFields].map(({ name, label }) => ({ value: name as string, label }));

interface ColumnHeadProps {
  /** The column of the grid, counted from 1. */
  place: number;
  column: WorkbenchColumn;
  sort: 'ascending' | 'descending' | null;
  isOpen: boolean;
  locked: boolean;
  width: number;
  onResize: (width: number) => void;
  onSort: () => void;
  onMap: (field: string | null) => void;
  onOpen: () => void;
}

/** A column's name, its field, how sure that is, and samples of its cells. */
export function ColumnHead(props: ColumnHeadProps) {
  const { place, column, sort, isOpen, locked, width, onResize, onSort, onMap, onOpen } = props;
  const { header, field, samples } = column;
  const SortIcon = sort === 'ascending' ? ArrowUp : sort === 'descending' ? ArrowDown : ArrowUpDown;
  return (
    <div
      role="columnheader"
      aria-sort={sort ?? 'none'}
      aria-colindex={place}
      style={{ gridColumn: place }}
      className={cx(css.head, field === null && css.unmapped, isOpen && css.open)}
    >
      <div className={css.name}>
        <span title={header}>{header}</span>
        <IconButton label={`Sort by ${header}`} size="small" onClick={onSort}>
          <SortIcon />
        </IconButton>
        <IconButton label={`Fix ${header}`} size="small" onClick={onOpen}>
          <SlidersHorizontal />
        </IconButton>
      </div>
      <Select
        aria-label={`Field for ${header}`}
        value={field ?? ''}
        disabled={locked}
        placeholder="Don’t import"
        options={options}
        onChange={(event) => onMap(event.target.value || null)}
      />
      <span className={cx(css.fit, (field === null || isDoubtful(column)) && css.doubtful)}>
        {describeMatch(column)}
      </span>
      <span className={css.samples} title={samples.join('\n')}>
        {samples.join(' · ') || 'All blank'}
      </span>
      <ResizeHandle header={header} width={width} onResize={onResize} />
    </div>
  );
}

const STEP = 16;

/** Changes the width of a column by dragging, or by the arrow keys. */
function ResizeHandle({ header, width, onResize }: { header: string } & Pick<ColumnHeadProps, 'width' | 'onResize'>) {
  return (
    // A separator with a value is a control.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${header}`}
      aria-valuenow={width}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={css.resize}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) =>
        event.currentTarget.hasPointerCapture(event.pointerId) && onResize(width + event.movementX)
      }
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') onResize(width - STEP);
        else if (event.key === 'ArrowRight') onResize(width + STEP);
      }}
    />
  );
}
