import { useState } from 'react';
import { cx } from '#ui/kit/cx.ts';
import css from './GridCell.module.css';

interface GridCellProps {
  id: string;
  /** The column of the grid, counted from 1. */
  place: number;
  left: number;
  width: number;
  text: string;
  problem: string | undefined;
  isChanged: boolean;
  isActive: boolean;
  isSelected: boolean;
  isEditing: boolean;
  /** With Shift, or while the pointer is dragged, the selection grows to this cell. */
  onActivate: (isExtended: boolean) => void;
  onEdit: () => void;
  onType: (text: string) => void;
  /** Null leaves the cell as it is. */
  onDone: (text: string | null) => void;
}

export function GridCell(props: GridCellProps) {
  const { id, place, left, width, text, problem, isChanged, isActive, isSelected, isEditing, ...on } = props;
  const className = cx(
    css.cell,
    problem !== undefined && css.problem,
    isChanged && css.changed,
    isSelected && css.selected,
    isActive && css.active,
  );
  return (
    // The grid handles the keyboard for its active cell.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="gridcell"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-colindex={place}
      style={{ left, width }}
      className={className}
      title={problem ?? text}
      onClick={(event) => on.onActivate(event.shiftKey)}
      onPointerDown={(event) => !event.shiftKey && on.onActivate(false)}
      onPointerEnter={(event) => event.buttons === 1 && on.onActivate(true)}
      onDoubleClick={on.onEdit}
    >
      {isEditing ? <CellEditor text={text} onType={on.onType} onDone={on.onDone} /> : text}
      {problem !== undefined && <span className="hidden-text"> ({problem})</span>}
    </div>
  );
}

function CellEditor({ text, onType, onDone }: Pick<GridCellProps, 'text' | 'onType' | 'onDone'>) {
  const [value, setValue] = useState(text);
  return (
    <input
      className={css.editor}
      aria-label="Cell"
      value={value}
      // The person has just asked to edit this cell.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      onChange={(event) => {
        setValue(event.target.value);
        onType(event.target.value);
      }}
      onBlur={() => onDone(value === text ? null : value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') onDone(null);
      }}
    />
  );
}
