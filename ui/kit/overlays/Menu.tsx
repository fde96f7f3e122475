import * as Radix from 'radix-ui/dropdown-menu';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Kbd } from '../display/Kbd.tsx';
import { Link } from '../display/Link.tsx';
import css from './Menu.module.css';

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  /** For menus that a shortcut opens, too. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/**
 * Rendered in place, so that it inherits the button's landmark and density. Not modal, because Radix locks the scrolling
 * of modal menus with an injected style element, which the CSP refuses.
 */
export function Menu({ trigger, children, align = 'end', open, onOpenChange }: MenuProps) {
  return (
    <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content className={css.menu} align={align} sideOffset={6} collisionPadding={8}>
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

interface MenuItemProps {
  children: ReactNode;
  icon?: ReactNode;
  shortcut?: string;
  danger?: boolean;
  disabled?: boolean;
  /** A link or an action. */
  to?: string;
  onSelect?: () => void;
}

export function MenuItem({ children, icon, shortcut, danger, disabled, to, onSelect }: MenuItemProps) {
  const inside = (
    <>
      {icon}
      <span>{children}</span>
      {shortcut && (
        <span className={css.end}>
          <Kbd keys={shortcut} />
        </span>
      )}
    </>
  );
  return (
    <Radix.Item
      className={cx(css.item, danger && css.danger)}
      disabled={disabled}
      onSelect={onSelect}
      asChild={to !== undefined}
    >
      {to === undefined ? inside : <Link to={to}>{inside}</Link>}
    </Radix.Item>
  );
}

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Radix.Label className={css.menuLabel}>{children}</Radix.Label>
);

export const MenuSeparator = () => <Radix.Separator className={css.separator} />;
