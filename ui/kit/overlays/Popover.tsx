import * as Radix from 'radix-ui/popover';
import type { ReactNode } from 'react';
import css from './Popover.module.css';

interface PopoverProps {
  trigger: ReactNode;
  /** The label for screen readers. */
  label: string;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

export function Popover({ trigger, label, children, align = 'start', open, onOpenChange }: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content className={css.popover} aria-label={label} align={align} sideOffset={6} collisionPadding={8}>
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
