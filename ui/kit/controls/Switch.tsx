import type { InputHTMLAttributes, ReactNode } from 'react';
import css from '../styles/choice.module.css';
import { cx } from '../cx.ts';

interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'> {
  label?: ReactNode;
  hint?: ReactNode;
}

/** For settings that take effect immediately. In a form, use a Checkbox. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox exposes its state
  const input = <input type="checkbox" role="switch" className={css.switch} {...rest} />;
  if (label == null) return input;
  return (
    <label className={cx(css.choice, className)}>
      {input}
      <span>{label}</span>
      {hint != null && <span className={css.hint}>{hint}</span>}
    </label>
  );
}
