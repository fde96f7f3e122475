import { useState } from 'react';
import { cx } from '#ui/kit/cx.ts';
import css from './GridCell.module.css';

interface GridCellProps {
  id: string;
  /** The column of the grid, counted from 1. */
  place: number;
  left: number;
  text: string;
  problem: string | undefined;
  isChanged: boolean;
  isActive: boolean;
  isEditing: boolean;
  onActivate: () => void;
  onEdit: () => void;
  onType: (text: string) => void;
  /** Null leaves the cell as it is. */
  onDone: (text: string | null) => void;
}

export function GridCell({ id, place, left, text, problem, isChanged, isActive, isEditing, ...on }: GridCellProps) {
  const className = cx(
    css.cell,
    problem !== undefined && css.problem,
    isChanged && css.changed,
    isActive && css.active,
  );
  return (
    // The grid handles the keyboard for its active cell.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="gridcell"
      tabIndex={-1}
      aria-selected={isActive}
      aria-colindex={place}
      style={{ left }}
      className={className}
      title={problem ?? text}
      onClick={on.onActivate}
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
