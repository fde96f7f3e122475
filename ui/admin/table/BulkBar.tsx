import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { MAX_BULK_ROWS, type TableShape } from '#shared/tables/table-shape.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { Menu, MenuItem } from '#ui/kit/overlays/Menu.tsx';
import css from './BulkBar.module.css';

interface BulkBarProps {
  shape: TableShape;
  /** The selected ids, or everything that matches the filters. */
  selected: readonly string[];
  isAll: boolean;
  total: number | undefined;
  many: string;
  onSelectAll: () => void;
  onClear: () => void;
  onAction: (action: string) => void;
  children?: ReactNode;
}

/** The actions on the selected rows. */
export function BulkBar(props: BulkBarProps) {
  const { shape, selected, isAll, total, many, onSelectAll, onClear, onAction, children } = props;
  const count = isAll ? total : selected.length;
  const actions = Object.entries(shape.actions);
  return (
    <div className={css.bar} role="region" aria-label="Selection">
      <strong role="status">
        {isAll ? 'All ' : ''}
        {count === undefined ? '…' : formatNumber(count)} selected
      </strong>
      {!isAll && total !== undefined && total > selected.length && total <= MAX_BULK_ROWS && (
        <Button size="small" variant="quiet" onClick={onSelectAll}>
          Select all {formatNumber(total)} {many}
        </Button>
      )}
      {children}
      {actions.length > 0 && (
        <Menu
          align="start"
          trigger={
            <Button size="small" iconEnd={<ChevronDown />}>
              Change
            </Button>
          }
        >
          {actions.map(([id, action]) => (
            <MenuItem key={id} danger={action.danger === true} onSelect={() => onAction(id)}>
              {action.label}
            </MenuItem>
          ))}
        </Menu>
      )}
      <Button size="small" variant="quiet" onClick={onClear}>
        Clear the selection
      </Button>
    </div>
  );
}
