import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import css from '../styles/button.module.css';
import { cx } from '../cx.ts';

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'iconEnd' | 'block' | 'aria-label'> {
  /** The action. Screen readers read it, and it appears on hover. */
  label: string;
  children: ReactNode;
}

export function IconButton({ label, children, variant = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Button variant={variant} className={cx(css.icon, className)} aria-label={label} title={label} {...rest}>
      {children}
    </Button>
  );
}
