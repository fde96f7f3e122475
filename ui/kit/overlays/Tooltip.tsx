import * as Radix from 'radix-ui/tooltip';
import type { ReactNode } from 'react';
import css from './Tooltip.module.css';

interface TooltipProps {
  content: ReactNode;
  shortcut?: string;
  /** A focusable control. */
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  open?: boolean;
}

/** A supplement to a control's label, never the only place for required information. */
export function Tooltip({ content, shortcut, children, side = 'top', open }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={400} skipDelayDuration={200}>
      <Radix.Root open={open}>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className={css.tooltip} side={side} sideOffset={6} collisionPadding={8}>
            {content}
            {shortcut && <span className={css.shortcut}>{shortcut}</span>}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
