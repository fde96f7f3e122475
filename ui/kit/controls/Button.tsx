import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import css from '../styles/button.module.css';
import { cx } from '../cx.ts';
import { Spinner } from '../display/Spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
type ButtonSize = 'small' | 'medium' | 'large';

export interface ButtonLooks {
  variant?: ButtonVariant;
  size?: ButtonSize;
  block?: boolean;
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLooks {
  /** Keeps the button's width and focus, and ignores clicks. */
  busy?: boolean;
  icon?: ReactNode;
  iconEnd?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export const buttonClass = ({ variant = 'secondary', size = 'medium', block }: ButtonLooks, className?: string) =>
  cx(css.button, css[variant], size !== 'medium' && css[size], block && css.block, className);

export const buttonContentClass = css.content;

export function Button({
  variant,
  size,
  block,
  busy = false,
  icon,
  iconEnd,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type={type}
      className={buttonClass({ variant, size, block }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={click}
      {...rest}
    >
      <span className={css.content}>
        {icon}
        {children}
        {iconEnd}
      </span>
      {busy && (
        <span className={css.spinner}>
          <Spinner />
        </span>
      )}
    </button>
  );
}
