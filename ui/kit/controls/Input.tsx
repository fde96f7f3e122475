import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from '../cx.ts';
import { useFieldControl } from './field-context.ts';
import css from '../styles/input.module.css';

export interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** A decorative icon at the start. */
  icon?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export function Input({ icon, className, ...props }: InputProps) {
  const wired = useFieldControl(props);
  const input = <input type="text" {...wired} className={cx(css.input, className)} />;
  if (!icon) return input;
  return (
    <span className={css.wrap}>
      <span className={css.lead} aria-hidden="true">
        {icon}
      </span>
      {input}
    </span>
  );
}
