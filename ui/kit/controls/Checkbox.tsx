import { useEffect, useId, useRef, type InputHTMLAttributes, type ReactNode } from 'react';
import css from '../styles/choice.module.css';
import { cx } from '../cx.ts';

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** Required unless you pass an aria-label. */
  label?: ReactNode;
  hint?: ReactNode;
  indeterminate?: boolean;
  invalid?: boolean;
}

export function Checkbox({ label, hint, indeterminate = false, invalid, className, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const input = (
    <input
      ref={box}
      type="checkbox"
      className={css.box}
      aria-invalid={invalid || undefined}
      aria-describedby={hint ? id : undefined}
      {...rest}
    />
  );
  if (label == null) return input;
  return (
    <label className={cx(css.choice, className)}>
      {input}
      <span>{label}</span>
      {hint != null && (
        <span id={id} className={css.hint}>
          {hint}
        </span>
      )}
    </label>
  );
}
